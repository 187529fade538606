// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PSTI,030`: Skytraq's position and velocity.
public struct PSTIVelocitySentence: TypedSentence {
    /// UTC of the fix.
    public var time: TimeOfDay?
    /// True if the status is `A`.
    public var isValid = false
    public var position: GeodeticPosition?
    /// Height above mean sea level.
    public var orthometricHeight: Length?
    /// Velocity towards the east.
    public var east: Speed?
    /// Velocity towards the north.
    public var north: Speed?
    public var up: Speed?
    public var date: CivilDate?
    /// The mode of the solution, with the letters of RMC.
    public var mode: ModeIndicator?
    /// Age of the RTK corrections in seconds.
    public var correctionAge: Double?
    /// The ratio that indicates the reliability of the integer ambiguities.
    public var ratio: Double?

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .skytraqVelocity else { return nil }
        time = sentence.timeOfDay(2)
        isValid = sentence.letter(3) == UInt8(ascii: "A")
        position = sentence.position(4)
        orthometricHeight = sentence.length(8)
        east = sentence.metresPerSecond(9)
        north = sentence.metresPerSecond(10)
        up = sentence.metresPerSecond(11)
        date = sentence.date(12)
        mode = sentence.mode(13)
        correctionAge = sentence.magnitude(14)
        ratio = sentence.magnitude(15)
    }
}
