// SPDX-License-Identifier: Apache-2.0

/// A day of the Gregorian calendar.
public struct CivilDate: Hashable, Sendable, Comparable {
    /// The days since 1970-01-01, negative before.
    public let daysSince1970: Int

    /// The day that is so many days after 1970-01-01.
    public init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

    /// A day, or nil if there is no such day.
    ///
    /// - Parameters:
    ///   - year: 1...9999.
    ///   - month: 1...12.
    ///   - day: 1 to the length of the month.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        guard day <= Self.length(ofMonth: month, year: year) else { return nil }
        // Days from a year that begins in March, so that the leap day is the last (H. Hinnant's days_from_civil).
        let y = month > 2 ? year : year - 1
        let era = y / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSince1970 = era * 146_097 + dayOfEra - 719_468
    }

    /// The year, month and day of the month.
    public var components: (year: Int, month: Int, day: Int) {
        let z = daysSince1970 + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// The earlier day is the smaller.
    public static func < (a: CivilDate, b: CivilDate) -> Bool { a.daysSince1970 < b.daysSince1970 }

    static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

/// An instant in UTC as a receiver states it. It is not the time of the host: that is `HostTime`.
///
/// Counted as POSIX does, without leap seconds: 23:59:60 is the same count as 00:00:00 of the next day, and
/// `isLeapSecond` tells them apart.
public struct UTCTime: Hashable, Sendable, Comparable {
    /// Nanoseconds since 1970-01-01T00:00:00 UTC, leap seconds not counted.
    public var nanosecondsSince1970: Int64

    /// True within 23:59:60.
    public var isLeapSecond: Bool

    /// The instant with that count.
    public init(nanosecondsSince1970: Int64, isLeapSecond: Bool = false) {
        self.nanosecondsSince1970 = nanosecondsSince1970
        self.isLeapSecond = isLeapSecond
    }

    /// The instant at a time of day of a date, or nil for a year outside 1970...2261 (what the count can hold).
    public init?(_ date: CivilDate, _ time: TimeOfDay) {
        guard (0..<106_751).contains(date.daysSince1970) else { return nil }
        let seconds = Int64(date.daysSince1970) * 86_400
        nanosecondsSince1970 = seconds &* 1_000_000_000 &+ time.nanoseconds
        isLeapSecond = time.isLeapSecond
    }

    /// The date, in UTC; the old day within a leap second.
    public var date: CivilDate {
        CivilDate(daysSince1970: Int((secondsFloor - (isLeapSecond ? 1 : 0)).flooringDivision(by: 86_400)))
    }

    /// The time of day, in UTC.
    public var timeOfDay: TimeOfDay {
        let day = Int64(date.daysSince1970) * 86_400 &* 1_000_000_000
        return TimeOfDay(unchecked: nanosecondsSince1970 &- day, isLeapSecond: isLeapSecond)
    }

    private var secondsFloor: Int64 { nanosecondsSince1970.flooringDivision(by: 1_000_000_000) }

    /// The earlier instant is the smaller.
    public static func < (a: UTCTime, b: UTCTime) -> Bool {
        if a.nanosecondsSince1970 != b.nanosecondsSince1970 { return a.nanosecondsSince1970 < b.nanosecondsSince1970 }
        return a.isLeapSecond && !b.isLeapSecond
    }
}

/// A time of day in UTC, without a date: what most NMEA sentences carry.
public struct TimeOfDay: Hashable, Sendable, Comparable {
    /// Nanoseconds since midnight, 0..<86 401 000 000 000 (the last second is a leap second).
    public let nanoseconds: Int64

    /// True within 23:59:60.
    public let isLeapSecond: Bool

    /// A time of day, or nil where a field is out of its range.
    ///
    /// - Parameters:
    ///   - hour: 0...23.
    ///   - minute: 0...59.
    ///   - second: 0...59, or 60 at 23:59 (a leap second).
    ///   - nanosecond: 0..<1 000 000 000.
    public init?(hour: Int, minute: Int, second: Int, nanosecond: Int = 0) {
        let leap = second == 60 && hour == 23 && minute == 59
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) || leap else { return nil }
        guard (0..<1_000_000_000).contains(nanosecond) else { return nil }
        nanoseconds = Int64(hour * 3600 + minute * 60 + second) * 1_000_000_000 + Int64(nanosecond)
        isLeapSecond = leap
    }

    init(unchecked nanoseconds: Int64, isLeapSecond: Bool) {
        self.nanoseconds = nanoseconds
        self.isLeapSecond = isLeapSecond
    }

    /// The earlier time is the smaller.
    public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.nanoseconds < b.nanoseconds }
}

extension Int64 {
    func flooringDivision(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
