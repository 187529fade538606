// SPDX-License-Identifier: Apache-2.0

/// How far GPS time is ahead of UTC, and when that changes: the one table of leap seconds.
///
/// It is built in and ends with the change of 2017-01-01 (IERS Bulletin C; none has been announced since); a scenario
/// may add one. Where a receiver states the number that its satellites send, that counts instead.
public struct LeapSeconds: Hashable, Sendable {
    /// A second that is put in or left out at the end of a day.
    public struct Change: Hashable, Sendable {
        /// The day at whose end it is.
        public var day: CivilDate
        /// GPS time minus UTC from then on, in seconds.
        public var after: Int

        /// Midnight, UTC, in seconds since 1970, leap seconds not counted.
        var midnight: Int { (day.daysSince1970 + 1) * 86_400 }
    }

    /// In the order of time.
    public private(set) var changes: [Change]

    /// Those that the IERS has announced since GPS time began.
    public static let announced: LeapSeconds = {
        let june = [1981, 1982, 1983, 1985, 1992, 1993, 1994, 1997, 2012, 2015].map { ($0, 6, 30) }
        let december = [1987, 1989, 1990, 1995, 1998, 2005, 2008, 2016].map { ($0, 12, 31) }
        let days = (june + december).compactMap { CivilDate(year: $0.0, month: $0.1, day: $0.2) }.sorted()
        return LeapSeconds(changes: days.enumerated().map { Change(day: $1, after: $0 + 1) })
    }()

    /// GPS time minus UTC in seconds after the last change of the table: what counts where no date is known.
    public var latest: Int { changes.last?.after ?? 0 }

    /// International atomic time minus GPS time, in seconds, always (IS-GPS-200, section 3.3.4 with BIPM Circular T).
    public static let atomicAheadOfGPS = 19

    /// The same with one more, at the end of the UTC day that an instant is in.
    ///
    /// - Parameters:
    ///   - isInserted: whether a second is put in; otherwise one is left out.
    ///   - time: the instant.
    public func adding(isInserted: Bool, atEndOfDayOf time: UTCTime) -> LeapSeconds {
        var copy = self
        let before = at(secondsSince1970: (time.date.daysSince1970 + 1) * 86_400 - 1)
        copy.changes.removeAll { $0.day >= time.date }
        copy.changes.append(Change(day: time.date, after: before + (isInserted ? 1 : -1)))
        return copy
    }

    /// GPS time minus UTC in seconds, at a count of UTC.
    private func at(secondsSince1970 seconds: Int) -> Int { changes.last { $0.midnight <= seconds }?.after ?? 0 }

    /// GPS time of an instant in UTC; before 1980-01-06 its beginning.
    public func gps(_ time: UTCTime) -> GPSTime {
        let seconds = time.nanosecondsSince1970.flooringDivision(by: 1_000_000_000)
        let fraction = time.nanosecondsSince1970 &- seconds &* 1_000_000_000
        let whole = GPSTime(wholeSeconds: Int(seconds - GPSTime.firstDay.secondsSince1970) + at(time))
        return whole.advanced(by: fraction) ?? whole
    }

    /// GPS time minus UTC in seconds at an instant in UTC: the new number from the end of the second that is put in.
    public func at(_ time: UTCTime) -> Int {
        let seconds = Int(time.nanosecondsSince1970.flooringDivision(by: 1_000_000_000))
        return at(secondsSince1970: time.isLeapSecond ? seconds - 1 : seconds)
    }

    /// GPS time minus UTC in seconds at an instant in GPS time: the new number from the end of the second that is put in.
    public func at(_ time: GPSTime) -> Int { step(time).leapSeconds }

    /// UTC of an instant in GPS time; after 2261, which the count cannot hold, the last instant of its week count that it
    /// holds.
    public func utc(_ time: GPSTime) -> UTCTime {
        let (leapSeconds, isInside) = step(time)
        // Within the second that is put in, the count is that of the next day's first second.
        guard var utc = UTCTime(time, leapSeconds: leapSeconds) else { return UTCTime(nanosecondsSince1970: .max) }
        utc.isLeapSecond = isInside
        return utc
    }

    /// The number at an instant, and whether the instant is within a second that is put in: it belongs to the day before.
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

    /// The next change after an instant, or, without one, the last one before it: what satellites announce.
    ///
    /// - Parameter time: the instant; a change is announced half a year ahead.
    /// - Returns: GPS time minus UTC before the change, in seconds, and the change.
    public func announced(at time: GPSTime) -> (before: Int, change: Change) {
        let seconds = Int(utc(time).nanosecondsSince1970 / 1_000_000_000)
        // Announced up to half a year ahead.
        let index = changes.lastIndex { $0.midnight <= seconds + 15_552_000 } ?? 0
        return (index == 0 ? 0 : changes[index - 1].after, changes[index])
    }
}
