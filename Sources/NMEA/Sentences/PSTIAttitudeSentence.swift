// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PSTI,036`: Skytraq's heading, pitch and roll from a moving base.
public struct PSTIAttitudeSentence: TypedSentence {
    /// UTC of the fix.
    public var time: TimeOfDay?
    public var date: CivilDate?
    /// Heading from true north.
    public var heading: Angle?
    public var pitch: Angle?
    public var roll: Angle?
    /// The mode letter; `N` for none.
    public var mode: ModeIndicator?

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .skytraqAttitude else { return nil }
        time = sentence.timeOfDay(2)
        date = sentence.date(3)
        heading = sentence.bearing(4)
        pitch = sentence.decimal(5).map { Angle(degrees: $0) }
        roll = sentence.decimal(6).map { Angle(degrees: $0) }
        mode = sentence.mode(7)
    }
}
