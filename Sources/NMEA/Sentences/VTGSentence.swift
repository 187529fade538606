// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// VTG: course and speed over ground. It has no time.
public struct VTGSentence: TypedSentence {
    /// Course from true north.
    public var course: Angle?
    /// Course from magnetic north.
    public var magneticCourse: Angle?
    /// Speed over ground from the field in knots, or from the field in km/h if the former is empty.
    public var speed: Speed?
    /// The mode letter (since NMEA 2.3).
    public var mode: ModeIndicator?

    public init() {}

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .vtg else { return nil }
        course = sentence.bearing(1)
        // The oldest form has no letters: true, magnetic, knots, km/h.
        let isOld = sentence.letter(2) != UInt8(ascii: "T") && !sentence.isEmpty(2) || sentence.fieldCount <= 5
        magneticCourse = sentence.bearing(isOld ? 2 : 3)
        speed = sentence.knots(isOld ? 3 : 5)
        if speed == nil, let value = sentence.magnitude(isOld ? 4 : 7) { speed = Speed(kilometresPerHour: value) }
        mode = isOld ? nil : sentence.mode(9)
    }

    /// Encodes the sentence.
    ///
    /// - Parameters:
    ///   - talker: The talker ID of the address.
    ///   - version: Determines whether the mode is written.
    public func encoded(talker: Talker, version: NMEAVersion = .v411) -> [UInt8] {
        var writer = SentenceWriter(talker, "VTG")
        writer.bearing(course)
        writer.letter(UInt8(ascii: "T"))
        writer.bearing(magneticCourse)
        writer.letter(UInt8(ascii: "M"))
        writer.decimal(speed?.knots, decimals: 3)
        writer.letter(UInt8(ascii: "N"))
        writer.decimal(speed?.kilometresPerHour, decimals: 3)
        writer.letter(UInt8(ascii: "K"))
        if version >= .v23 { writer.letter(mode?.rawValue) }
        return writer.finish()
    }
}
