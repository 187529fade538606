// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// RMC: recommended minimum; the position with speed, course and date.
public struct RMCSentence: TypedSentence {
    /// UTC of the fix.
    public var time: TimeOfDay?
    /// True if the status is `A`; otherwise date and time may be wrong.
    public var isValid = false
    public var position: GeodeticPosition?
    /// Speed over ground (knots in the sentence).
    public var speed: Speed?
    /// Course over ground from true north; empty or frozen at low speed.
    public var course: Angle?
    public var date: CivilDate?
    /// Magnetic variation, east positive.
    public var magneticVariation: Angle?
    /// The mode letter (since NMEA 2.3).
    public var mode: ModeIndicator?
    /// The navigational status (since NMEA 4.10).
    public var status: NavigationalStatus?

    public init() {}

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .rmc else { return nil }
        time = sentence.timeOfDay(1)
        // Old differential receivers send `D`.
        let letter = sentence.letter(2)
        isValid = letter == UInt8(ascii: "A") || letter == UInt8(ascii: "D")
        position = sentence.position(3)
        speed = sentence.knots(7)
        course = sentence.bearing(8)
        date = sentence.date(9)
        magneticVariation = sentence.variation(10)
        mode = sentence.mode(12)
        status = sentence.letter(13).map { NavigationalStatus(rawValue: $0) }
    }

    /// Encodes the sentence.
    ///
    /// - Parameters:
    ///   - talker: The talker ID of the address.
    ///   - version: Determines whether mode and status are written.
    ///   - decimals: Decimals of the minutes of the position.
    public func encoded(talker: Talker, version: NMEAVersion = .v411, decimals: Int = 5) -> [UInt8] {
        var writer = SentenceWriter(talker, "RMC")
        writer.time(time)
        writer.letter(isValid ? UInt8(ascii: "A") : UInt8(ascii: "V"))
        writer.position(position, decimals: decimals)
        writer.decimal(speed?.knots, decimals: 3)
        writer.bearing(course)
        writer.date(date)
        writer.decimal(magneticVariation?.degrees.magnitude, decimals: 1)
        writer.letter(magneticVariation.map { UInt8(ascii: $0.degrees < 0 ? "W" : "E") })
        if version >= .v23 { writer.letter(mode?.rawValue) }
        if version >= .v410 { writer.letter((status ?? .notValid).rawValue) }
        return writer.finish()
    }
}
