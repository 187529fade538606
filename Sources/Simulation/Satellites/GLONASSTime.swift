// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// GLONASS' own time: that of Moscow, three hours ahead of UTC and with its leap seconds (ICD L1, L2, edition 5.1, 3.3.3).
struct GLONASSTime: Hashable {
    /// Since Sunday, 1980-01-06, 00:00 in Moscow, leap seconds not counted.
    let seconds: Int

    /// The time of an instant.
    ///
    /// - Parameters:
    ///   - instant: whole seconds since GPS time began.
    ///   - leapSeconds: GPS time minus UTC then.
    init(_ instant: Int, leapSeconds: Int) { seconds = instant - leapSeconds + 10_800 }

    var secondOfWeek: Int { seconds % GST.secondsInWeek }
    var secondOfDay: Int { seconds % 86_400 }

    /// 1996-01-01, with which the first interval of four years began.
    private static let firstDay = CivilDate(daysSince1970: 9_496)

    private var day: Int { max(0, seconds / 86_400 - Self.firstDay.days(since: GPSTime.firstDay)) }

    /// N4: the interval of four years, the first being 1996 to 1999.
    var interval: Int { day / 1461 + 1 }
    /// N_T: the day in it, 1...1461.
    var dayOfInterval: Int { day % 1461 + 1 }
}
