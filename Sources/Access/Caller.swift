// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import Glibc
package import HTTPTypes
package import NIOCore

/// The way in which a request reached the gateway.
package struct CallerPlace: Sendable {
    /// True if the request comes from this machine and no proxy forwarded it.
    package var isLocal = true
    /// True if others on the network cannot read the request.
    package var isSecure = true
    /// True if the browser's URL begins with `https`.
    package var isHTTPS = false
    /// The client's address; nil on the control socket.
    package var address: SocketAddress?

    /// A request over TCP.
    ///
    /// - Parameters:
    ///   - isEncrypted: True if the connection uses TLS.
    ///   - policy: Names the proxies whose headers count.
    package init(_ headers: HTTPFields, _ channel: any Channel, isEncrypted: Bool, _ policy: AccessPolicy) {
        address = channel.remoteAddress
        let isPassedOn = Self.signs.contains { headers[$0] != nil }
        isLocal = address?.isLoopback == true && channel.localAddress?.isLoopback == true && !isPassedOn
        (isSecure, isHTTPS) = (isLocal || isEncrypted, isEncrypted)
        guard isPassedOn, let proxy = address?.bytes, policy.proxies.contains(proxy) else { return }
        isHTTPS = Self.values("X-Forwarded-Proto", headers).first?.lowercased() == "https"
        isSecure = isHTTPS
        // The proxy itself wrote the last entry. A client can forge those before it.
        let last = Self.values("X-Forwarded-For", headers).last?.split(separator: ",").last?.filter { $0 != " " }
        if let last, let origin = Self.origin(String(last)) { address = origin }
    }

    /// The address in an entry of `X-Forwarded-For`, to which some proxies add brackets and a port.
    private static func origin(_ entry: String) -> SocketAddress? {
        var text = Substring(entry)
        if text.first == "[" {
            text = text.dropFirst().prefix { $0 != "]" }
        } else if text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 {
            text = text.prefix { $0 != ":" }
        }
        return try? SocketAddress(ipAddress: String(text), port: 0)
    }

    private static func values(_ name: String, _ headers: HTTPFields) -> [String] {
        HTTPField.Name(name).map { headers[values: $0] } ?? []
    }

    /// A request over the control socket.
    package init() {}

    /// Headers that show that a proxy forwarded the request.
    private static let signs = ["X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "Forwarded"].compactMap {
        HTTPField.Name($0)
    }

    /// The address in a form for people; nil for this machine.
    package var text: String? { isLocal ? nil : address?.ipAddress }

    /// Key by which failed sign-ins are counted: the IPv4 address, or the /64 network of an IPv6 address.
    package var guesser: String {
        let bytes = address?.bytes ?? []
        return "\(bytes.count == 16 ? bytes[..<8] : bytes[...])"
    }
}

extension SocketAddress {
    /// True for loopback addresses.
    package var isLoopback: Bool {
        let bytes = bytes
        return bytes.count == 4 ? bytes.first == 127 : bytes == Array(repeating: 0, count: 15) + [1]
    }

    /// The 4 bytes of an IPv4 address, including an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2), or the 16 of
    /// an IPv6 address; empty if unknown.
    fileprivate var bytes: [UInt8] { ipAddress.map { Self.bytes(of: $0) } ?? [] }

    /// The bytes of an address in text form; empty if it is not an IP address.
    fileprivate static func bytes(of text: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes[..<4]) }
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return [] }
        let isMapped = bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        return isMapped ? Array(bytes[12...]) : bytes
    }
}

/// The sender of a request, and its role.
package struct Caller: Sendable {
    package var place = CallerPlace()
    /// Nil if the caller may only sign in.
    package var role: ControlRole?
    /// The signed-in browser.
    package var visitor: AccessCoordinator.Visitor?
    /// True if the role would be higher in a session that was opened and is used over an encrypted connection.
    package var isLimited = false

    /// A caller that is known only by its role.
    package init(role: ControlRole? = nil) { self.role = role }

    /// A caller on the control socket, which is an admin.
    package static let socket = Caller(role: .admin)
}

/// The rules for callers on other machines: the configuration's section `access`.
public struct AccessPolicy: Sendable {
    /// True if reading needs no sign-in (`access.read: open`).
    public var isReadingOpen: Bool
    /// True if passwords and the role admin are also accepted over plain HTTP (`access.plain: allowed`).
    public var isPlainAllowed: Bool
    /// The role of programs that send the token (`access.token`).
    public var tokenRole: ControlRole
    /// Further host names of this gateway, in lower case (`listen.names`).
    public var names: [String]
    /// Addresses of proxies whose `X-Forwarded-…` headers count (`access.proxies`), as bytes, because an address has
    /// several texts: 4 bytes of IPv4, or 16.
    let proxies: Set<[UInt8]>

    /// By default, the policy of an empty configuration. Proxies that are not IP addresses are ignored.
    public init(
        isReadingOpen: Bool = false, isPlainAllowed: Bool = false, tokenRole: ControlRole = .admin,
        names: [String] = [], proxies: [String] = []
    ) {
        (self.isReadingOpen, self.isPlainAllowed, self.tokenRole) = (isReadingOpen, isPlainAllowed, tokenRole)
        self.names = names
        self.proxies = Set(proxies.map { SocketAddress.bytes(of: $0) }.filter { !$0.isEmpty })
    }

    /// The role that a caller with the role `role` has at most.
    ///
    /// - Parameter isReadable: True if others on the network can read the request, or could have read the session's
    ///   cookie.
    package func permitted(_ role: ControlRole, isReadable: Bool) -> ControlRole {
        role == .admin && isReadable && !isPlainAllowed ? .operator : role
    }
}
