// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// What a TPV says with the attribute `timing`: how the epoch came, by the host's wall clock.
struct TimingFacts {
    /// When the first bytes of the epoch came.
    var start: Int64
    /// When the report was made.
    var report: Int64
    /// Bytes of the epoch.
    var characters = 0
    /// The instant of the solution.
    var time: UTCTime?
    var satellitesUsed: Int?
    /// GPS − UTC, where known.
    var leapSeconds: Int?

    /// Week and time of week by GPS time, in milliseconds.
    var gpsTime: (week: Int64, milliseconds: Int64)? {
        guard let time, let leapSeconds, (0...100).contains(leapSeconds),
            let gps = GPSTime(time, leapSeconds: leapSeconds)
        else { return nil }
        return (Int64(gps.week), gps.nanosecondsOfWeek / 1_000_000)
    }
}

extension LineWriter {
    /// The end of a TPV with the keys of `timing`, its brace included.
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

    /// The object TOFF: the receiver's time of an epoch beside the host's when its bytes came.
    ///
    /// - Parameters:
    ///   - time: by the receiver.
    ///   - wall: by the host, in nanoseconds since 1970.
    ///   - device: the device's path.
    mutating func toff(_ time: UTCTime, wall: Int64, device: String) {
        literal("{\"class\":\"TOFF\",\"device\":")
        string(device)
        field(",\"real_sec\":", Int(time.nanosecondsSince1970 / 1_000_000_000))
        field(",\"real_nsec\":", Int(time.nanosecondsSince1970 % 1_000_000_000))
        field(",\"clock_sec\":", Int(wall / 1_000_000_000))
        field(",\"clock_nsec\":", Int(wall % 1_000_000_000))
        // As gpsd has it for time by serial bytes: half a second.
        literal(",\"precision\":-1}")
    }

    /// Seconds since 1970 with nine decimals.
    private mutating func clock(_ key: StaticString, _ nanoseconds: Int64) {
        guard nanoseconds >= 0 else { return }
        literal(key)
        number(UInt64(nanoseconds / 1_000_000_000))
        byte(0x2E)
        digits(UInt64(nanoseconds % 1_000_000_000), count: 9)
    }
}
