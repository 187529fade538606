// SPDX-License-Identifier: Apache-2.0

/// Normalises text from outside before it is stored: one line, trimmed, of limited length.
enum StoredText {
    /// The name of a path without a name.
    static let unnamed = "Untitled"

    /// Normalises a path's name to 1...200 characters.
    static func name(_ text: String) -> String {
        let line = line(text, limit: 200)
        return line.isEmpty ? unnamed : line
    }

    /// Normalises the reason of a failed transfer; nil if it is empty.
    static func error(_ text: String?) -> String? {
        let line = line(text ?? "", limit: 1000)
        return line.isEmpty ? nil : line
    }

    /// Checks a user's name: 1...100 characters, stored unchanged.
    ///
    /// - Throws: `StoreError.unsound` if the name would be changed, because two names must not become equal by
    ///   trimming.
    static func user(_ text: String) throws(StoreError) -> String {
        guard !text.isEmpty, line(text, limit: 100) == text else {
            throw .unsound(
                reason: "a user's name must have 1 to 100 characters on one line, without surrounding "
                    + "blanks")
        }
        return text
    }

    /// Replaces control characters by blanks, trims the text, and limits its length in characters and in scalars,
    /// because one character can have any number of combining marks.
    static func line(_ text: String, limit: Int) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit &* 8) {
            scalars.append(isBreaking(scalar) ? " " : scalar)
        }
        let characters = String(scalars).drop { $0.isWhitespace }.prefix(limit)
        guard let last = characters.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(characters[...last])
    }

    private static func isBreaking(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
