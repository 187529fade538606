// SPDX-License-Identifier: Apache-2.0

/// The address of an MQTT broker: `mqtt://broker.example`, or with TLS `mqtts://broker.example:8883`.
public struct BrokerURL: Hashable, Sendable, CustomStringConvertible {
    /// A host name, an IPv4 address, or an IPv6 address without brackets.
    public let host: String
    /// The TCP port, 1...65535.
    public let port: UInt16
    /// True if the connection is encrypted.
    public let isSecure: Bool

    /// Parses an address; nil for any other text. The default port is 1883, or 8883 with TLS.
    public init?(_ text: String) {
        guard Self.problem(of: text) == nil, let (isSecure, rest) = Self.scheme(text),
            let address = CasterURL(
                rest.contains(":") && !rest.hasSuffix("]") ? rest : rest + ":\(isSecure ? 8883 : 1883)")
        else { return nil }
        (host, port, self.isSecure) = (address.host, address.port, isSecure)
    }

    /// A placeholder for a section whose key has not been read yet.
    init(unset: Void) { (host, port, isSecure) = ("", 1883, false) }

    /// The reason that a text is invalid; nil if it is valid.
    @Sendable package static func problem(of text: String) -> String? {
        guard let (_, rest) = scheme(text) else { return "does not begin with mqtt:// or mqtts://" }
        if rest.contains("@") { return "contains a user name or password: use the separate keys" }
        if rest.contains("/") { return "contains a path, which MQTT does not have" }
        guard !rest.contains("://"), CasterURL.problem(of: rest) == nil else { return "is not a broker's address" }
        return nil
    }

    /// The permitted forms, for people.
    package static let formText = "mqtt://host, mqtt://host:port, or mqtts://host:port for TLS"

    /// The address with scheme and port: `mqtt://broker.example:1883`.
    public var description: String {
        "\(isSecure ? "mqtts" : "mqtt")://" + (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }

    private static func scheme(_ text: String) -> (isSecure: Bool, rest: String)? {
        if text.hasPrefix("mqtt://") { return (false, String(text.dropFirst("mqtt://".count))) }
        return text.hasPrefix("mqtts://") ? (true, String(text.dropFirst("mqtts://".count))) : nil
    }
}
