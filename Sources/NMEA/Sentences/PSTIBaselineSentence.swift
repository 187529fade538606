// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PSTI,032` and `PSTI,035`: Skytraq's baseline from the base (or the moving base) to the rover.
public struct PSTIBaselineSentence: TypedSentence {
    /// True if the base moves (`035`).
    public var isMovingBase: Bool
    /// UTC of the fix.
    public var time: TimeOfDay?
    public var date: CivilDate?
    /// True if the status is `A`.
    public var isValid = false
    /// `F` float, `R` fixed.
    public var mode: ModeIndicator?
    /// The rover's position east of the base.
    public var east: Length?
    /// The rover's position north of the base.
    public var north: Length?
    /// The rover's height above the base.
    public var up: Length?
    /// The length of the baseline.
    public var length: Length?
    /// The direction of the baseline relative to true north.
    public var course: Angle?

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .skytraqBaseline || sentence.kind == .skytraqMovingBaseline else { return nil }
        isMovingBase = sentence.kind == .skytraqMovingBaseline
        time = sentence.timeOfDay(2)
        date = sentence.date(3)
        isValid = sentence.letter(4) == UInt8(ascii: "A")
        mode = sentence.mode(5)
        east = sentence.length(6)
        north = sentence.length(7)
        up = sentence.length(8)
        length = sentence.length(9)
        course = sentence.bearing(10)
    }
}
