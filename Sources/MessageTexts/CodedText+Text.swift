// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension CodedText {
    /// The sentence in English; the code if this program does not know it.
    public var text: String { text(from: { code in CodedTexts.english[code] }) }

    /// The sentence in the language of a catalogue; in English if the catalogue lacks it. "…" is a missing parameter.
    ///
    /// - Parameter catalogue: Templates by code; `{name}` stands for a parameter, `{name:1}` for a number with one
    ///   decimal.
    public func text(by catalogue: [String: String]) -> String {
        text(from: { code in catalogue[code] ?? CodedTexts.english[code] })
    }
}
