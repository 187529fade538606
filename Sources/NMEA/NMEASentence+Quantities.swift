// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension NMEASentence {
    /// A time of day `hhmmss[.s…]`; nil if the field is not a valid time.
    public func timeOfDay(_ field: Int) -> TimeOfDay? {
        let range = range(of: field)
        guard range.count >= 6, let whole = sixDigits(at: range.lowerBound) else { return nil }
        var nanoseconds = 0
        if range.count > 6 {
            guard bytes[range.lowerBound + 6] == .point else { return nil }
            var unit = 100_000_000
            for index in (range.lowerBound + 7)..<range.upperBound {
                guard bytes[index].isDigit else { return nil }
                nanoseconds += Int(bytes[index] &- 0x30) * unit
                unit /= 10
            }
        }
        return TimeOfDay(
            hour: whole / 10_000, minute: whole / 100 % 100, second: whole % 100, nanosecond: nanoseconds)
    }

    /// A date `ddmmyy`; years 69…99 belong to the 20th century.
    public func date(_ field: Int) -> CivilDate? {
        let range = range(of: field)
        guard range.count == 6, let whole = sixDigits(at: range.lowerBound) else { return nil }
        let year = whole % 100
        return CivilDate(year: year < 69 ? 2000 + year : 1900 + year, month: whole / 100 % 100, day: whole / 10_000)
    }

    private func sixDigits(at start: Int) -> Int? {
        var value = 0
        for index in start..<(start + 6) {
            guard bytes[index].isDigit else { return nil }
            value = value * 10 + Int(bytes[index] &- 0x30)
        }
        return value
    }

    /// Latitude and longitude in four fields: `ddmm.m…,N,dddmm.m…,E`. Nil if one is missing or out of range.
    public func position(_ field: Int) -> GeodeticPosition? {
        guard let latitude = latitude(field), let longitude = longitude(field + 2) else { return nil }
        return GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
    }

    /// A latitude `ddmm.m…` followed by `N` or `S`, in degrees.
    func latitude(_ field: Int) -> Double? {
        coordinate(field, wholeDigits: 4, positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S"))
    }

    /// A longitude `dddmm.m…` followed by `E` or `W`, in degrees.
    func longitude(_ field: Int) -> Double? {
        coordinate(field, wholeDigits: 5, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"))
    }

    /// Reads degrees and minutes with a hemisphere letter.
    ///
    /// The number of digits before the point is fixed (NMEA 0183, field types `llll.ll` and `yyyyy.yy`). A coordinate
    /// that lost or gained a digit on the line would be off by hundreds of kilometres, so a field with a different
    /// width, with a sign or without a point is nil.
    private func coordinate(_ field: Int, wholeDigits: Int, positive: UInt8, negative: UInt8) -> Double? {
        let letters = range(of: field + 1)
        guard letters.count == 1 else { return nil }
        let letter = bytes[letters.lowerBound]
        guard letter == positive || letter == negative else { return nil }
        let digits = range(of: field)
        let point = digits.lowerBound + wholeDigits
        guard point < digits.upperBound, bytes[point] == .point, bytes[digits.lowerBound].isDigit else { return nil }
        guard let number = fixedPoint(in: digits) else { return nil }
        let unit = Int64(FixedPoint.power(number.decimals))
        let degrees = number.digits / unit / 100
        let minutes = FixedPoint(digits: number.digits - degrees * 100 * unit, decimals: number.decimals).value
        guard minutes < 60, degrees <= 180 else { return nil }
        let value = Double(degrees) + minutes / 60
        return letter == positive ? value : -value
    }

    /// A length in metres.
    func length(_ field: Int) -> Length? { decimal(field).map { Length(metres: $0) } }

    /// A length in metres that is not negative.
    func accuracy(_ field: Int) -> Length? { magnitude(field).map { Length(metres: $0) } }

    /// A speed in knots.
    func knots(_ field: Int) -> Speed? { magnitude(field).map { Speed(knots: $0) } }

    /// A velocity component in metres per second.
    func metresPerSecond(_ field: Int) -> Speed? { decimal(field).map { Speed(metresPerSecond: $0) } }

    /// A direction, 0°..<360° (360 is read as 0).
    func bearing(_ field: Int) -> Angle? {
        guard let degrees = decimal(field), degrees >= 0, degrees <= 360 else { return nil }
        return Angle(degrees: degrees == 360 ? 0 : degrees)
    }

    /// The magnetic variation, east positive. Nil also for 0: receivers without a magnetic model send 0, and where the
    /// variation really is 0, omitting it makes no difference.
    func variation(_ field: Int) -> Angle? {
        guard let angle = eastOrWest(field), angle.degrees != 0 else { return nil }
        return angle
    }

    /// An angle of 0°...180° followed by an east or west letter, east positive.
    func eastOrWest(_ field: Int) -> Angle? {
        guard let degrees = magnitude(field), degrees <= 180 else { return nil }
        switch letter(field + 1) {
        case UInt8(ascii: "E"): return Angle(degrees: degrees)
        case UInt8(ascii: "W"): return Angle(degrees: -degrees)
        default: return nil
        }
    }

    /// A dilution of precision, 0.01...89.99; nil for the values that manufacturers send as "not available", such as
    /// 0 and 99.
    func dilution(_ field: Int) -> Double? {
        guard let value = decimal(field), value >= 0.01, value <= 89.99 else { return nil }
        return value
    }

    /// The mode letter in a field.
    func mode(_ field: Int) -> ModeIndicator? { letter(field).map { ModeIndicator(rawValue: $0) } }
}
