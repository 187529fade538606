// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The data that the attribute `timing` adds to a TPV: the reception of the epoch, by the host's wall clock.
struct TimingFacts {
    /// The arrival time of the epoch's first bytes, in nanoseconds since 1970.
    var start: Int64
    /// The creation time of the report, in nanoseconds since 1970.
    var report: Int64
    /// Length of the epoch in bytes.
    var characters = 0
    /// The instant of the solution.
    var time: UTCTime?
    var satellitesUsed: Int?
    /// GPS time minus UTC in seconds, if known.
    var leapSeconds: Int?

    /// GPS week, and time of week in milliseconds.
    var gpsTime: (week: Int64, milliseconds: Int64)? {
        guard let time, let leapSeconds, (0...100).contains(leapSeconds),
            let gps = GPSTime(time, leapSeconds: leapSeconds)
        else { return nil }
        return (Int64(gps.week), gps.nanosecondsOfWeek / 1_000_000)
    }
}

extension LineWriter {
    /// Writes the end of a TPV with the keys of `timing`, including its brace.
    mutating func timing(_ facts: TimingFacts) {
        clock(",\"rtime\":", facts.report)
        clock(",\"sor\":", facts.start)
        field(",\"chars\":", facts.characters)
        field(",\"sats\":", facts.satellitesUsed)
        if let (week, milliseconds) = facts.gpsTime {
            field(",\"week\":", Int(week))
            literal(",\"tow\":")
            number(UInt64(milliseconds.magnitude), decimals: 3)
            // Weeks are counted from 1980 on.
            field(",\"rollovers\":", Int(week / 1024))
        }
        byte(0x7D)
    }

    /// Writes the object TOFF: the receiver's time of an epoch, and the host's time when its bytes arrived.
    ///
    /// - Parameters:
    ///   - time: The receiver's time.
    ///   - wall: The host's time, in nanoseconds since 1970.
    ///   - device: The device's path.
    mutating func toff(_ time: UTCTime, wall: Int64, device: String) {
        literal("{\"class\":\"TOFF\",\"device\":")
        string(device)
        field(",\"real_sec\":", Int(time.nanosecondsSince1970 / 1_000_000_000))
        field(",\"real_nsec\":", Int(time.nanosecondsSince1970 % 1_000_000_000))
        field(",\"clock_sec\":", Int(wall / 1_000_000_000))
        field(",\"clock_nsec\":", Int(wall % 1_000_000_000))
        // gpsd's value for time from serial data: half a second, as a power of two.
        literal(",\"precision\":-1}")
    }

    /// Writes seconds since 1970 with nine decimals.
    private mutating func clock(_ key: StaticString, _ nanoseconds: Int64) {
        guard nanoseconds >= 0 else { return }
        literal(key)
        number(UInt64(nanoseconds / 1_000_000_000))
        byte(0x2E)
        digits(UInt64(nanoseconds % 1_000_000_000), count: 9)
    }
}
