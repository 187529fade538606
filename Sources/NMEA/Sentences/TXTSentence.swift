// SPDX-License-Identifier: Apache-2.0

/// TXT: words for people; u-blox sends its firmware and the state of its antenna at the start.
public struct TXTSentence: TypedSentence {
    /// How many sentences the text has.
    public var total: Int?
    /// Which this is, from 1.
    public var number: Int?
    /// The severity: 0 error, 1 warning, 2 notice, 7 user.
    public var severity: Int?
    /// The text. A comma in it began a new field; it is put back.
    public var text: String?

    /// The fields of a sentence, or nil if it is another one.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .txt else { return nil }
        total = sentence.integer(1)
        number = sentence.integer(2)
        severity = sentence.integer(3)
        guard sentence.fieldCount > 4 else { return }
        text = (4..<sentence.fieldCount).map { sentence.text($0) }.joined(separator: ",")
    }
}
