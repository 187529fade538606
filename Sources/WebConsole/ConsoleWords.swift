// SPDX-License-Identifier: Apache-2.0

/// The console's own words in a language, for a page that the gateway makes for browsers without scripts.
public struct ConsoleWords: Sendable {
    /// The texts by their keys, such as `quality.rtk_fixed`.
    private let texts: [String: String]

    /// Reads the texts.
    ///
    /// - Parameter language: The tag of a language, such as `de`. The words are English if the console does not have it.
    public init(_ files: ConsoleFiles, language: String) {
        let english = files.file("texts/en.js")?.bytes ?? []
        let own = files.file("texts/\(language).js")?.bytes ?? english
        texts = TextCatalogue.texts(english, of: english).merging(TextCatalogue.texts(own, of: english)) { $1 }
    }

    /// The text with a key; the key itself if there is no such text.
    public subscript(key: String) -> String { texts[key] ?? key }

    /// The word for a code, such as `rtk_fixed` of the group `quality`; the code with blanks if the console has no word.
    public func word(_ group: String, _ code: String) -> String {
        texts["\(group).\(code)"] ?? code.replacing("_", with: " ")
    }
}
