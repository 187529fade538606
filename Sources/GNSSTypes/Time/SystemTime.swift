// SPDX-License-Identifier: Apache-2.0

/// Galileo System Time: whole seconds, as navigation pages and OSNMA count them. It is not the NMEA sentence GST.
///
/// It runs without leap seconds, ahead of UTC by as many as GPS time is (18 s since 2017), and equal to GPS time to
/// within tens of nanoseconds.
public struct GST: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The seconds of a week.
    public static let secondsInWeek = 604_800

    /// The day at whose beginning it began, by its own count: Sunday, 1999-08-22 (Galileo OS SIS ICD 2.1, section 5.1.2).
    public static let firstDay = CivilDate(daysSince1970: 10_825)

    /// Weeks since 1999-08-22T00:00:00 GST, not rolled over: 0...65535.
    public let week: Int

    /// Seconds of the week, 0..<604 800.
    public let tow: Int

    /// An instant, or nil where a number is out of its range.
    public init?(week: Int, tow: Int) {
        guard (0...65_535).contains(week), (0..<Self.secondsInWeek).contains(tow) else { return nil }
        self.week = week
        self.tow = tow
    }

    /// The instant so many seconds after 1999-08-22T00:00:00 GST, or nil outside of weeks 0...65535.
    public init?(secondsSinceEpoch seconds: Int) {
        guard seconds >= 0 else { return nil }
        self.init(week: seconds / Self.secondsInWeek, tow: seconds % Self.secondsInWeek)
    }

    /// The second that an instant of GPS time is in, or nil before 1999-08-22.
    public init?(_ time: GPSTime) {
        self.init(week: time.week - Self.weeksAfterGPS, tow: Int(time.nanosecondsOfWeek / 1_000_000_000))
    }

    /// The second that an instant of UTC is in, or nil before 1999-08-22.
    public init?(_ time: UTCTime, _ leapSeconds: LeapSeconds = .announced) { self.init(leapSeconds.gps(time)) }

    /// Seconds since 1999-08-22T00:00:00 GST.
    public var secondsSinceEpoch: Int { week * Self.secondsInWeek + tow }

    /// The same instant as GPS time counts it.
    public var gps: GPSTime {
        GPSTime(wholeSeconds: (week + Self.weeksAfterGPS) * Self.secondsInWeek + tow)
    }

    /// GPS time began so many weeks earlier.
    private static let weeksAfterGPS = firstDay.days(since: GPSTime.firstDay) / 7

    /// The instant so many seconds later, over the end of a week if need be; nil outside of weeks 0...65535.
    public func advanced(by seconds: Int) -> GST? {
        let (sum, overflow) = secondsSinceEpoch.addingReportingOverflow(seconds)
        return overflow ? nil : GST(secondsSinceEpoch: sum)
    }

    /// Week and second of the week: `1401 86400`.
    public var description: String { "\(week) \(tow)" }

    /// The earlier instant is the smaller.
    public static func < (a: GST, b: GST) -> Bool { (a.week, a.tow) < (b.week, b.tow) }
}

/// GPS time, in nanoseconds: the time that receivers count their epochs in. It runs without leap seconds.
public struct GPSTime: Hashable, Sendable, Comparable {
    /// The nanoseconds of a week.
    public static let nanosecondsInWeek: Int64 = 604_800_000_000_000

    /// The day at whose beginning it began: Sunday, 1980-01-06 (IS-GPS-200, section 3.3.4).
    public static let firstDay = CivilDate(daysSince1970: 3_657)

    /// Weeks since 1980-01-06T00:00:00, not rolled over: 0...65535.
    public let week: Int

    /// Nanoseconds of the week, 0..<604 800 000 000 000.
    public let nanosecondsOfWeek: Int64

    /// An instant, or nil where a number is out of its range.
    public init?(week: Int, nanosecondsOfWeek: Int64) {
        guard (0...65_535).contains(week), (0..<Self.nanosecondsInWeek).contains(nanosecondsOfWeek) else { return nil }
        self.week = week
        self.nanosecondsOfWeek = nanosecondsOfWeek
    }

    /// The instant so many whole seconds after GPS time began; clamped to weeks 0...65535.
    public init(wholeSeconds seconds: Int) {
        let inside = min(max(0, seconds), 65_536 * GST.secondsInWeek - 1)
        let (week, second) = inside.quotientAndRemainder(dividingBy: GST.secondsInWeek)
        (self.week, nanosecondsOfWeek) = (week, Int64(second) * 1_000_000_000)
    }

    /// An instant of UTC, or nil before 1980-01-06.
    ///
    /// - Parameter leapSeconds: GPS time minus UTC.
    public init?(_ time: UTCTime, leapSeconds: Int) {
        let (since, isOver) = time.nanosecondsSince1970.subtractingReportingOverflow(
            (Self.firstDay.secondsSince1970 - Int64(leapSeconds)) * 1_000_000_000)
        guard !isOver, since >= 0 else { return nil }
        self.init(week: Int(since / Self.nanosecondsInWeek), nanosecondsOfWeek: since % Self.nanosecondsInWeek)
    }

    /// Whole seconds since GPS time began.
    public var wholeSeconds: Int { week * GST.secondsInWeek + Int(nanosecondsOfWeek / 1_000_000_000) }

    /// The instant so many nanoseconds later, over the end of a week if need be; nil outside of weeks 0...65535.
    ///
    /// - Parameter nanoseconds: also negative; more than a week either way gives nil.
    public func advanced(by nanoseconds: Int64) -> GPSTime? {
        guard (-Self.nanosecondsInWeek...Self.nanosecondsInWeek).contains(nanoseconds) else { return nil }
        let sum = nanosecondsOfWeek + nanoseconds
        let weeks = sum.flooringDivision(by: Self.nanosecondsInWeek)
        return GPSTime(week: week + Int(weeks), nanosecondsOfWeek: sum - weeks * Self.nanosecondsInWeek)
    }

    /// The earlier instant is the smaller.
    public static func < (a: GPSTime, b: GPSTime) -> Bool {
        (a.week, a.nanosecondsOfWeek) < (b.week, b.nanosecondsOfWeek)
    }
}
