// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A machine with made-up receivers that a gateway runs in: umockdev stands in for the kernel's and udev's side, the
/// serial ports are real pseudo-terminals. Driven through `testbed.py`.
final class Machine {
    /// Whether what it needs is installed (Debian: umockdev, gir1.2-umockdev-1.0, python3-gi).
    static let isThere: Bool = {
        guard let wrapper = Program.installed("umockdev-wrapper") else { return false }
        let check = "import gi; gi.require_version('UMockdev', '1.0')"
        return (try? Program.run(wrapper, ["/usr/bin/python3", "-c", check]))?.status == 0
    }()

    private let process = Process()
    private let commands = Foundation.Pipe()
    private let answers = Foundation.Pipe()
    private let folder: URL
    private var unread = Data()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-machine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("testbed.py")
        process.executableURL = URL(fileURLWithPath: try #require(Program.installed("umockdev-wrapper")))
        process.arguments = ["/usr/bin/python3", script.path]
        process.environment = ProcessInfo.processInfo.environment.merging([
            "GNSS_GATEWAY_SOCKET": socket, "XDG_STATE_HOME": folder.path, "TMPDIR": folder.path,
        ]) { $1 }
        let messages = folder.appendingPathComponent("messages")
        try Data().write(to: messages)
        process.standardError = try FileHandle(forWritingTo: messages)
        (process.standardInput, process.standardOutput) = (commands, answers)
        try process.run()
    }

    deinit {
        // At the end of its commands it ends the program.
        try? commands.fileHandleForWriting.close()
        process.waitForEnd()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The control socket of the gateway.
    var socket: String { folder.appendingPathComponent("control.sock").path }

    /// All that the gateway has said.
    var messages: String {
        let data = (try? Data(contentsOf: folder.appendingPathComponent("messages"))) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    /// Starts the gateway.
    func start(_ arguments: String...) throws {
        let quoted = ([try Program.gateway] + arguments).map { "'\($0)'" }
        try command("start " + quoted.joined(separator: " "))
    }

    /// Plugs a u-blox 9 in.
    func plug(_ node: String, serial: String, port: String) throws {
        try command("plug \(node) 1546 01a9 \(serial) \(port) u-blox")
    }

    /// One command of `testbed.py`.
    ///
    /// - Returns: what it answers after "ok".
    @discardableResult func command(_ line: String) throws -> String {
        try commands.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        while !unread.contains(0x0A) {
            let data = answers.fileHandleForReading.availableData
            try #require(!data.isEmpty, "the machine broke at '\(line)': \(messages.suffix(3000))")
            unread += data
        }
        let end = try #require(unread.firstIndex(of: 0x0A))
        let answer = String(decoding: unread[..<end], as: UTF8.self)
        unread = Data(unread[(end + 1)...])
        try #require(answer.hasPrefix("ok"), "\(answer)")
        return String(answer.dropFirst(3))
    }

    /// Waits until the gateway has said something, after what it had said at `mark`.
    func wait(for words: String, after mark: Int = 0, within seconds: Double = 120) throws {
        try eventually("it never said '\(words)', but: \(messages.suffix(4000))", within: seconds) {
            messages.utf8.dropFirst(mark).count > 0
                && String(decoding: Array(messages.utf8.dropFirst(mark)), as: UTF8.self).contains(words)
        }
    }

    /// A place in what the gateway has said.
    var mark: Int { messages.utf8.count }
}

/// Waits until something is so.
func eventually(
    _ complaint: @autoclosure () -> String, within seconds: Double = 120, _ condition: () throws -> Bool
) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    let pause = PollPause()
    while try !condition() {
        try #require(Date() < deadline, "\(complaint())")
        pause.wait()
    }
}
