// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PGRMF`: a complete fix of a Garmin receiver.
public struct PGRMFSentence: TypedSentence {
    public var date: CivilDate?
    /// UTC of the fix.
    public var time: TimeOfDay?
    /// GPS time minus UTC, in seconds.
    public var leapSeconds: Int?
    public var position: GeodeticPosition?
    /// The dimension of the fix (sent as 0 for none, 1 for 2D, 2 for 3D).
    public var fixKind: FixKind = .none
    /// Speed over ground (km/h in the sentence).
    public var speed: Speed?
    /// Course over ground from true north.
    public var course: Angle?
    public var dop = DilutionOfPrecision()

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .garminFix else { return nil }
        date = sentence.date(3)
        time = sentence.timeOfDay(4)
        leapSeconds = sentence.integer(5)
        position = sentence.position(6)
        if let kind = sentence.integer(11), (0...2).contains(kind) {
            fixKind = FixKind(rawValue: UInt8(kind + 1)) ?? .none
        }
        speed = sentence.magnitude(12).map { Speed(kilometresPerHour: $0) }
        course = sentence.bearing(13)
        dop.pdop = sentence.dilution(14)
        dop.tdop = sentence.dilution(15)
    }
}
