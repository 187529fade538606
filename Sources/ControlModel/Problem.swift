// SPDX-License-Identifier: Apache-2.0

/// Why a request is not answered as asked, as JSON (RFC 9457): `{"title":…,"status":404,"detail":…}`,
/// with a `code` for programs where a reason has one.
package struct Problem: Error, Codable, Hashable {
    package static let mediaType = "application/problem+json"

    /// The HTTP status in words.
    package var title: String
    /// The HTTP status as a number, 400...599.
    package var number: Int
    /// The reason in a word for programs.
    package var code: String?
    /// What is wrong and what to do, for people.
    package var detail: String
    /// Whether the client is to show a token.
    package private(set) var asksForToken = false
    /// After how many seconds the client may try again; nil: at once, or never.
    package var retryAfter: Int?

    enum CodingKeys: String, CodingKey {
        case title, detail, code
        case number = "status"
    }

    package init(title: String, number: Int, detail: String, code: String? = nil, asksForToken: Bool = false) {
        (self.title, self.number, self.detail, self.code) = (title, number, detail, code)
        self.asksForToken = asksForToken
    }
}
