// SPDX-License-Identifier: Apache-2.0

/// Texts that a spreadsheet would take for formulas. The name of a receiver may come from an imported file, so a stranger
/// may have chosen it.
///
/// An apostrophe in front keeps spreadsheets from calculating (OWASP ASVS 5.0, requirement 1.2.10). A text that begins
/// with apostrophes before such a character gets one more, so that the reader can remove exactly the added one. Where the
/// decimal sign is a comma, spreadsheets separate cells by semicolons, so each part between semicolons is such a text.
enum FormulaText {
    /// The characters with which a formula begins, or which spreadsheets skip before one; East Asian editions accept the
    /// wide forms.
    private static let marks: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\0", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    /// Returns the text as it is written.
    static func escaped(_ text: String) -> String { changing(text) { isFormula($0) ? "'" + $0 : $0 } }

    /// Returns the text that was written as `text`.
    static func restored(_ text: String) -> String {
        changing(text) { part in
            guard part.unicodeScalars.first == "'", isFormula(part) else { return part }
            return String(part.unicodeScalars.dropFirst())
        }
    }

    private static func changing(_ text: String, _ change: (String) -> String) -> String {
        text.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false).map { change(String($0)) }
            .joined(separator: ";")
    }

    /// True for a formula with any number of apostrophes and quotes in front.
    private static func isFormula(_ text: String) -> Bool {
        text.unicodeScalars.first { $0 != "'" && $0 != "\"" }.map(marks.contains) ?? false
    }
}
