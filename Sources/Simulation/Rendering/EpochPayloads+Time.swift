// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Payloads about time.
extension EpochPayloads {
    /// The difference between the exact time and the time of week, in nanoseconds; 0 because epochs are on the
    /// millisecond.
    private var remainder: Int { 0 }

    var clock: [UInt8] {
        var writer = PayloadWriter()
        writer.u4(timeOfWeek)
        writer.i4(epoch.clock.offset, 1e-9)
        writer.i4(epoch.clock.drift, 1e-9)
        writer.u4(timeAccuracy)
        writer.u4(solution == nil ? 100_000 : 200)
        return writer.bytes
    }

    var timeGPS: [UInt8] {
        var writer = PayloadWriter()
        writer.u4(timeOfWeek)
        writer.i4(remainder)
        writer.i2(epoch.statedTime?.week ?? 0)
        writer.i1(epoch.leapSeconds)
        writer.u1(knowsTime ? 7 : 0)
        writer.u4(timeAccuracy)
        return writer.bytes
    }

    var timeGalileo: [UInt8] {
        var writer = PayloadWriter()
        writer.u4(timeOfWeek)
        let second = timeOfWeek / 1000
        writer.u4(second)
        writer.i4((timeOfWeek - second * 1000) * 1_000_000 + remainder)
        writer.i2((epoch.statedTime?.week ?? 1024) - 1024)
        writer.i1(epoch.leapSeconds)
        let isHeard = epoch.satellites.contains { $0.id.constellation == .galileo && $0.cn0 != nil }
        writer.u1(knowsTime && isHeard ? 7 : 0)
        writer.u4(timeAccuracy)
        return writer.bytes
    }

    var timeUTC: [UInt8] {
        var writer = PayloadWriter()
        writer.u4(timeOfWeek)
        writer.u4(timeAccuracy)
        guard let utc = epoch.statedUTC else {
            writer.zeros(12)
            return writer.bytes
        }
        let (year, month, day) = utc.date.components
        let time = utc.timeOfDay.nanoseconds
        let seconds = Int(time / 1_000_000_000)
        let shown = utc.isLeapSecond ? seconds - 1 : seconds
        writer.i4(Int(time % 1_000_000_000))
        writer.u2(year)
        for value in [month, day, shown / 3600, shown / 60 % 60, shown % 60 + (utc.isLeapSecond ? 1 : 0)] {
            writer.u1(value)
        }
        writer.u1(0x37)
        return writer.bytes
    }

    var leapSeconds: [UInt8] {
        let (before, change) = epoch.leapAnnouncement
        let days = change.day.days(since: GPSTime.firstDay)
        // The leap second takes effect at the end of the old second.
        let second = (days + 1) * 86_400 + before
        let left = second - epoch.time.wholeSeconds
        var writer = PayloadWriter()
        writer.u4(timeOfWeek)
        writer.zeros(4)
        writer.u1(knowsTime ? 2 : 255)
        writer.i1(epoch.leapSeconds)
        writer.u1(knowsTime ? 2 : 255)
        writer.i1(left > 0 ? change.after - before : 0)
        writer.i4(left)
        writer.u2(days / 7)
        writer.u2(days % 7 + 1)
        writer.zeros(3)
        writer.u1(knowsTime ? 3 : 0)
        return writer.bytes
    }
}
