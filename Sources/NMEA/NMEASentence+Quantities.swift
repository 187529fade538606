// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension NMEASentence {
    /// A time of day `hhmmss[.s…]`, or nil where it is no such time.
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

    /// A date `ddmmyy`; years 69…99 are those of the last century.
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

    /// Latitude and longitude in four fields: `ddmm.m…,N,dddmm.m…,E`. Nil where one is missing or out of its range.
    public func position(_ field: Int) -> GeodeticPosition? {
        guard let latitude = coordinate(field, positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S")),
            let longitude = coordinate(field + 2, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"))
        else { return nil }
        return GeodeticPosition(latitude: Angle(degrees: latitude), longitude: Angle(degrees: longitude))
    }

    /// Degrees and minutes with a hemisphere letter. Some receivers drop leading zeros, so that the last two digits
    /// before the point are the minutes. A coordinate without a point is none.
    func coordinate(_ field: Int, positive: UInt8, negative: UInt8) -> Double? {
        let letters = range(of: field + 1)
        guard letters.count == 1 else { return nil }
        let letter = bytes[letters.lowerBound]
        guard letter == positive || letter == negative else { return nil }
        guard let number = fixedPoint(in: range(of: field)), number.digits >= 0 else { return nil }
        guard hasPoint(field) else { return nil }
        let unit = Int64(FixedPoint.power(number.decimals))
        let degrees = number.digits / unit / 100
        let minutes = FixedPoint(digits: number.digits - degrees * 100 * unit, decimals: number.decimals).value
        guard minutes < 60, degrees <= 180 else { return nil }
        let value = Double(degrees) + minutes / 60
        return letter == positive ? value : -value
    }

    private func hasPoint(_ field: Int) -> Bool {
        for index in range(of: field) where bytes[index] == .point { return true }
        return false
    }

    /// A length in metres.
    func length(_ field: Int) -> Length? { decimal(field).map { Length(metres: $0) } }

    /// A length in metres that is not negative.
    func accuracy(_ field: Int) -> Length? { magnitude(field).map { Length(metres: $0) } }

    /// A speed in knots.
    func knots(_ field: Int) -> Speed? { magnitude(field).map { Speed(knots: $0) } }

    /// A velocity component in metres a second.
    func metresPerSecond(_ field: Int) -> Speed? { decimal(field).map { Speed(metresPerSecond: $0) } }

    /// A direction, 0°..<360° (360 reads as 0).
    func bearing(_ field: Int) -> Angle? {
        guard let degrees = decimal(field), degrees >= 0, degrees <= 360 else { return nil }
        return Angle(degrees: degrees == 360 ? 0 : degrees)
    }

    /// An angle with an east or west letter behind it, east positive.
    func variation(_ field: Int) -> Angle? {
        guard let degrees = magnitude(field), degrees <= 180 else { return nil }
        switch letter(field + 1) {
        case UInt8(ascii: "E"): return Angle(degrees: degrees)
        case UInt8(ascii: "W"): return Angle(degrees: -degrees)
        default: return nil
        }
    }

    /// A dilution of precision; makers' ways of saying «not available» are 0 and 99 or so.
    func dilution(_ field: Int) -> Double? {
        guard let value = decimal(field), value >= 0.01, value <= 89.99 else { return nil }
        return value
    }

    /// A mode letter.
    func mode(_ field: Int) -> ModeIndicator? { letter(field).map { ModeIndicator(rawValue: $0) } }
}
