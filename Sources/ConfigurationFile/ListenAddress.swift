// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Settings

/// An address to listen on: `127.0.0.1:2947`, `[::1]:2947`, `gateway.local:2947`.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// An IPv4 address, an IPv6 address without brackets, or a host name.
    public let host: String
    /// The port; 0 lets the system choose.
    public let port: UInt16

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - host: An IPv4 address, an IPv6 address without brackets, or a host name; it is not checked.
    ///   - port: 0...65535.
    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses `host:port`; nil if the text is invalid.
    public init?(_ text: String) {
        guard case .success(let address) = Self.read(text) else { return nil }
        self = address
    }

    /// The address as `host:port`, with an IPv6 address in brackets.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The permitted forms, for people.
    static let formText = "address:port, like 127.0.0.1:2947, [::1]:2947 or a host name with a port of 0...65535"

    /// The reason that a text is invalid; nil if it is valid.
    package static func problem(of text: String) -> String? {
        guard case .failure(let fault) = read(text) else { return nil }
        return fault.problem
    }

    private struct AddressError: Error {
        var problem: String
        init(_ problem: String) { self.problem = problem }
    }

    private static func read(_ text: String) -> Result<ListenAddress, AddressError> {
        if let scheme = text.firstRange(of: "://") {
            let rest = text[scheme.upperBound...].prefix { $0 != "/" }
            let hint = ListenAddress(String(rest)).map { ": write \($0)" } ?? ": give only the address and the port"
            return .failure(AddressError("starts like a URL, with \(text[..<scheme.upperBound])\(hint)"))
        }
        guard let colon = text.lastIndex(of: ":") else { return .failure(AddressError("has no port")) }
        let host = text[..<colon]
        guard let port = port(text[text.index(after: colon)...]) else {
            let stated = text[text.index(after: colon)...]
            let isTooLarge = stated.utf8.allSatisfy(isDigit) && Int(stated).map { $0 > 65535 } ?? false
            return .failure(
                AddressError(
                    isTooLarge
                        ? "has the port \(String(stated).printable); the maximum is 65535"
                        : "has no port (0...65535) after its last colon"))
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            let address = String(host.dropFirst().dropLast())
            guard isIPv6(address) else { return .failure(AddressError("has no IPv6 address in its brackets")) }
            return .success(ListenAddress(host: address, port: port))
        }
        let name = String(host)
        if name == "*" || name.isEmpty {
            return .failure(AddressError("has no address: write 0.0.0.0 or [::] for all"))
        }
        if name.contains(":") {
            return .failure(AddressError("has an IPv6 address without brackets: write [address]:port"))
        }
        guard isIPv4(name) || isHostName(name) else {
            return .failure(AddressError("has neither an IP address nor a host name before its port"))
        }
        return .success(ListenAddress(host: name, port: port))
    }

    private static func port(_ text: Substring) -> UInt16? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
        return UInt16(text)
    }

    private static func isIPv4(_ text: String) -> Bool {
        var address = in_addr()
        return !text.utf8.contains(0) && inet_pton(AF_INET, text, &address) == 1
    }

    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return !text.utf8.contains(0) && inet_pton(AF_INET6, text, &address) == 1
    }

    /// True for labels of letters, digits and inner hyphens (RFC 1123, section 2.1). The last label must not consist of
    /// digits only, so that an invalid IPv4 address is not a host name.
    private static func isHostName(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isSound = labels.allSatisfy { label in
            let hyphen = UInt8(ascii: "-")
            return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
                && label.allSatisfy { isDigit($0) || $0 == hyphen || (97...122).contains($0 | 0x20) }
        }
        return text.utf8.count <= 253 && isSound && labels.last?.allSatisfy(isDigit) == false
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
