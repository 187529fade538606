// SPDX-License-Identifier: Apache-2.0

/// An instant of the host's clock. Its JSON form is ISO 8601 text in UTC with milliseconds:
/// `2026-05-04T12:30:05.250Z`.
public struct Timestamp: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    /// Milliseconds since 1970-01-01T00:00:00 UTC.
    public let milliseconds: Int64

    /// Creates an instant from a number of milliseconds since 1970-01-01T00:00:00 UTC; years outside 1...9999 are
    /// clamped to that range.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.earliest), Self.latest)
    }

    /// Creates the instant that the host's wall clock showed.
    public init(_ time: HostTime) {
        self.init(milliseconds: time.wallNanoseconds.flooringDivision(by: 1_000_000))
    }

    /// Creates the instant of a UTC time, cut (not rounded) to the millisecond; a leap second counts as the next day's
    /// first second.
    public init(_ time: UTCTime) {
        self.init(milliseconds: time.nanosecondsSince1970.flooringDivision(by: 1_000_000))
    }

    /// Creates the instant of a UTC time, rounded to the nearest millisecond; a leap second counts as the next day's
    /// first second.
    public init(rounding time: UTCTime) { self.init(time.rounded(toNanoseconds: 1_000_000)) }

    /// Parses text in the form of `description`: exactly 24 characters, UTC. Nil for any other form.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 24, let pattern = Self.pattern(bytes), pattern == Self.form else { return nil }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - 48) } }
        guard let date = CivilDate(year: number(0..<4), month: number(5..<7), day: number(8..<10)),
            let time = TimeOfDay(
                hour: number(11..<13), minute: number(14..<16), second: number(17..<19),
                nanosecond: number(20..<23) * 1_000_000), !time.isLeapSecond
        else { return nil }
        milliseconds = date.secondsSince1970 * 1000 + time.nanoseconds / 1_000_000
    }

    /// Reads the text that `description` writes.
    ///
    /// - Throws: `DecodingError` if the text is not a valid instant in that form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = Timestamp(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is not a valid time")
        }
        self = time
    }

    /// Writes the text of `description`.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The instant with milliseconds in RFC 3339: `2026-05-04T12:30:05.250Z`.
    public var description: String { CalendarTime(self).text(decimals: 3) }

    /// Returns true if the first instant is the earlier one.
    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

    private static let earliest: Int64 = -62_135_596_800_000
    private static let latest: Int64 = 253_402_300_799_999
    private static let form = Array("0000-00-00T00:00:00.000Z".utf8)

    /// The text with each digit replaced by 0; nil if it is not ASCII.
    private static func pattern(_ bytes: [UInt8]) -> [UInt8]? {
        bytes.contains { $0 > 127 } ? nil : bytes.map { (48...57).contains($0) ? 48 : $0 }
    }
}
