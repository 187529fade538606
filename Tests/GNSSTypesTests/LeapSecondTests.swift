// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@Suite("Leap seconds") struct LeapSecondTests {
    /// When each leap second was over, in seconds since 1970 (the list `leap-seconds.list` of the IETF, from 1981 on).
    private static let ends: [Int64] = [
        362_793_600, 394_329_600, 425_865_600, 489_024_000, 567_993_600, 631_152_000, 662_688_000, 709_948_800,
        741_484_800, 773_020_800, 820_454_400, 867_715_200, 915_148_800, 1_136_073_600, 1_230_768_000, 1_341_100_800,
        1_435_708_800, 1_483_228_800,
    ]

    @Test("are those that the IERS announced, each counted from its end", arguments: Array(ends.enumerated()))
    func announced(_ number: Int, _ end: Int64) throws {
        let leap = LeapSeconds.announced
        let before = UTCTime(nanosecondsSince1970: end * 1_000_000_000 - 1)
        let inside = UTCTime(nanosecondsSince1970: end * 1_000_000_000, isLeapSecond: true)
        let after = UTCTime(nanosecondsSince1970: end * 1_000_000_000)
        #expect(leap.at(before) == number && leap.at(inside) == number && leap.at(after) == number + 1)
        let times = [before, inside, after].map { leap.gps($0) }
        #expect(
            times[1].wholeSeconds == times[0].wholeSeconds + 1 && times[2].wholeSeconds == times[1].wholeSeconds + 1)
        for (utc, gps) in zip([before, inside, after], times) {
            #expect(leap.utc(gps) == utc)
            #expect(leap.at(gps) == leap.at(utc))
            #expect(GPSTime(utc, leapSeconds: leap.at(gps)) == gps)
        }
        #expect(leap.changes.count == Self.ends.count && leap.latest == 18)
    }

    @Test("put 2017 at the second of GPS time that receivers stated")
    func known() {
        let newYear = UTCTime(nanosecondsSince1970: 1_483_228_800_000_000_000)
        #expect(LeapSeconds.announced.gps(newYear) == GPSTime(wholeSeconds: 1_167_264_018))
        #expect(GST(newYear)?.secondsSinceEpoch == 1_167_264_018 - 1024 * 604_800)
        #expect(GST(newYear)?.gps == GPSTime(wholeSeconds: 1_167_264_018))
    }

    @Test("that a scenario adds or leaves out count from then on", arguments: [true, false])
    func added(_ isInserted: Bool) throws {
        let last = try #require(CivilDate(year: 2026, month: 12, day: 31))
        let noon = UTCTime(nanosecondsSince1970: (last.secondsSince1970 + 43_200) * 1_000_000_000)
        let leap = LeapSeconds.announced.adding(isInserted: isInserted, atEndOfDayOf: noon)
        let midnight = UTCTime(nanosecondsSince1970: (last.secondsSince1970 + 86_400) * 1_000_000_000)
        #expect(leap.at(midnight) == (isInserted ? 19 : 17) && leap.at(noon) == 18)
        #expect(leap.announced(at: leap.gps(noon)).change.day == last)
        // The seconds of GPS time around it follow each other in UTC, without the one that is left out.
        let middle = leap.gps(midnight).wholeSeconds
        let names = (middle - 3...middle + 1).map {
            CalendarTime(leap.utc(GPSTime(wholeSeconds: $0))).clockText
        }
        #expect(
            names
                == (isInserted
                    ? ["23:59:58", "23:59:59", "23:59:60", "00:00:00", "00:00:01"]
                    : ["23:59:56", "23:59:57", "23:59:58", "00:00:00", "00:00:01"]))
    }

    @Test("never overflow, whatever week a receiver states", arguments: [0, 1, 14_726, 14_728, 15_000, 65_535])
    func extremes(_ week: Int) throws {
        for nanoseconds in [0, GPSTime.nanosecondsInWeek - 1] {
            let time = try #require(GPSTime(week: week, nanosecondsOfWeek: nanoseconds))
            let utc = UTCTime(time, leapSeconds: 18)
            #expect((utc == nil) == (week > 14_727))
            #expect(LeapSeconds.announced.utc(time).nanosecondsSince1970 > 0)
        }
        for count in [Int64.min, -1, 0, .max] {
            let time = UTCTime(nanosecondsSince1970: count)
            _ = LeapSeconds.announced.gps(time)
            #expect(count > 0 || GPSTime(time, leapSeconds: 18) == nil)
            #expect(count > 0 || GST(time) == nil)
        }
        #expect(GPSTime(UTCTime(nanosecondsSince1970: .max), leapSeconds: 18)?.week == 14_727)
    }
}
