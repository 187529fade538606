// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// Finds out whether a broker can be reached. Libmosquitto cannot: its connection attempts last two minutes if a host does
/// not answer, and do not say why they failed.
enum BrokerReach {
    /// The time that one address gets.
    static let patience = Duration.seconds(4)

    /// Connects to a port and closes the connection again.
    ///
    /// - Parameter isCancelled: Ends the attempt early.
    /// - Returns: The address that works, and the local address that keeps libmosquitto to its family.
    /// - Throws: `BrokerError`.
    static func probe(
        _ host: String, _ port: UInt16, isCancelled: () -> Bool
    ) throws(BrokerError) -> (remote: String, local: String) {
        var hints = addrinfo()
        (hints.ai_family, hints.ai_socktype) = (AF_UNSPEC, Int32(SOCK_STREAM.rawValue))
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        var code = getaddrinfo(host, "\(port)", &hints, &list)
        if code != 0 {
            // A machine without a network has only loopback addresses, which AI_ADDRCONFIG may hide.
            hints.ai_flags = 0
            code = getaddrinfo(host, "\(port)", &hints, &list)
        }
        guard code == 0 else { throw BrokerError(.hostUnknown, String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(list) }
        var error = BrokerError(.hostUnknown)
        // The list lives until `freeaddrinfo`.
        var next = list
        while let address = next?.pointee, !isCancelled() {
            guard let failure = connect(address, isCancelled: isCancelled) else {
                return (text(of: address) ?? host, address.ai_family == AF_INET6 ? "::" : "0.0.0.0")
            }
            (error, next) = (failure, address.ai_next)
        }
        throw error
    }

    /// The address in digits; nil if the system cannot write it.
    private static func text(of address: addrinfo) -> String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
            getnameinfo(
                address.ai_addr, address.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func connect(_ address: addrinfo, isCancelled: () -> Bool) -> BrokerError? {
        let type = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, type, address.ai_protocol)
        guard descriptor >= 0 else { return BrokerError(.unreachable, SystemError().description) }
        defer { close(descriptor) }
        guard Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 else { return nil }
        guard errno == EINPROGRESS else { return error(errno) }
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let slices = Int(patience / .milliseconds(250))
        guard (0..<slices).contains(where: { _ in isCancelled() || poll(&entry, 1, 250) > 0 }) else {
            return BrokerError(.timedOut)
        }
        var (result, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &result, &size)
        return result == 0 ? nil : error(result)
    }

    private static func error(_ code: Int32) -> BrokerError {
        switch code {
        case ECONNREFUSED: BrokerError(.refused)
        case ETIMEDOUT: BrokerError(.timedOut)
        default: BrokerError(.unreachable, SystemError.text(of: code))
        }
    }
}
