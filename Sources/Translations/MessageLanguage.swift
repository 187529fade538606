// SPDX-License-Identifier: Apache-2.0

/// A language in which messages are available, with its tag (RFC 5646).
public enum MessageLanguage: String, Codable, Hashable, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"

    /// The client's preferred available language (RFC 9110, section 12.5.4); English if it accepts none of them.
    ///
    /// - Parameter header: The `Accept-Language` header, such as `de-AT,de;q=0.9,en;q=0.5`; only its first 32 parts are
    ///   read.
    public init(acceptLanguage header: String) {
        var best: (language: MessageLanguage, quality: Double) = (.english, 0)
        for part in header.split(separator: ",").prefix(32) {
            let fields = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let range = fields.first?.lowercased() else { continue }
            let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            let tag = range.split(separator: "-").first.map(String.init) ?? ""
            guard let language = tag == "*" ? .english : MessageLanguage(rawValue: tag), weight > best.quality else {
                continue
            }
            best = (language, weight)
        }
        self = best.language
    }
}
