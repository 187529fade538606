// SPDX-License-Identifier: Apache-2.0

/// The form of an address of a server on the web.
public enum WebAddress {
    /// The permitted form, for people.
    public static let form = "https://host/path, or http://host/path"

    /// The reason why a text is not an http or https address without a password; nil if it is one.
    @Sendable public static func problem(_ text: String) -> String? {
        guard let end = text.firstRange(of: "://"), ["https", "http"].contains(text[..<end.lowerBound]) else {
            return "is neither an https nor an http address"
        }
        let isPrintable = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}#".utf8.contains($0) }
        let host = text[end.upperBound...].prefix { !"/?".contains($0) }
        guard isPrintable, text.utf8.count <= 2000, !host.isEmpty, host.first != ":" else {
            return "is not an address"
        }
        return host.contains("@") ? "contains a user name or password" : portProblem(host)
    }

    /// The reason why the port after a host is invalid; nil if it is valid or missing.
    ///
    /// - Parameter host: The part of an address between `://` and the path: a host, with an IPv6 address in brackets, and
    ///   a port.
    @Sendable public static func portProblem(_ host: Substring) -> String? {
        var rest = host
        if host.first == "[" {
            guard let end = host.firstIndex(of: "]") else { return "has an IPv6 address without its closing bracket" }
            rest = host[host.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { return "is not an address" }
        }
        guard let colon = rest.firstIndex(of: ":") else { return nil }
        let port = rest[rest.index(after: colon)...]
        let isNumber = (1...5).contains(port.utf8.count) && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isNumber, let number = UInt16(port), number > 0 else { return "has no port (1...65535) after its host" }
        return nil
    }
}
