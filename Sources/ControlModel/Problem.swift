// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes

/// Why a request is not answered as asked, as JSON (RFC 9457): `{"title":…,"status":404,"detail":…}`,
/// with a `code` for programs where a reason has one.
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
    /// In short and by code, for clients that show other languages.
    package var message: CodedText { ProblemText.message(code: code, status: number, detail: detail) }
    /// Whether the client is to show a token.
    package private(set) var asksForToken = false
    /// The number of seconds after which the client may try again; nil if at once or never.
    package var retryAfter: Int?

    enum CodingKeys: String, CodingKey {
        case title, detail, code, message
        case number = "status"
    }

    /// Reads a problem; its message follows from the rest.
    ///
    /// - Throws: `DecodingError`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            title: try container.decode(String.self, forKey: .title),
            number: try container.decode(Int.self, forKey: .number),
            detail: try container.decode(String.self, forKey: .detail),
            code: try container.decodeIfPresent(String.self, forKey: .code))
    }

    /// Writes the problem with its message.
    ///
    /// - Throws: the error of the encoder.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(number, forKey: .number)
        try container.encode(detail, forKey: .detail)
        try container.encodeIfPresent(code, forKey: .code)
        try container.encode(message, forKey: .message)
    }

    package init(title: String, number: Int, detail: String, code: String? = nil, asksForToken: Bool = false) {
        (self.title, self.number, self.detail, self.code) = (title, number, detail, code)
        self.asksForToken = asksForToken
    }
}
