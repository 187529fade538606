// SPDX-License-Identifier: Apache-2.0

internal import Settings

/// The address of a back office.
public struct BackOfficeServer: Hashable, Sendable {
    /// The permitted form, for people.
    public static let form = "https://host/path; http only for this machine"

    /// The address, with its scheme and host in lower case and a slash at the end.
    public let address: String

    /// The reason why a text is not the address of a server; nil if it is one. Passwords are sent there, so the
    /// connection has to be encrypted unless it stays on this machine.
    @Sendable public static func problem(_ text: String) -> String? {
        let lower = text.lowercased()
        if let problem = WebAddress.problem(lower) { return problem }
        if text.contains("?") { return "has a query" }
        return lower.hasPrefix("https://") || isLocal(host(of: lower)) ? nil : "has no https, which another machine needs"
    }

    /// Reads an address; a missing slash at its end is added. Nil if `problem` finds one.
    public init?(_ text: String) {
        guard Self.problem(text) == nil, let end = text.firstRange(of: "://") else { return nil }
        let path = text[end.upperBound...].firstIndex(of: "/") ?? text.endIndex
        let whole = text[..<path].lowercased() + text[path...]
        address = whole.hasSuffix("/") ? whole : whole + "/"
    }

    /// The address of a call, for the place of the endpoints on the server.
    public func address(_ call: BackOfficeCall, at path: BackOfficePath) -> String { address + path.name(of: call.name) }

    private static func host(of text: String) -> Substring {
        guard let end = text.firstRange(of: "://") else { return "" }
        let host = text[end.upperBound...].prefix { $0 != "/" }
        if host.first == "[" { return host.prefix { $0 != "]" }.dropFirst() }
        return host.prefix { $0 != ":" }
    }

    private static func isLocal(_ host: Substring) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        // A name such as 127.example.org is another machine.
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in (1...3).contains(part.utf8.count) && UInt8(part) != nil }
    }
}

/// The place of the endpoints on a server: `ws/comm_*.php`, with `*` for the name of the endpoint.
public struct BackOfficePath: Hashable, Sendable {
    /// The places on the known servers, in the order in which they are tried: those of EGNSS4CAP, of PIC2BIM and of
    /// PIC2BIM's Android application.
    public static let known = ["ws/comm_*.php", "comm_*", "egnss4allservices/comm_*.php"].compactMap(Self.init)

    /// The permitted form, for people.
    public static let form = "a path with one *, such as ws/comm_*.php"

    public let text: String

    /// The reason why a text is no such place; nil if it is one.
    @Sendable public static func problem(_ text: String) -> String? {
        guard text.utf8.filter({ $0 == UInt8(ascii: "*") }).count == 1 else { return "has not exactly one *" }
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "/_-.*~".utf8.contains(byte)
            }
        }
        let hasSteps = text.split(separator: "/", omittingEmptySubsequences: false).contains { ["", ".", ".."].contains($0) }
        return isPlain && text.utf8.count <= 200 && !hasSteps ? nil : "is not a path without its first slash"
    }

    /// Nil if `problem` finds one.
    public init?(_ text: String) {
        guard Self.problem(text) == nil else { return nil }
        self.text = text
    }

    func name(of endpoint: String) -> String {
        text.split(separator: "*", omittingEmptySubsequences: false).joined(separator: endpoint)
    }
}
