// SPDX-License-Identifier: Apache-2.0

/// TXT: human-readable text; u-blox sends its firmware version and antenna state at startup.
public struct TXTSentence: TypedSentence {
    /// Number of sentences that make up the text.
    public var total: Int?
    /// Number of this sentence, from 1.
    public var number: Int?
    /// The severity: 0 error, 1 warning, 2 notice, 7 user.
    public var severity: Int?
    /// The text, including commas, which separate fields in the sentence.
    public var text: String?

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .txt else { return nil }
        total = sentence.integer(1)
        number = sentence.integer(2)
        severity = sentence.integer(3)
        guard sentence.fieldCount > 4 else { return }
        text = (4..<sentence.fieldCount).map { sentence.text($0) }.joined(separator: ",")
    }
}
