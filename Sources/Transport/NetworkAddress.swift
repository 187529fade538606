// SPDX-License-Identifier: Apache-2.0

/// The network address of a receiver: `tcp://192.168.1.5:2101`, `tcp://[fe80::1]:2101`, `tcp://rover.local:2101`.
public struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// A host name or address, without brackets.
    public let host: String
    /// The TCP port, 1...65535.
    public let port: Int

    /// The prefix of network addresses.
    public static let scheme = "tcp://"

    /// Returns true if a device's name is intended as a network address, valid or not.
    public static func isMeant(by device: String) -> Bool { device.hasPrefix(scheme) }

    /// Parses an address; nil if the text is invalid: without a port, with a path, or with spaces.
    public init?(_ text: String) {
        guard text.hasPrefix(Self.scheme) else { return nil }
        let rest = text.dropFirst(Self.scheme.count)
        guard let colon = rest.lastIndex(of: ":"), let port = Int(rest[rest.index(after: colon)...]),
            (1...65_535).contains(port), rest[rest.index(after: colon)...].allSatisfy(\.isNumber)
        else { return nil }
        var host = rest[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        let isSound = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
        guard !host.isEmpty, host.utf8.count <= 253, isSound else { return nil }
        (self.host, self.port) = (String(host), port)
    }

    /// The address as written in a configuration.
    public var description: String { Self.scheme + (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
