// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PUBX,00`: position, velocity and accuracy from u-blox.
public struct PUBXPositionSentence: TypedSentence {
    /// UTC of the fix.
    public var time: TimeOfDay?
    public var position: GeodeticPosition?
    /// Height above the ellipsoid.
    public var ellipsoidalHeight: Length?
    /// The status: `NF` none, `DR` dead reckoning, `G2`/`G3` 2D/3D, `D2`/`D3` 2D/3D with corrections, `RK` satellites
    /// combined with dead reckoning, `TT` time only.
    public var status: String?
    public var horizontalAccuracy: Length?
    public var verticalAccuracy: Length?
    /// Speed over ground (km/h in the sentence).
    public var speed: Speed?
    /// Course over ground from true north.
    public var course: Angle?
    /// Upward velocity (downward in the sentence).
    public var climb: Speed?
    /// Age of the corrections in seconds.
    public var correctionAge: Double?
    public var dop = DilutionOfPrecision()
    public var satellitesUsed: Int?

    /// Reads the fields of a sentence; nil if it is of a different kind.
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

    /// The dimension of the fix according to the status.
    public var fixKind: FixKind {
        switch status {
        case "G3", "D3", "RK": .threeDimensional
        case "G2", "D2", "DR": .twoDimensional
        default: .none
        }
    }

    /// The quality of the fix according to the status.
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
