// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// GLONASS time: Moscow time, three hours ahead of UTC and with its leap seconds (ICD L1, L2, edition 5.1, 3.3.3).
struct GLONASSTime: Hashable {
    /// Seconds since Sunday, 1980-01-06, 00:00 in Moscow, not counting leap seconds.
    let seconds: Int

    /// Converts an instant.
    ///
    /// - Parameters:
    ///   - instant: Whole seconds since the start of GPS time.
    ///   - leapSeconds: GPS time minus UTC at that instant, in seconds.
    init(_ instant: Int, leapSeconds: Int) { seconds = instant - leapSeconds + 10_800 }

    var secondOfWeek: Int { seconds % GST.secondsInWeek }
    var secondOfDay: Int { seconds % 86_400 }

    /// 1996-01-01, the start of the first four-year interval.
    private static let firstDay = CivilDate(daysSince1970: 9_496)

    private var day: Int { max(0, seconds / 86_400 - Self.firstDay.days(since: GPSTime.firstDay)) }

    /// N4: the four-year interval; the first is 1996 to 1999.
    var interval: Int { day / 1461 + 1 }
    /// N_T: the day of the interval, 1...1461.
    var dayOfInterval: Int { day % 1461 + 1 }
}
