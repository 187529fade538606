// SPDX-License-Identifier: Apache-2.0

/// ROT: rate of turn.
public struct ROTSentence: TypedSentence {
    /// Rate of turn in degrees per minute, positive to starboard.
    public var rate: Double?
    /// True if the status is `A`.
    public var isValid = false

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .rot else { return nil }
        rate = sentence.decimal(1)
        isValid = sentence.letter(2) == UInt8(ascii: "A")
    }
}
