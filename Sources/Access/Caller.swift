// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import Glibc
package import HTTPTypes
package import NIOCore

/// How a request reached the gateway.
package struct CallerPlace: Sendable {
    /// Whether it comes from this machine and has not been passed on.
    package var isLocal = true
    /// Whether nobody on the way can read it.
    package var isSecure = true
    /// The address that it comes from; nil: of the control socket.
    package var address: SocketAddress?

    /// Over TCP.
    ///
    /// - Parameters:
    ///   - isLocal: whether the address that it reached is one of this machine alone.
    ///   - policy: whom else to believe.
    package init(_ headers: HTTPFields, _ channel: any Channel, isEncrypted: Bool, _ policy: AccessPolicy) {
        address = channel.remoteAddress
        let isPassedOn = Self.signs.contains { headers[$0] != nil }
        isLocal = address?.isLoopback == true && channel.localAddress?.isLoopback == true && !isPassedOn
        isSecure = isLocal || isEncrypted
        guard isPassedOn, let proxy = address?.ipAddress, policy.proxies.contains(proxy) else { return }
        isSecure = Self.values("X-Forwarded-Proto", headers).first?.lowercased() == "https"
        // The last entry is that of the proxy itself; those before it anyone can write.
        let last = Self.values("X-Forwarded-For", headers).last?.split(separator: ",").last?.filter { $0 != " " }
        if let last, let origin = try? SocketAddress(ipAddress: String(last), port: 0) { address = origin }
    }

    private static func values(_ name: String, _ headers: HTTPFields) -> [String] {
        HTTPField.Name(name).map { headers[values: $0] } ?? []
    }

    /// Over the control socket.
    package init() {}

    /// What proxies add to requests.
    private static let signs = ["X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "Forwarded"].compactMap {
        HTTPField.Name($0)
    }

    /// The address for people.
    package var text: String? { isLocal ? nil : address?.ipAddress }

    /// What guesses are counted by: an address, of IPv6 its network of 64 bits.
    package var guesser: String {
        let bytes = address?.bytes ?? []
        return "\(bytes.count == 16 ? bytes[..<8] : bytes[...])"
    }
}

extension SocketAddress {
    /// Whether only this machine has it.
    package var isLoopback: Bool {
        let bytes = bytes
        return bytes.count == 4 ? bytes.first == 127 : bytes == Array(repeating: 0, count: 15) + [1]
    }

    /// The 4 bytes of an IPv4 address, also of one that is written as one of IPv6 (RFC 4291, section 2.5.5.2), or the 16 of an
    /// IPv6 address.
    fileprivate var bytes: [UInt8] {
        guard let text = ipAddress else { return [] }
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes[..<4]) }
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return [] }
        let isMapped = bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        return isMapped ? Array(bytes[12...]) : bytes
    }
}

/// Who asks, and what that person may do.
package struct Caller: Sendable {
    package var place = CallerPlace()
    /// nil: nothing but sign in.
    package var role: ControlRole?
    /// The signed-in browser.
    package var visitor: AccessCoordinator.Visitor?
    /// Whether the role is less than it would be over an encrypted connection.
    package var isLimited = false

    /// Nobody, or somebody of whom only this is known.
    package init(role: ControlRole? = nil) { self.role = role }

    /// Who may do everything: over the control socket.
    package static let socket = Caller(role: .admin)
}

/// What holds for who is not on this machine.
public struct AccessPolicy: Sendable {
    /// Whether reading needs no sign-in there.
    public var isReadingOpen: Bool
    /// Whether passwords are taken and everything may be changed there over plain HTTP too.
    public var isPlainAllowed: Bool
    /// What programs with the token may do.
    public var tokenRole: ControlRole
    /// Names of this gateway beyond those that it finds itself, in lower case.
    public var names: [String]
    /// Addresses of proxies whose word counts on where a request comes from.
    public var proxies: [String]

    /// The policy where nothing is written down.
    public init(
        isReadingOpen: Bool = false, isPlainAllowed: Bool = false, tokenRole: ControlRole = .admin,
        names: [String] = [], proxies: [String] = []
    ) {
        (self.isReadingOpen, self.isPlainAllowed, self.tokenRole) = (isReadingOpen, isPlainAllowed, tokenRole)
        (self.names, self.proxies) = (names, proxies)
    }
}
