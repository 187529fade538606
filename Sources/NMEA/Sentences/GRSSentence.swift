// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// GRS: range residuals, in the order of the satellites in GSA.
public struct GRSSentence: TypedSentence {
    /// UTC of the fix.
    public var time: TimeOfDay?
    /// Whether they were computed again after the solution.
    public var isRecomputed = false
    /// The residuals of the twelve slots; nil where empty.
    public var residuals: [Length?] = []
    /// The system id, since 4.10.
    public var systemID: Int?
    /// The signal id, since 4.10.
    public var signalID: UInt8?

    /// The fields of a sentence, or nil if it is another one.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .grs else { return nil }
        time = sentence.timeOfDay(1)
        isRecomputed = sentence.integer(2) == 1
        for field in 3...14 { residuals.append(sentence.length(field)) }
        systemID = sentence.hexadecimalDigit(15).map { Int($0) }
        signalID = sentence.hexadecimalDigit(16)
    }
}
