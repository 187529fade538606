// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Wire

/// Encodes one sentence, field by field; an absent value yields an empty field.
public struct SentenceWriter {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []

    /// Begins a sentence with its address.
    public init(_ talker: Talker, _ formatter: StaticString) {
        bytes.reserveCapacity(96)
        bytes.append(.dollar)
        if talker != .none {
            bytes.append(UInt8(talker.rawValue >> 8))
            bytes.append(UInt8(talker.rawValue & 0xFF))
        }
        formatter.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends the checksum and CR LF, and returns the sentence.
    public consuming func finish() -> [UInt8] {
        let sum = XORChecksum.of(bytes.span, in: 1..<bytes.count)
        bytes.append(.asterisk)
        bytes.append(Hexadecimal.digit(sum >> 4))
        bytes.append(Hexadecimal.digit(sum))
        bytes.append(.carriageReturn)
        bytes.append(.lineFeed)
        return bytes
    }

    // MARK: Fields

    /// Writes an empty field.
    public mutating func empty() { bytes.append(.comma) }

    public mutating func letter(_ letter: UInt8?) {
        bytes.append(.comma)
        if let letter { appendPrintable(letter) }
    }

    /// Writes a text; characters not allowed in a field are replaced by spaces.
    public mutating func text(_ text: String?) {
        bytes.append(.comma)
        guard let text else { return }
        for byte in text.utf8.prefix(200) { appendPrintable(byte) }
    }

    /// Writes a whole number with leading zeros.
    public mutating func integer(_ value: Int?, digits: Int = 1) {
        bytes.append(.comma)
        guard let value else { return }
        if value < 0 { bytes.append(.minus) }
        append(value.magnitude, digits: digits)
    }

    /// Writes a number with a fixed number of decimals, rounded half away from zero. A number that is too large
    /// yields an empty field.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - decimals: Number of digits after the point, 0...9.
    ///   - digits: Minimum number of digits before the point.
    public mutating func decimal(_ value: Double?, decimals: Int, digits: Int = 1) {
        bytes.append(.comma)
        guard let value, let whole = scaled(value, decimals) else { return }
        if whole < 0 { bytes.append(.minus) }
        appendFixed(whole.magnitude, decimals: decimals, digits: digits)
    }

    /// Writes a time of day as `hhmmss.ss`.
    ///
    /// - Parameters:
    ///   - time: The time; further decimals are truncated.
    ///   - decimals: Number of decimals of the seconds, 0...9.
    public mutating func time(_ time: TimeOfDay?, decimals: Int = 2) {
        bytes.append(.comma)
        guard let time else { return }
        let seconds = time.nanoseconds / 1_000_000_000
        let shown = time.isLeapSecond ? seconds - 1 : seconds
        append(
            UInt(shown / 3600 * 10_000 + shown / 60 % 60 * 100 + shown % 60 + (time.isLeapSecond ? 1 : 0)), digits: 6)
        guard decimals > 0 else { return }
        bytes.append(.point)
        let fraction = UInt(time.nanoseconds % 1_000_000_000) / Self.power(9 - min(9, decimals))
        append(fraction, digits: min(9, decimals))
    }

    /// Writes a date as `ddmmyy`; an empty field for nil.
    public mutating func date(_ date: CivilDate?) {
        guard let (year, month, day) = date?.components else { return empty() }
        integer(day * 10_000 + month * 100 + year % 100, digits: 6)
    }

    /// Writes latitude and longitude as four fields.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - decimals: Number of decimals of the minutes, 0...9; 5 resolve 2 cm, 7 resolve 0.2 mm.
    public mutating func position(_ position: GeodeticPosition?, decimals: Int) {
        guard let position else { return (0..<4).forEach { _ in empty() } }
        let (latitude, longitude) = (position.latitude.degrees, position.longitude.degrees)
        coordinate(latitude, decimals: decimals, digits: 4)
        letter(latitude < 0 ? UInt8(ascii: "S") : UInt8(ascii: "N"))
        coordinate(longitude, decimals: decimals, digits: 5)
        letter(longitude < 0 ? UInt8(ascii: "W") : UInt8(ascii: "E"))
    }

    /// Writes a direction in degrees with two decimals, 0.00...359.99.
    mutating func bearing(_ angle: Angle?) {
        decimal(angle.map { $0.degrees >= 359.995 ? 0 : $0.degrees }, decimals: 2)
    }

    /// Writes a number followed by its unit; both fields are empty if there is no number.
    mutating func decimal(_ value: Double?, decimals: Int, unit: UInt8) {
        decimal(value, decimals: decimals)
        letter(value == nil ? nil : unit)
    }

    private mutating func coordinate(_ degrees: Double, decimals: Int, digits: Int) {
        bytes.append(.comma)
        guard let minutes = scaled(degrees.magnitude * 60, decimals) else { return }
        let unit = Self.power(min(9, max(0, decimals)))
        let (whole, rest) = minutes.magnitude.quotientAndRemainder(dividingBy: 60 * unit)
        appendFixed(whole * 100 * unit + rest, decimals: decimals, digits: digits)
    }

    // MARK: Digits

    private func scaled(_ value: Double, _ decimals: Int) -> Int? {
        let scaled = (value * Double(Self.power(min(9, max(0, decimals))))).rounded(.toNearestOrAwayFromZero)
        return scaled.magnitude < 1e17 ? Int(scaled) : nil
    }

    private mutating func appendFixed(_ value: UInt, decimals: Int, digits: Int) {
        let places = min(9, max(0, decimals))
        let (whole, fraction) = value.quotientAndRemainder(dividingBy: Self.power(places))
        append(whole, digits: digits)
        guard places > 0 else { return }
        bytes.append(.point)
        append(fraction, digits: places)
    }

    private mutating func append(_ value: UInt, digits: Int) {
        var reversed: [UInt8] = []
        var rest = value
        while rest > 0 || reversed.count < digits {
            reversed.append(.zero + UInt8(rest % 10))
            rest /= 10
        }
        bytes.append(contentsOf: reversed.reversed())
    }

    private mutating func appendPrintable(_ byte: UInt8) {
        bytes.append(byte.isInner && byte != .comma && byte != .asterisk && byte != .backslash ? byte : 0x20)
    }

    private static func power(_ exponent: Int) -> UInt { UInt(FixedPoint.power(exponent)) }
}
