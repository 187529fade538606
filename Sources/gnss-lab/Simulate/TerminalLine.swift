// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import DriverTesting
internal import Gateway
internal import Glibc
internal import SystemSupport

/// A pseudo-terminal with a link that is removed when it is unplugged and created again when it returns. Owns both.
final class TerminalLine: SimulatedLine {
    private let link: String?
    private let isUART: Bool
    private var terminal: PseudoTerminal?
    /// The bytes that wait until a slow reader makes room in the terminal.
    private var waiting: [UInt8] = []
    /// The number of waiting bytes beyond which more are lost.
    private static let mostWaiting = 1 << 20

    /// - Parameters:
    ///   - link: The path of a link to the terminal; nil for none.
    ///   - isUART: True if the terminal's baud rate must equal the receiver's.
    init(link: String?, isUART: Bool) throws(GatewayError) {
        (self.link, self.isUART) = (link, isUART)
        try plug(true)
    }

    deinit { removeLink() }

    var place: String? { link ?? terminal?.path }
    var inputs: [Int32] { terminal.map { [$0.master] } ?? [] }
    var baud: Int? { isUART ? terminal?.baud : nil }

    var hasClients: Bool {
        guard let master = terminal?.master else { return false }
        var asked = pollfd(fd: master, events: 0, revents: 0)
        return poll(&asked, 1, 0) == 0 || asked.revents & Int16(POLLHUP) == 0
    }

    var hasUnsent: Bool { !waiting.isEmpty }
    var losesUnread: Bool { true }

    func send(_ bytes: [UInt8]) throws(GatewayError) {
        guard terminal != nil, waiting.count < Self.mostWaiting else { return }
        waiting += bytes
        flush()
    }

    func receive() throws(GatewayError) -> [UInt8] {
        flush()
        return terminal.map { Descriptor.read($0.master) ?? [] } ?? []
    }

    private func flush() {
        guard let master = terminal?.master else { return }
        // Bytes to a serial port that no program has open are lost.
        if !waiting.isEmpty, !hasClients { waiting = [] }
        while !waiting.isEmpty {
            let count = waiting.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            waiting.removeFirst(count)
        }
    }

    func plug(_ isPlugged: Bool) throws(GatewayError) {
        guard isPlugged != (terminal != nil) else { return }
        removeLink()
        (terminal, waiting) = (nil, [])
        guard isPlugged else { return }
        guard let made = PseudoTerminal(asUART: isUART && link == nil) else {
            throw GatewayError(.unavailable, "cannot create a pseudo-terminal: \(SystemError.text(of: errno))")
        }
        terminal = made
        // Only after a program has closed the terminal does the kernel report that none has it open.
        let opened = open(made.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        if opened >= 0 { close(opened) }
        if let link { try Self.makeLink(link, to: made.path) }
    }

    /// Creates a link, and replaces a link that an earlier run has left behind, but nothing else.
    private static func makeLink(_ link: String, to node: String) throws(GatewayError) {
        if let old = Folder.link(link), old.hasPrefix("/dev/pts/") || isMissing(link) { unlink(link) }
        guard symlink(node, link) != 0 else { return }
        let code = errno
        let reason =
            code == EEXIST
            ? "it already exists and is not a link to a pseudo-terminal; give another path, or remove it"
            : SystemError.text(of: code)
        throw GatewayError(.cannotCreate, "cannot create \(link): \(reason)")
    }

    /// True if a path, or the file that a link names, does not exist.
    private static func isMissing(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }

    /// Removes the link if it still leads to this terminal.
    private func removeLink() {
        guard let link, let terminal, Folder.link(link) == terminal.path else { return }
        unlink(link)
    }
}
