// SPDX-License-Identifier: Apache-2.0

/// The address of a caster: `ntrip://caster.example:2101`, or with TLS `ntrips://` or `https://`.
public struct CasterURL: Hashable, Sendable, CustomStringConvertible {
    /// A host name, an IPv4 address, or an IPv6 address without brackets.
    public let host: String
    /// The TCP port, 1...65535.
    public let port: UInt16
    /// True if the connection is encrypted.
    public let isSecure: Bool

    /// Parses `caster.example`, `caster.example:2101` or `[2001:db8::1]:2101`, optionally after `ntrip://`, `http://`,
    /// `ntrips://` or `https://`. The default port is 2101, or 443 with TLS. Nil for any other text.
    public init?(_ text: String) {
        guard Self.problem(of: text) == nil, let (isSecure, rest) = Self.scheme(text),
            let (host, port) = Self.split(rest)
        else { return nil }
        (self.host, self.port, self.isSecure) = (host, port ?? (isSecure ? 443 : 2101), isSecure)
    }

    /// A placeholder for a section whose key has not been read yet.
    init(unset: Void) { (host, port, isSecure) = ("", 2101, false) }

    /// The reason that a text is invalid; nil if it is valid.
    @Sendable package static func problem(of text: String) -> String? {
        guard let (_, rest) = scheme(text) else { return "is not a caster's address" }
        if rest.contains("@") { return "contains a user name or password: use the separate keys" }
        if rest.contains("/") { return "contains a path: use the separate key for the mount point" }
        guard let (host, _) = split(rest), isHost(host) else { return "is not a caster's address" }
        return nil
    }

    /// The permitted forms, for people.
    package static let formText = "host, host:port, ntrip://host:port, or ntrips://host:port for TLS"

    /// The address as a URL with scheme and port: `ntrip://caster.example:2101`.
    public var description: String {
        "\(isSecure ? "ntrips" : "ntrip")://" + (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }

    private static func scheme(_ text: String) -> (isSecure: Bool, rest: String)? {
        guard let end = text.firstRange(of: "://") else { return (false, text) }
        let rest = String(text[end.upperBound...])
        return switch text[..<end.lowerBound] {
        case "ntrip", "http": (false, rest)
        case "ntrips", "https": (true, rest)
        default: nil
        }
    }

    private static func split(_ text: String) -> (host: String, port: UInt16?)? {
        var host = text[...]
        var port: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.first == ":", host.contains(":") else { return nil }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = text.firstIndex(of: ":") {
            (host, port) = (text[..<colon], text[text.index(after: colon)...])
        }
        guard let port else { return (String(host), nil) }
        guard let number = UInt16(port), number > 0 else { return nil }
        return (String(host), number)
    }

    private static func isHost(_ host: String) -> Bool {
        let isSound = host.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (97...122).contains(byte | 0x20) || [45, 46, 58, 95].contains(byte)
        }
        return isSound && (1...253).contains(host.utf8.count) && !host.hasPrefix("-")
    }
}
