// SPDX-License-Identifier: Apache-2.0

/// The address of a caster: `ntrip://caster.example:2101`, or with TLS `ntrips://` or `https://`.
public struct CasterAddress: Hashable, Sendable, CustomStringConvertible {
    /// A host name, an IPv4 address, or an IPv6 address without brackets.
    public let host: String
    /// The TCP port, 1...65535.
    public let port: UInt16
    /// True if the connection is encrypted and the caster's certificate is verified.
    public let isSecure: Bool

    public init(host: String, port: UInt16, isSecure: Bool) {
        (self.host, self.port, self.isSecure) = (host, port, isSecure)
    }

    /// The address as a URL with scheme and port: `ntrip://caster.example:2101`.
    public var description: String { "\(isSecure ? "ntrips" : "ntrip")://\(authority)" }

    /// The host and port in the form of a URL.
    var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
