// SPDX-License-Identifier: Apache-2.0

/// The place of the calls on a server, relative to its address: `ws/comm_*.php`, with `*` for the name of the call.
public struct BackOfficePath: Hashable, Sendable, Codable {
    /// The places on the known servers, in the order in which they are tried: those of EGNSS4CAP, of PIC2BIM, and of the
    /// service that PIC2BIM's Android program uses.
    public static let known = ["ws/comm_*.php", "comm_*", "egnss4allservices/comm_*.php"].compactMap {
        BackOfficePath($0)
    }

    /// The permitted form, for people.
    public static let form = "a path with one *, such as ws/comm_*.php"

    public let text: String

    /// The reason why a text is not such a place; nil if it is one.
    @Sendable public static func problem(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { FormBody.isUnreserved($0) || "/*".utf8.contains($0) }
        guard isPlain, text.utf8.count <= 200 else {
            return "contains other characters than letters, digits and / - . _ ~ *, or more than 200"
        }
        let stars = text.utf8.count { $0 == UInt8(ascii: "*") }
        guard stars == 1 else { return "contains \(stars == 0 ? "no *" : "more than one *")" }
        let steps = text.split(separator: "/", omittingEmptySubsequences: false)
        let isRelative = steps.allSatisfy { !["", ".", ".."].contains($0) }
        return isRelative ? nil : "begins or ends with a slash, or contains //, /./ or /../"
    }

    /// Nil if `problem` finds one.
    public init?(_ text: String) {
        guard Self.problem(text) == nil else { return nil }
        self.text = text
    }

    /// Reads the text.
    ///
    /// - Throws: `DecodingError` if it is not such a place.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if let problem = Self.problem(text) {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" \(problem)")
        }
        self.text = text
    }

    /// Writes the text.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    func place(of call: BackOfficeCall) -> String {
        text.split(separator: "*", omittingEmptySubsequences: false).joined(separator: call.name)
    }
}
