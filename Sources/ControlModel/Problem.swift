// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes

/// The reason why a request failed, as JSON (RFC 9457): `{"title":…,"status":404,"detail":…}`, with a `code` for
/// programs if the reason has one.
package struct Problem: Error, Codable, Hashable {
    package static let mediaType = "application/problem+json"

    /// The text of the HTTP status.
    package var title: String
    /// The HTTP status, 400...599.
    package var number: Int
    /// The code for programs.
    package var code: String?
    /// The problem and its remedy, for people.
    package var detail: String
    /// The text as a code with parameters, for clients that show other languages.
    package var message: CodedText { ownMessage ?? standardMessage }
    /// The specific message for this case; nil if the standard message is enough.
    package var ownMessage: CodedText?
    /// A short form of the text, selected by the code or, without a code, by the status.
    private var standardMessage: CodedText { ProblemText.message(code: code, status: number, detail: detail) }
    /// The values that are wrong; nil if the request failed for another reason.
    package var errors: [ValueError]?
    /// The conditions for a photo that are not met; nil if the request failed for another reason.
    package var reasons: [CaptureCheckReport.Reason]?
    /// True if the client must send a token.
    package private(set) var asksForToken = false
    /// The number of seconds after which the client may try again; nil if it may try at once, or if trying again is
    /// useless.
    package var retryAfter: Int?

    enum CodingKeys: String, CodingKey {
        case title, detail, code, message, errors, reasons
        case number = "status"
    }

    /// Reads a problem and derives a missing message from the other members.
    ///
    /// - Throws: `DecodingError`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            title: try container.decode(String.self, forKey: .title),
            number: try container.decode(Int.self, forKey: .number),
            detail: try container.decode(String.self, forKey: .detail),
            code: try container.decodeIfPresent(String.self, forKey: .code))
        errors = try container.decodeIfPresent([ValueError].self, forKey: .errors)
        reasons = try container.decodeIfPresent([CaptureCheckReport.Reason].self, forKey: .reasons)
        let message = try container.decodeIfPresent(CodedText.self, forKey: .message)
        ownMessage = message == standardMessage ? nil : message
    }

    /// Writes the problem with its message.
    ///
    /// - Throws: The error of the encoder.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(number, forKey: .number)
        try container.encode(detail, forKey: .detail)
        try container.encodeIfPresent(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(errors, forKey: .errors)
        try container.encodeIfPresent(reasons, forKey: .reasons)
    }

    package init(title: String, number: Int, detail: String, code: String? = nil, asksForToken: Bool = false) {
        (self.title, self.number, self.detail, self.code) = (title, number, detail, code)
        self.asksForToken = asksForToken
    }
}
