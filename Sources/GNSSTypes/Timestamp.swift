// SPDX-License-Identifier: Apache-2.0

/// An instant of the host's clock. In JSON a text of ISO 8601 in UTC with milliseconds: `2026-05-04T12:30:05.250Z`.
public struct Timestamp: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    /// Milliseconds since 1970-01-01T00:00:00 UTC.
    public let milliseconds: Int64

    /// The instant of that count; years outside 1...9999 become the nearest instant inside.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.earliest), Self.latest)
    }

    /// When the host's wall clock showed this.
    public init(_ time: HostTime) {
        self.init(milliseconds: time.wallNanoseconds.flooring(by: 1_000_000))
    }

    /// Reads a text of that form, nil where it has another: 24 characters, UTC.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 24, let pattern = Self.pattern(bytes), pattern == Self.form else { return nil }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - 48) } }
        guard let date = CivilDate(year: number(0..<4), month: number(5..<7), day: number(8..<10)) else { return nil }
        let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
        guard hour < 24, minute < 60, second < 60 else { return nil }
        let seconds = Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        milliseconds = seconds * 1000 + Int64(number(20..<23))
    }

    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = Timestamp(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is no time")
        }
        self = time
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// `2026-05-04T12:30:05.250Z`.
    public var description: String {
        let seconds = milliseconds.flooring(by: 1000)
        let days = seconds.flooring(by: 86_400)
        let (year, month, day) = CivilDate(daysSince1970: Int(days)).components
        let second = Int(seconds - days * 86_400)
        let time = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }.joined(separator: ":")
        return Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2) + "T" + time + "."
            + Self.padded(Int(milliseconds - seconds * 1000), 3) + "Z"
    }

    /// The earlier is the smaller.
    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

    private static let earliest: Int64 = -62_135_596_800_000
    private static let latest: Int64 = 253_402_300_799_999
    private static let form = Array("0000-00-00T00:00:00.000Z".utf8)

    /// The text with each digit as 0; nil where it is not ASCII.
    private static func pattern(_ bytes: [UInt8]) -> [UInt8]? {
        bytes.contains { $0 > 127 } ? nil : bytes.map { (48...57).contains($0) ? 48 : $0 }
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int64 {
    fileprivate func flooring(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
