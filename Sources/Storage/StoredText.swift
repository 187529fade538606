// SPDX-License-Identifier: Apache-2.0

/// Words from outside, as they are kept: one line, trimmed, of a bounded length.
enum StoredText {
    /// What a path is called that has no name.
    static let unnamed = "Untitled"

    /// A path's name: 1...200 characters.
    static func name(_ text: String) -> String {
        let line = line(text, limit: 200)
        return line.isEmpty ? unnamed : line
    }

    /// Why sending failed: nil where there is nothing to say.
    static func error(_ text: String?) -> String? {
        let line = line(text ?? "", limit: 1000)
        return line.isEmpty ? nil : line
    }

    /// A user's name, 1...100 characters as they are.
    ///
    /// - Throws: `StoreError.unsound`: two names must not become one by trimming.
    static func user(_ text: String) throws(StoreError) -> String {
        guard !text.isEmpty, line(text, limit: 100) == text else {
            throw .unsound(reason: "a user's name is 1 to 100 characters on one line, without blanks around it")
        }
        return text
    }

    /// Control characters are blanks; a character may not have marks without end.
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
