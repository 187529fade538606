// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// GRS: range residuals, in the order of the satellites in GSA.
public struct GRSSentence: TypedSentence {
    /// UTC of the fix.
    public var time: TimeOfDay?
    /// True if the residuals were recomputed after the position solution.
    public var isRecomputed = false
    /// The residuals of the twelve slots; nil for an empty slot.
    public var residuals: [Length?] = []
    /// The system ID (since NMEA 4.10).
    public var systemID: Int?
    /// The signal ID (since NMEA 4.10).
    public var signalID: UInt8?

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .grs else { return nil }
        time = sentence.timeOfDay(1)
        isRecomputed = sentence.integer(2) == 1
        for field in 3...14 { residuals.append(sentence.length(field)) }
        systemID = sentence.hexadecimalDigit(15).map { Int($0) }
        signalID = sentence.hexadecimalDigit(16)
    }
}
