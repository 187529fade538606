// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// RMC: recommended minimum, the position with speed, course and date.
public struct RMCSentence: TypedSentence {
    /// UTC of the fix.
    public var time: TimeOfDay?
    /// Whether the status is `A`; with `V` date and time may be rubbish.
    public var isValid = false
    public var position: GeodeticPosition?
    /// Speed over ground (the sentence has it in knots).
    public var speed: Speed?
    /// Course over ground from true north; empty or frozen when slow.
    public var course: Angle?
    public var date: CivilDate?
    /// Magnetic variation, east positive.
    public var magneticVariation: Angle?
    /// The mode letter, since 2.3.
    public var mode: ModeIndicator?
    /// The navigational status, since 4.10.
    public var status: NavigationalStatus?

    public init() {}

    /// The fields of a sentence, or nil if it is another one.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .rmc else { return nil }
        time = sentence.timeOfDay(1)
        // `D` stands there in old differential receivers.
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

    /// The sentence.
    ///
    /// - Parameters:
    ///   - talker: who speaks.
    ///   - version: decides whether mode and status are there.
    ///   - decimals: of the minutes of the position.
    public func encoded(talker: Talker, version: NMEAVersion = .v411, decimals: Int = 5) -> [UInt8] {
        var writer = SentenceWriter(talker, "RMC")
        writer.time(time)
        writer.letter(isValid ? UInt8(ascii: "A") : UInt8(ascii: "V"))
        writer.position(position, decimals: decimals)
        writer.decimal(speed?.knots, decimals: 3)
        writer.decimal(course?.degrees, decimals: 2)
        writer.date(date)
        writer.decimal(magneticVariation?.degrees.magnitude, decimals: 1)
        writer.letter(magneticVariation.map { UInt8(ascii: $0.degrees < 0 ? "W" : "E") })
        if version >= .v23 { writer.letter(mode?.rawValue) }
        if version >= .v410 { writer.letter((status ?? .notValid).rawValue) }
        return writer.finish()
    }
}
