// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PASHR` as the generic attitude sentence: time, heading, roll, pitch and heave, with standard deviations.
public struct PASHRAttitudeSentence: TypedSentence {
    public var time: TimeOfDay?
    /// Heading from true north.
    public var heading: Angle?
    public var roll: Angle?
    public var pitch: Angle?
    public var heave: Length?
    /// Standard deviation of the roll.
    public var rollDeviation: Angle?
    /// Standard deviation of the pitch.
    public var pitchDeviation: Angle?
    /// Standard deviation of the heading.
    public var headingDeviation: Angle?
    /// The quality: 0 no fix, 1 fix, 2 RTK fixed.
    public var quality: Int?

    /// Reads the fields of a sentence; nil if it is of a different kind, including `PASHR,POS` and Ashtech's other
    /// sentences.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .attitude, sentence.letter(3) == UInt8(ascii: "T") else { return nil }
        time = sentence.timeOfDay(1)
        heading = sentence.bearing(2)
        roll = sentence.decimal(4).map { Angle(degrees: $0) }
        pitch = sentence.decimal(5).map { Angle(degrees: $0) }
        heave = sentence.length(6)
        rollDeviation = sentence.magnitude(7).map { Angle(degrees: $0) }
        pitchDeviation = sentence.magnitude(8).map { Angle(degrees: $0) }
        headingDeviation = sentence.magnitude(9).map { Angle(degrees: $0) }
        quality = sentence.integer(10)
    }
}
