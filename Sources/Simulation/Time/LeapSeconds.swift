// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// How far GPS time is ahead of UTC, and when that changes: what was announced up to 2017, and what a scenario adds.
public struct LeapSeconds: Hashable, Sendable {
    /// A second that is put in or left out at the end of a day.
    public struct Change: Hashable, Sendable {
        /// Midnight, UTC, in seconds since 1970, leap seconds not counted.
        public var midnight: Int
        /// GPS time minus UTC from then on.
        public var after: Int
    }

    /// In the order of time.
    public private(set) var changes: [Change]

    /// The announced ones (IERS Bulletin C), from 1999 on.
    public init() {
        let announced: [(Int, Int)] = [
            (1_136_073_600, 14), (1_230_768_000, 15), (1_341_100_800, 16), (1_435_708_800, 17), (1_483_228_800, 18),
        ]
        changes = announced.map { Change(midnight: $0.0, after: $0.1) }
    }

    /// The same with one more, at the end of the UTC day that an instant is in.
    ///
    /// - Parameters:
    ///   - isInserted: whether a second is put in; otherwise one is left out.
    ///   - time: the instant.
    public func adding(isInserted: Bool, atEndOfDayOf time: UTCTime) -> LeapSeconds {
        var copy = self
        let midnight = (time.date.daysSince1970 + 1) * 86_400
        let before = at(secondsSince1970: midnight - 1)
        copy.changes.removeAll { $0.midnight >= midnight }
        copy.changes.append(Change(midnight: midnight, after: before + (isInserted ? 1 : -1)))
        return copy
    }

    /// GPS time minus UTC, at a count of UTC.
    func at(secondsSince1970 seconds: Int) -> Int { changes.last { $0.midnight <= seconds }?.after ?? 13 }

    // Between the beginnings of GPS time and of 1970.
    private static let offset = 315_964_800

    /// GPS time of an instant in UTC.
    public func gps(_ time: UTCTime) -> GPSTime {
        let nanoseconds = time.nanosecondsSince1970
        var seconds = nanoseconds / 1_000_000_000
        if nanoseconds % 1_000_000_000 < 0 { seconds -= 1 }
        let fraction = nanoseconds - seconds * 1_000_000_000
        let leap = time.isLeapSecond ? at(secondsSince1970: Int(seconds) - 1) : at(secondsSince1970: Int(seconds))
        let whole = GPSTime(wholeSeconds: Int(seconds) - Self.offset + leap)
        return whole.advanced(by: fraction) ?? whole
    }

    /// UTC of an instant in GPS time.
    public func utc(_ time: GPSTime) -> UTCTime {
        let fraction = time.nanosecondsOfWeek % 1_000_000_000
        let count = time.wholeSeconds + Self.offset
        // The change after which it is, in GPS time: the second that is put in belongs to the day before it.
        var leap = 13
        var isInside = false
        for change in changes {
            let isInserted = change.after > leap
            let begin = change.midnight + leap + (isInserted ? 0 : -1)
            guard count >= begin else { break }
            isInside = isInserted && count == begin
            leap = change.after
        }
        let seconds = count - leap + (isInside ? 1 : 0)
        return UTCTime(
            nanosecondsSince1970: Int64(seconds) &* 1_000_000_000 &+ fraction, isLeapSecond: isInside)
    }

    /// GPS time minus UTC at an instant in GPS time, in whole seconds: the new number from the end of the second that is
    /// put in.
    public func at(_ time: GPSTime) -> Int {
        let utc = utc(time)
        let seconds = Int(utc.nanosecondsSince1970 / 1_000_000_000)
        return at(secondsSince1970: utc.isLeapSecond ? seconds - 1 : seconds)
    }

    /// The next change after an instant, or the last one before it where there is none: what satellites announce.
    ///
    /// - Parameter time: the instant; a change is announced half a year ahead.
    /// - Returns: GPS time minus UTC before the change, and the change.
    public func announced(at time: GPSTime) -> (before: Int, change: Change) {
        let seconds = Int(utc(time).nanosecondsSince1970 / 1_000_000_000)
        // Announced up to half a year ahead.
        let index = changes.lastIndex { $0.midnight <= seconds + 15_552_000 } ?? 0
        return (index == 0 ? 13 : changes[index - 1].after, changes[index])
    }
}
