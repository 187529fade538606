// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension UTCTime {
    private static let second = 1_000_000_000.0

    /// Seconds later; at the ends of what can be counted it stays there.
    func adding(_ seconds: Double) -> UTCTime {
        let sum = Double(nanosecondsSince1970) + seconds * Self.second
        guard sum.magnitude < 9.2e18 else { return UTCTime(nanosecondsSince1970: sum < 0 ? -(1 << 62) : 1 << 62) }
        let (exact, overflow) = nanosecondsSince1970.addingReportingOverflow(Int64(seconds * Self.second))
        return UTCTime(nanosecondsSince1970: overflow ? Int64(sum) : exact)
    }

    /// How many seconds later than another instant it is.
    func seconds(since other: UTCTime) -> Double {
        let (difference, overflow) = nanosecondsSince1970.subtractingReportingOverflow(other.nanosecondsSince1970)
        guard !overflow else { return nanosecondsSince1970 > other.nanosecondsSince1970 ? 9e9 : -9e9 }
        return Double(difference) / Self.second
    }

    /// Whole seconds since 1970, the part of a second in nanoseconds beside it.
    var posix: (seconds: Int64, nanoseconds: Int64) {
        let part = ((nanosecondsSince1970 % 1_000_000_000) + 1_000_000_000) % 1_000_000_000
        return ((nanosecondsSince1970 - part) / 1_000_000_000, part)
    }

    /// An instant so many seconds after 1970, or nil where nobody counts it so.
    init?(posixSeconds seconds: Int64, nanoseconds: Int64 = 0) {
        guard seconds.magnitude < 9_000_000_000, (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        self.init(nanosecondsSince1970: seconds * 1_000_000_000 + nanoseconds)
    }

    /// `2026-11-20T12:00:00.123Z`.
    var iso8601: String {
        let (year, month, day) = date.components
        let (seconds, nanoseconds) = posix
        let ofDay = Int(((seconds % 86_400) + 86_400) % 86_400)
        return Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2) + "T"
            + [ofDay / 3600, ofDay / 60 % 60, ofDay % 60].map { Self.padded($0, 2) }.joined(separator: ":") + "."
            + Self.padded(Int(nanoseconds / 1_000_000), 3) + "Z"
    }

    /// As certificates write it: `20261120120000Z` (RFC 5280, GeneralizedTime).
    var generalizedTime: String { String(iso8601.prefix(19).filter(\.isNumber)) + "Z" }

    static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Reads `2026-11-20T12:00:00Z`, with or without a fraction, with `Z` or an offset as `+02:00`.
    init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            return bytes[range].reduce(Optional(0)) { sum, byte in
                guard let sum, (0x30...0x39).contains(byte) else { return nil }
                return sum * 10 + Int(byte - 0x30)
            }
        }
        guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, [0x54, 0x20].contains(bytes[10]),
            bytes[13] == 0x3A, bytes[16] == 0x3A, let year = number(0..<4), let month = number(5..<7),
            let day = number(8..<10), let hour = number(11..<13), let minute = number(14..<16),
            let second = number(17..<19), let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        var place = 19
        var nanoseconds = 0
        if bytes[place] == 0x2E {
            place += 1
            var scale = 100_000_000
            while place < bytes.count, (0x30...0x39).contains(bytes[place]) {
                nanoseconds += Int(bytes[place] - 0x30) * scale
                scale /= 10
                place += 1
            }
        }
        guard let offset = Self.offset(bytes.dropFirst(place)),
            let time = TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanoseconds),
            let local = UTCTime(date, time)
        else { return nil }
        self = local.adding(-Double(offset))
    }

    /// Seconds that a zone is ahead of UTC.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        if Array(bytes) == [0x5A] { return 0 }
        let digits = bytes.dropFirst().filter { $0 != 0x3A }
        guard let sign = bytes.first, sign == 0x2B || sign == 0x2D, digits.count == 4,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return (value / 100 * 3600 + value % 100 * 60) * (sign == 0x2D ? -1 : 1)
    }
}
