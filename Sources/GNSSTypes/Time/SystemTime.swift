// SPDX-License-Identifier: Apache-2.0

/// Galileo System Time in whole seconds, as navigation pages and OSNMA count it. It is unrelated to the NMEA sentence
/// GST.
///
/// It has no leap seconds. It is ahead of UTC by the same number of seconds as GPS time (18 s since 2017), and equals
/// GPS time to within tens of nanoseconds.
public struct GST: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number of seconds in a week.
    public static let secondsInWeek = 604_800

    /// The day on which Galileo System Time starts, by its own count: Sunday, 1999-08-22 (Galileo OS SIS ICD 2.1,
    /// section 5.1.2).
    public static let firstDay = CivilDate(daysSince1970: 10_825)

    /// Weeks since 1999-08-22T00:00:00 GST, without rollover: 0...65535.
    public let week: Int

    /// Time of week in seconds, 0..<604 800.
    public let tow: Int

    /// Creates an instant; nil if a number is out of its range.
    public init?(week: Int, tow: Int) {
        guard (0...65_535).contains(week), (0..<Self.secondsInWeek).contains(tow) else { return nil }
        self.week = week
        self.tow = tow
    }

    /// Creates the instant a number of seconds after 1999-08-22T00:00:00 GST; nil outside weeks 0...65535.
    public init?(secondsSinceEpoch seconds: Int) {
        guard seconds >= 0 else { return nil }
        self.init(week: seconds / Self.secondsInWeek, tow: seconds % Self.secondsInWeek)
    }

    /// Creates the second that contains an instant of GPS time; nil before 1999-08-22.
    public init?(_ time: GPSTime) {
        self.init(week: time.week - Self.weeksAfterGPS, tow: Int(time.nanosecondsOfWeek / 1_000_000_000))
    }

    /// Creates the second that contains an instant of UTC; nil before 1999-08-22.
    public init?(_ time: UTCTime, _ leapSeconds: LeapSeconds = .announced) { self.init(leapSeconds.gps(time)) }

    /// Seconds since 1999-08-22T00:00:00 GST.
    public var secondsSinceEpoch: Int { week * Self.secondsInWeek + tow }

    /// The same instant in GPS time.
    public var gps: GPSTime {
        GPSTime(wholeSeconds: (week + Self.weeksAfterGPS) * Self.secondsInWeek + tow)
    }

    /// The number of weeks by which GPS time started earlier.
    private static let weeksAfterGPS = firstDay.days(since: GPSTime.firstDay) / 7

    /// Returns the instant a number of seconds later, across week boundaries; nil outside weeks 0...65535.
    public func advanced(by seconds: Int) -> GST? {
        let (sum, overflow) = secondsSinceEpoch.addingReportingOverflow(seconds)
        return overflow ? nil : GST(secondsSinceEpoch: sum)
    }

    /// Week and time of week: `1401 86400`.
    public var description: String { "\(week) \(tow)" }

    /// Returns true if the first instant is the earlier one.
    public static func < (a: GST, b: GST) -> Bool { (a.week, a.tow) < (b.week, b.tow) }
}

/// GPS time in nanoseconds, in which receivers count their epochs. It has no leap seconds.
public struct GPSTime: Hashable, Sendable, Comparable {
    /// The number of nanoseconds in a week.
    public static let nanosecondsInWeek: Int64 = 604_800_000_000_000

    /// The day on which GPS time starts: Sunday, 1980-01-06 (IS-GPS-200, section 3.3.4).
    public static let firstDay = CivilDate(daysSince1970: 3_657)

    /// Weeks since 1980-01-06T00:00:00, without rollover: 0...65535.
    public let week: Int

    /// Time of week in nanoseconds, 0..<604 800 000 000 000.
    public let nanosecondsOfWeek: Int64

    /// Creates an instant; nil if a number is out of its range.
    public init?(week: Int, nanosecondsOfWeek: Int64) {
        guard (0...65_535).contains(week), (0..<Self.nanosecondsInWeek).contains(nanosecondsOfWeek) else { return nil }
        self.week = week
        self.nanosecondsOfWeek = nanosecondsOfWeek
    }

    /// Creates the instant a number of whole seconds after the start of GPS time, clamped to weeks 0...65535.
    public init(wholeSeconds seconds: Int) {
        let inside = min(max(0, seconds), 65_536 * GST.secondsInWeek - 1)
        let (week, second) = inside.quotientAndRemainder(dividingBy: GST.secondsInWeek)
        (self.week, nanosecondsOfWeek) = (week, Int64(second) * 1_000_000_000)
    }

    /// Converts an instant of UTC; nil before 1980-01-06.
    ///
    /// - Parameter leapSeconds: GPS time minus UTC in seconds.
    public init?(_ time: UTCTime, leapSeconds: Int) {
        let (since, isOver) = time.nanosecondsSince1970.subtractingReportingOverflow(
            (Self.firstDay.secondsSince1970 - Int64(leapSeconds)) * 1_000_000_000)
        guard !isOver, since >= 0 else { return nil }
        self.init(week: Int(since / Self.nanosecondsInWeek), nanosecondsOfWeek: since % Self.nanosecondsInWeek)
    }

    /// Whole seconds since the start of GPS time.
    public var wholeSeconds: Int { week * GST.secondsInWeek + Int(nanosecondsOfWeek / 1_000_000_000) }

    /// Returns the instant a number of nanoseconds later, across week boundaries; nil outside weeks 0...65535.
    ///
    /// - Parameter nanoseconds: May be negative; more than a week in either direction gives nil.
    public func advanced(by nanoseconds: Int64) -> GPSTime? {
        guard (-Self.nanosecondsInWeek...Self.nanosecondsInWeek).contains(nanoseconds) else { return nil }
        let sum = nanosecondsOfWeek + nanoseconds
        let weeks = sum.flooringDivision(by: Self.nanosecondsInWeek)
        return GPSTime(week: week + Int(weeks), nanosecondsOfWeek: sum - weeks * Self.nanosecondsInWeek)
    }

    /// Returns true if the first instant is the earlier one.
    public static func < (a: GPSTime, b: GPSTime) -> Bool {
        (a.week, a.nanosecondsOfWeek) < (b.week, b.nanosecondsOfWeek)
    }
}
