// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A TCP socket on 127.0.0.1 with a port chosen by the system; closed with the last reference.
final class LoopbackSocket: Sendable {
    /// The descriptor; non-blocking.
    let number: Int32
    private let port: UInt16

    /// The address: `127.0.0.1:40123`.
    var address: String { "127.0.0.1:\(port)" }

    /// Creates a socket; nil if the system provides no port.
    ///
    /// - Parameter backlog: The number of connections that may wait to be accepted; nil to bind the port without
    ///   listening, so that it refuses connections.
    init?(backlog: Int32?) {
        guard let number = Self.make() else { return nil }
        var port: UInt16 = 0
        let isBound = Self.withAddress(0) { address, size in
            var size = size
            guard bind(number, address, size) == 0, getsockname(number, address, &size) == 0 else { return false }
            // The memory is a whole `sockaddr_in`, which `withAddress` passes as a `sockaddr`.
            port = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_port.bigEndian
            return backlog.map { listen(number, $0) == 0 } ?? true
        }
        guard isBound else {
            close(number)
            return nil
        }
        (self.number, self.port) = (number, port)
    }

    deinit { close(number) }

    /// Starts connecting to this socket without waiting; nil if that fails. The caller closes the descriptor.
    func connection() -> Int32? {
        guard let client = Self.make() else { return nil }
        let hasBegun = Self.withAddress(port) { connect(client, $0, $1) == 0 || errno == EINPROGRESS }
        guard hasBegun else {
            close(client)
            return nil
        }
        return client
    }

    private static func make() -> Int32? {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let number = socket(AF_INET, kind, 0)
        return number < 0 ? nil : number
    }

    private static func withAddress(
        _ port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafeMutablePointer(to: &address) { pointer in
            // Every address starts like a `sockaddr`; its size is passed with it, and it outlives the call.
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
