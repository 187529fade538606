// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PUBX,00`: position, velocity and accuracy of u-blox.
public struct PUBXPositionSentence: TypedSentence {
    /// UTC of the fix.
    public var time: TimeOfDay?
    public var position: GeodeticPosition?
    /// Height above the ellipsoid.
    public var ellipsoidalHeight: Length?
    /// The status: `NF` none, `DR` dead reckoning, `G2`/`G3` 2D/3D, `D2`/`D3` the same with corrections, `RK` both
    /// satellites and dead reckoning, `TT` time alone.
    public var status: String?
    public var horizontalAccuracy: Length?
    public var verticalAccuracy: Length?
    /// Speed over ground (the sentence has it in km/h).
    public var speed: Speed?
    /// Course over ground from true north.
    public var course: Angle?
    /// Upward velocity (the sentence has it downward).
    public var climb: Speed?
    /// Age of the corrections in seconds.
    public var correctionAge: Double?
    public var dop = DilutionOfPrecision()
    public var satellitesUsed: Int?

    /// The fields of a sentence, or nil if it is another one.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .pubxPosition else { return nil }
        time = sentence.timeOfDay(2)
        position = sentence.position(3)
        ellipsoidalHeight = sentence.length(7)
        status = sentence.nonEmptyText(8)
        horizontalAccuracy = sentence.accuracy(9)
        verticalAccuracy = sentence.accuracy(10)
        speed = sentence.magnitude(11).map { Speed(kilometresPerHour: $0) }
        course = sentence.bearing(12)
        climb = sentence.decimal(13).map { Speed(metresPerSecond: -$0) }
        correctionAge = sentence.magnitude(14)
        dop.hdop = sentence.dilution(15)
        dop.vdop = sentence.dilution(16)
        dop.tdop = sentence.dilution(17)
        satellitesUsed = sentence.integer(18)
    }

    /// How many dimensions the status says.
    public var fixKind: FixKind {
        switch status {
        case "G3", "D3", "RK": .threeDimensional
        case "G2", "D2", "DR": .twoDimensional
        default: .none
        }
    }

    /// What the status says of the quality.
    public var fixQuality: FixQuality {
        switch status {
        case "G2", "G3": .autonomous
        case "D2", "D3": .differential
        case "DR": .deadReckoning
        case "RK": .combinedDeadReckoning
        default: .invalid
        }
    }
}
