// SPDX-License-Identifier: Apache-2.0

/// Class NAV, 0x01: time.
enum NavigationTimeTable {
    static let all: [MessageLayout] = [gps, utc, clock, glonass, beidou, galileo, leapSeconds, qzss, navic, trusted]

    static let gps = MessageLayout(
        "NAV-TIMEGPS", 0x01, 0x20, length: 16,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("fTOW", at: 4, .i4, unit: "ns"),
            Field("week", at: 8, .i2, unit: "weeks"),
            Field("leapS", at: 10, .i1, unit: "s"),
            Field("valid", at: 11, .u1, bits: [Bits("towValid", 0), Bits("weekValid", 1), Bits("leapSValid", 2)]),
            Field("tAcc", at: 12, .u4, unit: "ns"),
        ])

    static let utc = MessageLayout(
        "NAV-TIMEUTC", 0x01, 0x21, length: 20,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("tAcc", at: 4, .u4, unit: "ns"),
            Field("nano", at: 8, .i4, unit: "ns"),
            Field("year", at: 12, .u2, unit: "y"),
            Field("month", at: 14, .u1, unit: "month"),
            Field("day", at: 15, .u1, unit: "d"),
            Field("hour", at: 16, .u1, unit: "h"),
            Field("min", at: 17, .u1, unit: "min"),
            Field("sec", at: 18, .u1, unit: "s"),
            Field(
                "valid", at: 19, .u1,
                bits: [
                    Bits("validTOW", 0), Bits("validWKN", 1), Bits("validUTC", 2), Bits("authStatus", 3),
                    Bits("utcStandard", 4, 4),
                ]),
        ])

    static let clock = MessageLayout(
        "NAV-CLOCK", 0x01, 0x22, length: 20,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("clkB", at: 4, .i4, unit: "ns"),
            Field("clkD", at: 8, .i4, unit: "ns/s"),
            Field("tAcc", at: 12, .u4, unit: "ns"),
            Field("fAcc", at: 16, .u4, unit: "ps/s"),
        ])

    static let glonass = MessageLayout(
        "NAV-TIMEGLO", 0x01, 0x23, length: 20,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("TOD", at: 4, .u4, unit: "s"),
            Field("fTOD", at: 8, .i4, unit: "ns"),
            Field("Nt", at: 12, .u2, unit: "days"),
            Field("N4", at: 14, .u1),
            Field("valid", at: 15, .u1, bits: [Bits("todValid", 0), Bits("dateValid", 1)]),
            Field("tAcc", at: 16, .u4, unit: "ns"),
        ])

    static let beidou = MessageLayout(
        "NAV-TIMEBDS", 0x01, 0x24, length: 20,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("SOW", at: 4, .u4, unit: "s"),
            Field("fSOW", at: 8, .i4, unit: "ns"),
            Field("week", at: 12, .i2, unit: "weeks"),
            Field("leapS", at: 14, .i1, unit: "s"),
            Field("valid", at: 15, .u1, bits: [Bits("sowValid", 0), Bits("weekValid", 1), Bits("leapSValid", 2)]),
            Field("tAcc", at: 16, .u4, unit: "ns"),
        ])

    static let galileo = MessageLayout(
        "NAV-TIMEGAL", 0x01, 0x25, length: 20,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("galTow", at: 4, .u4, unit: "s"),
            Field("fGalTow", at: 8, .i4, unit: "ns"),
            Field("galWno", at: 12, .i2, unit: "weeks"),
            Field("leapS", at: 14, .i1, unit: "s"),
            Field("valid", at: 15, .u1, bits: [Bits("galTowValid", 0), Bits("galWnoValid", 1), Bits("leapSValid", 2)]),
            Field("tAcc", at: 16, .u4, unit: "ns"),
        ])

    static let leapSeconds = MessageLayout(
        "NAV-TIMELS", 0x01, 0x26, length: 24, when: [.byte(4, 0...0)],
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("version", at: 4, .u1),
            Field("srcOfCurrLs", at: 8, .u1),
            Field("currLs", at: 9, .i1, unit: "s"),
            Field("srcOfLsChange", at: 10, .u1),
            Field("lsChange", at: 11, .i1, unit: "s"),
            Field("timeToLsEvent", at: 12, .i4, unit: "s"),
            Field("dateOfLsGpsWn", at: 16, .u2, unit: "weeks"),
            Field("dateOfLsGpsDn", at: 18, .u2, unit: "days"),
            Field("valid", at: 23, .u1, bits: [Bits("validCurrLs", 0), Bits("validTimeToLsEvent", 1)]),
        ])

    static let qzss = MessageLayout(
        "NAV-TIMEQZSS", 0x01, 0x27, length: 20,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("qzssTow", at: 4, .u4, unit: "s"),
            Field("fQzssTow", at: 8, .i4, unit: "ns"),
            Field("qzssWno", at: 12, .i2, unit: "weeks"),
            Field("leapS", at: 14, .i1, unit: "s"),
            Field(
                "valid", at: 15, .u1, bits: [Bits("qzssTowValid", 0), Bits("qzssWnoValid", 1), Bits("leapSValid", 2)]),
            Field("tAcc", at: 16, .u4, unit: "ns"),
        ])

    static let navic = MessageLayout(
        "NAV-TIMENAVIC", 0x01, 0x63, length: 20,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("NavICTow", at: 4, .u4, unit: "s"),
            Field("fNavICTow", at: 8, .i4, unit: "ns"),
            Field("NavICWno", at: 12, .i2, unit: "weeks"),
            Field("leapS", at: 14, .i1, unit: "s"),
            Field(
                "valid", at: 15, .u1,
                bits: [Bits("NavICTowValid", 0), Bits("NavICWnoValid", 1), Bits("leapSValid", 2)]),
            Field("tAcc", at: 16, .u4, unit: "ns"),
        ])

    /// The trusted clock set by the host, in firmware with OSNMA.
    static let trusted = MessageLayout(
        "NAV-TIMETRUSTED", 0x01, 0x64, length: 40,
        [
            Field("version", at: 0, .u1),
            Field("refSys", at: 1, .u1),
            Field("validFlags", at: 2, .u1, bits: [Bits("trustedTimeValid", 0), Bits("deltaTimeValid", 1)]),
            Field("iTOW", at: 4, .u4, unit: "ms"),
            Field("iniWno", at: 8, .u2, unit: "weeks"),
            Field("propWno", at: 10, .u2, unit: "weeks"),
            Field("iniTow", at: 12, .u4, unit: "ms"),
            Field("propTow", at: 16, .u4, unit: "ms"),
            Field("iniTAcc", at: 20, .u4, unit: "ms"),
            Field("propTAcc", at: 24, .u4, unit: "ms"),
            Field("deltaS", at: 28, .i4, unit: "s"),
            Field("deltaMs", at: 32, .i4, unit: "ms"),
        ])
}
