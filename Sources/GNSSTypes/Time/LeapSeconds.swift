// SPDX-License-Identifier: Apache-2.0

/// The table of leap seconds: the difference between GPS time and UTC, and the days on which it changes.
///
/// The built-in table ends with the change of 2017-01-01, since which none has been announced (IERS Bulletin C). A
/// scenario may add a change. If a receiver reports the number that satellites transmit, that number takes precedence.
public struct LeapSeconds: Hashable, Sendable {
    /// A leap second inserted or removed at the end of a UTC day.
    public struct Change: Hashable, Sendable {
        /// The day at the end of which the leap second occurs.
        public var day: CivilDate
        /// GPS time minus UTC after the change, in seconds.
        public var after: Int

        /// The end of `day` in UTC, in seconds since 1970, not counting leap seconds.
        var midnight: Int { (day.daysSince1970 + 1) * 86_400 }
    }

    /// All changes in chronological order.
    public private(set) var changes: [Change]

    /// The leap seconds that the IERS has announced since the start of GPS time.
    public static let announced: LeapSeconds = {
        let june = [1981, 1982, 1983, 1985, 1992, 1993, 1994, 1997, 2012, 2015].map { ($0, 6, 30) }
        let december = [1987, 1989, 1990, 1995, 1998, 2005, 2008, 2016].map { ($0, 12, 31) }
        let days = (june + december).compactMap { CivilDate(year: $0.0, month: $0.1, day: $0.2) }.sorted()
        return LeapSeconds(changes: days.enumerated().map { Change(day: $1, after: $0 + 1) })
    }()

    /// GPS time minus UTC in seconds after the table's last change; used if no date is known.
    public var latest: Int { changes.last?.after ?? 0 }

    /// International Atomic Time minus GPS time in seconds, a constant (IS-GPS-200, section 3.3.4 with BIPM Circular
    /// T).
    public static let atomicAheadOfGPS = 19

    /// Returns the table with one more leap second, inserted or removed at the end of the UTC day that contains
    /// `time`. Changes on that day or later are dropped.
    ///
    /// - Parameters:
    ///   - isInserted: True to insert a second, false to remove one.
    ///   - time: Any instant of the day.
    public func adding(isInserted: Bool, atEndOfDayOf time: UTCTime) -> LeapSeconds {
        var copy = self
        let before = at(secondsSince1970: (time.date.daysSince1970 + 1) * 86_400 - 1)
        copy.changes.removeAll { $0.day >= time.date }
        copy.changes.append(Change(day: time.date, after: before + (isInserted ? 1 : -1)))
        return copy
    }

    /// GPS time minus UTC in seconds, at a POSIX count of UTC seconds.
    private func at(secondsSince1970 seconds: Int) -> Int { changes.last { $0.midnight <= seconds }?.after ?? 0 }

    /// Converts an instant in UTC to GPS time; instants before 1980-01-06 become the start of GPS time.
    public func gps(_ time: UTCTime) -> GPSTime {
        let seconds = time.nanosecondsSince1970.flooringDivision(by: 1_000_000_000)
        let fraction = time.nanosecondsSince1970 &- seconds &* 1_000_000_000
        let whole = GPSTime(wholeSeconds: Int(seconds - GPSTime.firstDay.secondsSince1970) + at(time))
        return whole.advanced(by: fraction) ?? whole
    }

    /// GPS time minus UTC in seconds at an instant in UTC. The new value applies from the end of an inserted second.
    public func at(_ time: UTCTime) -> Int {
        let seconds = Int(time.nanosecondsSince1970.flooringDivision(by: 1_000_000_000))
        return at(secondsSince1970: time.isLeapSecond ? seconds - 1 : seconds)
    }

    /// GPS time minus UTC in seconds at an instant in GPS time. The new value applies from the end of an inserted
    /// second.
    public func at(_ time: GPSTime) -> Int { step(time).leapSeconds }

    /// Converts an instant in GPS time to UTC; instants after 2261, which the count cannot represent, become its last
    /// instant.
    public func utc(_ time: GPSTime) -> UTCTime {
        let (leapSeconds, isInside) = step(time)
        // During an inserted second, the count equals that of the next day's first second.
        guard var utc = UTCTime(time, leapSeconds: leapSeconds) else { return UTCTime(nanosecondsSince1970: .max) }
        utc.isLeapSecond = isInside
        return utc
    }

    /// The value at an instant, and whether the instant lies in an inserted second, which belongs to the day before.
    private func step(_ time: GPSTime) -> (leapSeconds: Int, isInside: Bool) {
        let count = time.wholeSeconds + Int(GPSTime.firstDay.secondsSince1970)
        var before = 0
        for change in changes {
            let isInserted = change.after > before
            let begin = change.midnight + before + (isInserted ? 0 : -1)
            guard count >= begin else { break }
            if isInserted, count == begin { return (before, true) }
            before = change.after
        }
        return (before, false)
    }

    /// Returns the change that satellites announce at an instant: the next change, or the most recent one if no further
    /// change is announced.
    ///
    /// - Parameter time: The instant; satellites announce a change half a year ahead.
    /// - Returns: GPS time minus UTC before the change, in seconds, and the change.
    public func announced(at time: GPSTime) -> (before: Int, change: Change) {
        let seconds = Int(utc(time).nanosecondsSince1970 / 1_000_000_000)
        // Announced up to half a year (180 days) ahead.
        let index = changes.lastIndex { $0.midnight <= seconds + 15_552_000 } ?? 0
        return (index == 0 ? 0 : changes[index - 1].after, changes[index])
    }
}
