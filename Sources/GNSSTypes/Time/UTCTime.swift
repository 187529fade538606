// SPDX-License-Identifier: Apache-2.0

/// An instant in UTC as stated by a receiver, as opposed to the host's time (`HostTime`).
///
/// Counted like POSIX time, without leap seconds: 23:59:60 has the same count as 00:00:00 of the next day, and
/// `isLeapSecond` distinguishes them.
public struct UTCTime: Hashable, Sendable, Comparable {
    /// Nanoseconds since 1970-01-01T00:00:00 UTC, not counting leap seconds.
    public var nanosecondsSince1970: Int64

    /// True if the instant lies within the leap second 23:59:60.
    public var isLeapSecond: Bool

    /// Creates an instant from a number of nanoseconds since 1970-01-01T00:00:00 UTC, not counting leap seconds.
    public init(nanosecondsSince1970: Int64, isLeapSecond: Bool = false) {
        self.nanosecondsSince1970 = nanosecondsSince1970
        self.isLeapSecond = isLeapSecond
    }

    /// Creates the instant of a date and a time of day; nil for a year outside 1970...2261, the range of the count.
    public init?(_ date: CivilDate, _ time: TimeOfDay) {
        guard (0..<106_751).contains(date.daysSince1970) else { return nil }
        nanosecondsSince1970 = date.secondsSince1970 &* 1_000_000_000 &+ time.nanoseconds
        isLeapSecond = time.isLeapSecond
    }

    /// Converts an instant of GPS time; nil after 2261, which the count cannot represent.
    ///
    /// - Parameter leapSeconds: GPS time minus UTC at that instant, in seconds.
    public init?(_ time: GPSTime, leapSeconds: Int) {
        let seconds = GPSTime.firstDay.secondsSince1970 + Int64(time.week * GST.secondsInWeek - leapSeconds)
        let (whole, isTooLate) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isOver) = whole.addingReportingOverflow(time.nanosecondsOfWeek)
        guard !isTooLate, !isOver else { return nil }
        self.init(nanosecondsSince1970: sum)
    }

    /// The date in UTC; during a leap second, the day that it ends.
    public var date: CivilDate {
        CivilDate(daysSince1970: Int((secondsFloor - (isLeapSecond ? 1 : 0)).flooringDivision(by: 86_400)))
    }

    /// The time of day in UTC.
    public var timeOfDay: TimeOfDay {
        let day = date.secondsSince1970 &* 1_000_000_000
        return TimeOfDay(unchecked: nanosecondsSince1970 &- day, isLeapSecond: isLeapSecond)
    }

    /// Returns the nearest multiple of a unit, the later one if both are equally near.
    ///
    /// A leap second never becomes the first second of the next day: an instant that would be rounded to its end is
    /// returned unchanged, as is one that would exceed the range of the count.
    ///
    /// - Parameter unit: In nanoseconds, 1...1 000 000 000; it should divide a second without remainder.
    public func rounded(toNanoseconds unit: Int64) -> UTCTime {
        let (sum, isAfter) = nanosecondsSince1970.addingReportingOverflow(unit / 2)
        let (whole, isBefore) = sum.flooringDivision(by: unit).multipliedReportingOverflow(by: unit)
        guard !isAfter, !isBefore else { return self }
        let rounded = UTCTime(nanosecondsSince1970: whole, isLeapSecond: isLeapSecond)
        return isLeapSecond && rounded.date != date ? self : rounded
    }

    private var secondsFloor: Int64 { nanosecondsSince1970.flooringDivision(by: 1_000_000_000) }

    /// Returns true if the first instant is the earlier one.
    public static func < (a: UTCTime, b: UTCTime) -> Bool {
        if a.nanosecondsSince1970 != b.nanosecondsSince1970 { return a.nanosecondsSince1970 < b.nanosecondsSince1970 }
        return a.isLeapSecond && !b.isLeapSecond
    }
}

/// A time of day in UTC without a date, as most NMEA sentences contain it.
public struct TimeOfDay: Hashable, Sendable, Comparable {
    /// Nanoseconds since midnight, 0..<86 401 000 000 000; the last second exists only as a leap second.
    public let nanoseconds: Int64

    /// True if the time lies within the leap second 23:59:60.
    public let isLeapSecond: Bool

    /// Creates a time of day; nil if a field is out of its range.
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

    /// Returns true if the first time is the earlier one.
    public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.nanoseconds < b.nanoseconds }
}
