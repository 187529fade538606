// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Connects to a receiver on a network, trying each of its addresses in turn.
struct NetworkConnection {
    private let address: NetworkAddress
    private let deadline: Int64
    private let stop: Int32

    init(_ address: NetworkAddress, deadline: Int64, stop: Int32) {
        (self.address, self.deadline, self.stop) = (address, deadline, stop)
    }

    /// Returns a connected, non-blocking descriptor.
    ///
    /// - Throws: `SerialPortError` if no address accepts the connection in time, or if it is stopped.
    func open() throws(SerialPortError) -> Int32 {
        let endpoints = try NameLookup.endpoints(of: address, deadline: deadline, stop: stop)
        var failure = "the name has no address"
        for (index, endpoint) in endpoints.enumerated() {
            // The remaining time is divided equally among the remaining addresses.
            let now = MonotonicClock.now
            let end = now + max(deadline &- now, 0) / Int64(endpoints.count - index)
            switch connect(to: endpoint, until: end) {
            case .connected(let descriptor): return descriptor
            case .stopped: throw .interrupted(path: address.description)
            case .failed(let code): failure = Self.words(code)
            }
        }
        throw .unreachable(path: address.description, reason: failure)
    }

    private func connect(to endpoint: [UInt8], until end: Int64) -> SocketConnector.Attempt {
        let family = endpoint.withUnsafeBytes { Int32($0.loadUnaligned(as: sockaddr.self).sa_family) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let attempt = SocketConnector.connect(socket(family, type, 0), to: endpoint, until: end, stop: stop)
        if case .connected(let descriptor) = attempt { Self.prepare(descriptor) }
        return attempt
    }

    /// Enables keepalive, which detects a silently lost peer, and sends small packets at once.
    private static func prepare(_ descriptor: Int32) {
        let options: [(Int32, Int32, Int32)] = [
            (SOL_SOCKET, SO_KEEPALIVE, 1), (Int32(IPPROTO_TCP), TCP_NODELAY, 1), (Int32(IPPROTO_TCP), TCP_KEEPIDLE, 20),
            (Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10), (Int32(IPPROTO_TCP), TCP_KEEPCNT, 3),
        ]
        for (level, name, value) in options {
            var value = value
            setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    private static func words(_ code: Int32) -> String {
        switch code {
        case ECONNREFUSED: "no program listens on that port"
        case ETIMEDOUT: "it does not answer: is it switched on, is the address right, does a firewall block it?"
        case EHOSTUNREACH, ENETUNREACH: "there is no route to it: is this machine in its network?"
        default: SerialPortError.text(of: code)
        }
    }
}
