// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import Gateway
internal import Glibc
internal import SystemSupport

/// A loopback TCP port. Connected clients receive the receiver's data and may send to it. Owns its sockets.
final class ServerLine: SimulatedLine {
    /// The largest number of clients.
    private static let mostClients = 16
    /// The number of unsent bytes beyond which a client is disconnected.
    private static let mostWaiting = 1 << 20

    private struct Client {
        var descriptor: Int32
        var waiting: [UInt8] = []
        /// True once the client has closed its side, so that nothing more arrives. It may still read.
        var hasEnded = false
        /// True once sending has failed.
        var isGone = false
    }

    private(set) var port: UInt16
    private var listener: Int32 = -1
    private var clients: [Client] = []

    /// - Parameter port: The port, or 0 for any free port.
    /// - Throws: `GatewayError` if the port is in use.
    init(port: UInt16) throws(GatewayError) {
        self.port = port
        try plug(true)
    }

    deinit { hangUp() }

    var place: String? { "tcp:127.0.0.1:\(port)" }
    var inputs: [Int32] { (listener >= 0 ? [listener] : []) + clients.filter { !$0.hasEnded }.map(\.descriptor) }
    var baud: Int? { nil }

    var hasClients: Bool { !clients.isEmpty }
    var hasUnsent: Bool { clients.contains { !$0.waiting.isEmpty } }
    var losesUnread: Bool { false }

    func send(_ bytes: [UInt8]) throws(GatewayError) {
        for index in clients.indices {
            clients[index].waiting += bytes
            Self.flush(&clients[index])
        }
        letGo { $0.isGone || $0.waiting.count > Self.mostWaiting }
    }

    func receive() throws(GatewayError) -> [UInt8] {
        acceptWaiting()
        var bytes: [UInt8] = []
        for index in clients.indices {
            Self.flush(&clients[index])
            guard !clients[index].hasEnded else { continue }
            if let read = Descriptor.read(clients[index].descriptor) {
                bytes += read
            } else {
                clients[index].hasEnded = true
            }
        }
        letGo { $0.isGone }
        return bytes
    }

    func plug(_ isPlugged: Bool) throws(GatewayError) {
        guard isPlugged != (listener >= 0) else { return }
        guard isPlugged else { return hangUp() }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | closingNonblocking, 0)
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // `address` is a local variable, which the kernel uses only during these calls; `length` is its full size.
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard descriptor >= 0, isBound else {
            let reason = SystemError.text(of: errno)
            if descriptor >= 0 { close(descriptor) }
            throw GatewayError(.unavailable, "cannot listen on 127.0.0.1:\(port): \(reason)")
        }
        (listener, port) = (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private func acceptWaiting() {
        while listener >= 0 {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            // A client that has left altogether looks like one that still reads, until sending fails.
            if clients.count == Self.mostClients, let ended = clients.firstIndex(where: \.hasEnded) {
                close(clients.remove(at: ended).descriptor)
            }
            guard clients.count < Self.mostClients else {
                close(descriptor)
                continue
            }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            clients.append(Client(descriptor: descriptor))
        }
    }

    private static func flush(_ client: inout Client) {
        guard !client.waiting.isEmpty else { return }
        let count = client.waiting.withUnsafeBytes {
            Glibc.send(client.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count > 0 { client.waiting.removeFirst(count) }
        client.isGone = count < 0 && errno != EAGAIN && errno != EINTR
    }

    private func letGo(_ isGone: (Client) -> Bool) {
        for client in clients where isGone(client) { close(client.descriptor) }
        clients.removeAll(where: isGone)
    }

    private func hangUp() {
        letGo { _ in true }
        if listener >= 0 { close(listener) }
        listener = -1
    }
}

/// Flags that are combined with the socket type.
private let closingNonblocking = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
