// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PUBX,04`: u-blox's time and clock.
public struct PUBXTimeSentence: TypedSentence {
    public var time: TimeOfDay?
    public var date: CivilDate?
    /// GPS time minus UTC, in seconds.
    public var leapSeconds: Int?
    /// True if `leapSeconds` is the firmware's default, not yet received from a satellite.
    public var leapSecondsAreDefault = false
    /// Clock bias in nanoseconds.
    public var clockBias: Double?
    /// Clock drift in nanoseconds per second.
    public var clockDrift: Double?
    /// Granularity of the time pulse in nanoseconds.
    public var granularity: Double?

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .pubxTime else { return nil }
        time = sentence.timeOfDay(2)
        date = sentence.date(3)
        let leap = sentence.text(6)
        leapSecondsAreDefault = leap.hasSuffix("D")
        leapSeconds = Int(leapSecondsAreDefault ? String(leap.dropLast()) : leap)
        clockBias = sentence.decimal(7)
        clockDrift = sentence.decimal(8)
        granularity = sentence.decimal(9)
    }
}
