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
    /// Text of another side for people: one line of at most 200 characters; characters that are not plain become spaces.
    public var shownLine: String {
        let line = unicodeScalars.prefix(1000).map { $0.isPlain ? Character($0) : " " }
        let text = String(line)
        return text.count <= 200 ? text : String(text.prefix(199)) + "…"
    }
}
