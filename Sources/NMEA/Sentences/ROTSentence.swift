// SPDX-License-Identifier: Apache-2.0

/// ROT: rate of turn.
public struct ROTSentence: TypedSentence {
    /// In degrees a minute, to starboard positive.
    public var rate: Double?
    /// Whether the status is `A`.
    public var isValid = false

    /// The fields of a sentence, or nil if it is another one.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .rot else { return nil }
        rate = sentence.decimal(1)
        isValid = sentence.letter(2) == UInt8(ascii: "A")
    }
}
