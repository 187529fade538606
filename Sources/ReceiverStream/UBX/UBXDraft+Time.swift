// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

extension UBXDraft {
    /// GPS time minus UTC in seconds, if a message of the epoch states it as received from a satellite.
    mutating func statedLeapSeconds() -> Int? {
        if let timeGPS, timeGPS.areLeapSecondsValid { return Int(timeGPS.leapSeconds) }
        if let leap, leap.isCurrentValid, leap.source != 0 { return Int(leap.current) }
        return leapOfMeasurements
    }

    /// GPS time minus UTC in seconds as the receiver applies it now, even if it is the firmware's default.
    mutating func countedLeapSeconds() -> Int? {
        if let stated = statedLeapSeconds() { return stated }
        if let pvt, let time = pvt.timeOfDay, let epoch {
            return Self.leap(epoch, time)
        }
        if let timeUTC, let time = timeUTC.timeOfDay, let epoch { return Self.leap(epoch, time) }
        return leap.map { Int($0.current) }
    }

    /// Returns the number of seconds by which a time of week is ahead of a UTC time of day; nil if it is too large
    /// for leap seconds.
    private static func leap(_ epoch: WeekTime, _ time: UTCTime) -> Int? {
        let ahead = Int64(epoch.milliseconds) - time.nanosecondsSince1970 / 1_000_000
        let day: Int64 = 86_400_000
        let rest = ((ahead % day + day) % day + 500) / 1000
        return rest <= 60 ? Int(rest) : nil
    }

    /// Returns the instant of the epoch in UTC; nil if the receiver does not report it.
    ///
    /// - Parameters:
    ///   - leapSeconds: GPS time minus UTC in seconds, as known from earlier epochs; nil for those of `dates`.
    mutating func time(leapSeconds: Int?, _ dates: DateTracker) -> UTCTime? {
        if let pvt, pvt.validDate, pvt.validTime, let time = pvt.date { return time }
        if let timeUTC, timeUTC.isUTCValid, let time = timeUTC.date { return time }
        if let pvat, pvat.validDate, pvat.validTime, let time = pvat.date { return time }
        if let timeGPS, timeGPS.isTimeOfWeekValid, timeGPS.isWeekValid {
            return Self.time(timeGPS.week, timeGPS.iTOW, timeGPS.fTOW, statedLeapSeconds() ?? leapSeconds, dates)
        }
        if let sol, sol.isWeekSet, sol.isTimeOfWeekSet {
            return Self.time(sol.week, sol.iTOW, sol.fTOW, statedLeapSeconds() ?? leapSeconds, dates)
        }
        return nil
    }

    private static func time(
        _ week: Int16, _ iTOW: UInt32, _ fTOW: Int32, _ leapSeconds: Int?, _ dates: DateTracker
    ) -> UTCTime? {
        // Weeks from 14,600 on, in 2259, cannot be a receiver's time.
        guard week < 14_600, iTOW < 604_800_000,
            let gps = GPSTime(week: Int(week), nanosecondsOfWeek: Int64(iTOW) * 1_000_000)?.advanced(by: Int64(fTOW))
        else { return nil }
        return UTCTime(gps, leapSeconds: leapSeconds ?? dates.leapSeconds(at: gps))
    }
}

extension UBXDraft {
    /// The messages' information about time and clock; nil if they only state the time of the fix.
    mutating func timing(at time: UTCTime?) -> Timing? {
        guard clock != nil || leap?.isCurrentValid == true else { return nil }
        var timing = Timing()
        timing.time = time
        if let clock {
            (timing.clockBias, timing.clockDrift) = (Double(clock.bias), Double(clock.drift))
            timing.sources.append(MessageID.navCLOCK.sourceName)
        }
        timing.leapSeconds = statedLeapSeconds()
        if let leap, leap.isCurrentValid {
            timing.leapSeconds = Int(leap.current)
            timing.leapSecondsAreDefault = leap.source == 0
            timing.sources.append(MessageID.navTIMELS.sourceName)
        }
        return timing
    }
}

/// Converts u-blox's UTC date and time of day: the nanoseconds may be negative, the second may be 60.
///
/// Receivers state most epochs as some microseconds before or after a second. For normal seconds, the exact instant is
/// kept, and outputs round it. An instant just before 23:59:60 would be rounded to 00:00:00, because the count has no
/// other value for it. It therefore becomes 23:59:60 exactly if it is less than 0.5 ms away, and lies in 23:59:59
/// otherwise.
private func instant(
    _ date: (UInt16, UInt8, UInt8), _ time: (hour: UInt8, minute: UInt8, second: UInt8), _ nano: Int32
) -> UTCTime? {
    guard let date = CivilDate(year: Int(date.0), month: Int(date.1), day: Int(date.2)),
        let timeOfDay = TimeOfDay(hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second)),
        var instant = UTCTime(date, timeOfDay), abs(Int64(nano)) <= 1_000_000_000
    else { return nil }
    if instant.isLeapSecond, nano < 0 {
        guard nano <= -500_000 else { return instant }
        instant.isLeapSecond = false
    }
    instant.nanosecondsSince1970 += Int64(nano)
    return instant
}

extension NavigationPVT {
    fileprivate var date: UTCTime? { instant((year, month, day), (hour, minute, second), nano) }
    /// The time of day only, on an arbitrary day.
    fileprivate var timeOfDay: UTCTime? { instant((2000, 1, 2), (hour, minute, second), nano) }
}

extension HighRatePVT {
    /// The instant in UTC; nil if the receiver does not report it.
    var date: UTCTime? {
        validDate && validTime ? instant((year, month, day), (hour, minute, second), nano) : nil
    }
}

extension NavigationPVAT {
    fileprivate var date: UTCTime? { instant((year, month, day), (hour, minute, second), nano) }
}

extension NavigationTimeUTC {
    fileprivate var date: UTCTime? { instant((year, month, day), (hour, minute, second), nano) }
    /// The time of day only, on an arbitrary day.
    fileprivate var timeOfDay: UTCTime? { instant((2000, 1, 2), (hour, minute, second), nano) }
}
