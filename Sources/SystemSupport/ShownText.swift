// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// True if the character neither breaks a line nor changes how other text is shown.
    public var isPlain: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}

extension String {
    /// The text on one line, with spaces in place of characters that are not plain.
    public var plainLine: String { String(unicodeScalars.map { $0.isPlain ? Character($0) : " " }) }

    /// Text of another side for people: one line of at most 200 characters; characters that are not plain become spaces.
    public var shownLine: String {
        let text = String(unicodeScalars.prefix(1000)).plainLine
        return text.count <= 200 ? text : String(text.prefix(199)) + "…"
    }
}
