// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PASHR,POS`: position of an Ashtech (later Magellan, Thales) receiver.
public struct PASHRPositionSentence: TypedSentence {
    /// True if corrections are used.
    public var isDifferential = false
    public var satellitesUsed: Int?
    /// UTC of the fix.
    public var time: TimeOfDay?
    public var position: GeodeticPosition?
    /// Height above the ellipsoid.
    public var ellipsoidalHeight: Length?
    /// Course over ground from true north.
    public var course: Angle?
    /// Speed over ground (knots in the sentence).
    public var speed: Speed?
    /// Vertical velocity, upward positive.
    public var climb: Speed?
    public var dop = DilutionOfPrecision()

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .ashtechPosition else { return nil }
        isDifferential = sentence.integer(2) ?? 0 >= 1
        satellitesUsed = sentence.integer(3)
        time = sentence.timeOfDay(4)
        position = sentence.position(5)
        ellipsoidalHeight = sentence.length(9)
        course = sentence.bearing(11)
        speed = sentence.knots(12)
        climb = sentence.metresPerSecond(13)
        dop.pdop = sentence.dilution(14)
        dop.hdop = sentence.dilution(15)
        dop.vdop = sentence.dilution(16)
        dop.tdop = sentence.dilution(17)
    }
}
