// SPDX-License-Identifier: Apache-2.0

package import ControlModel

/// A QR code in a terminal: each character shows two modules, one above the other.
package struct QRCodeText {
    package let text: String

    /// The light margin that readers need, in modules.
    private static let margin = 4

    /// - Parameter hasColours: True sets black and white explicitly, independent of the terminal's colours. False draws
    ///   light modules, for terminals with a dark background.
    package init(_ code: QRCodeReport, hasColours: Bool) {
        let width = code.rows.count + 2 * Self.margin
        let empty = Array(repeating: false, count: width)
        let side = Array(repeating: false, count: Self.margin)
        var rows = Array(repeating: empty, count: Self.margin)
        rows += code.rows.map { side + $0.map { $0 == "1" } + side }
        // An odd last row needs a light one below it.
        rows += Array(repeating: empty, count: Self.margin + (code.rows.count % 2))
        let (begin, end) = hasColours ? ("\u{1B}[40;97m", "\u{1B}[0m") : ("", "")
        text = stride(from: 0, to: rows.count, by: 2).map { index in
            begin + String(zip(rows[index], rows[index + 1]).map(Self.character)) + end
        }.joined(separator: "\n")
    }

    private static func character(isUpperDark: Bool, isLowerDark: Bool) -> Character {
        switch (isUpperDark, isLowerDark) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
    }
}
