// SPDX-License-Identifier: Apache-2.0

/// Class NAV, 0x01: augmentation, orbits, integrity, and messages of only some receivers.
enum NavigationMoreTable {
    static let all: [MessageLayout] = [
        resetODO, nmi, dgps, sbas, orb, geofence, ekfstatus, slas, aopstatus, aopstatusOld, pl,
    ]

    static let resetODO = MessageLayout("NAV-RESETODO", 0x01, 0x10, length: 0, [])

    static let nmi = MessageLayout(
        "NAV-NMI", 0x01, 0x28, length: 16,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("version", at: 4, .u1),
            Field(
                "gpsNmiFlags", at: 9, .u1,
                bits: [
                    Bits("wnoCheckedGPS", 0), Bits("wnoInvalidGPS", 1), Bits("UTCORefCheckedGPS", 2),
                    Bits("UTCORefInvalidGPS", 3),
                ]),
            Field(
                "gpsLsFlags", at: 10, .u1,
                bits: [
                    Bits("lsValGPS", 0), Bits("dnRangeGPS", 1), Bits("totRangeGPS", 2), Bits("lsEventGPS", 3),
                    Bits("recNowGPS", 4),
                ]),
            Field("galNmiFlags", at: 11, .u1, bits: [Bits("wnoCheckedGAL", 0), Bits("wnoInvalidGAL", 1)]),
            Field(
                "galLsFlags", at: 12, .u1,
                bits: [
                    Bits("lsValGAL", 0), Bits("dnRangeGAL", 1), Bits("totRangeGAL", 2), Bits("lsEventGAL", 3),
                    Bits("recNowGAL", 4),
                ]),
            Field("bdsNmiFlags", at: 13, .u1, bits: [Bits("wnoCheckedBDS", 0), Bits("wnoInvalidBDS", 1)]),
            Field(
                "bdsLsFlags", at: 14, .u1,
                bits: [
                    Bits("lsValBDS", 0), Bits("dnRangeBDS", 1), Bits("totRangeBDS", 2), Bits("lsEventBDS", 3),
                    Bits("recNowBDS", 4),
                ]),
            Field("gloNmiFlags", at: 15, .u1, bits: [Bits("wnoCheckedGLO", 0), Bits("wnoInvalidGLO", 1)]),
        ])

    static let dgps = MessageLayout(
        "NAV-DGPS", 0x01, 0x31, length: 16,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("age", at: 4, .i4, unit: "ms"),
            Field("baseId", at: 8, .i2),
            Field("baseHealth", at: 10, .i2),
            Field("numCh", at: 12, .u1),
            Field("status", at: 13, .u1),
            .group(
                "channels", at: 16, size: 12, repeats: .u1(at: 12),
                [
                    Field("svid", at: 0, .u1),
                    Field("flags", at: 1, .u1, bits: [Bits("channel", 0, 4), Bits("dgpsUsed", 4)]),
                    Field("ageC", at: 2, .u2, unit: "ms"),
                    Field("prc", at: 4, .r4, unit: "m"),
                    Field("prrc", at: 8, .r4, unit: "m/s"),
                ]),
        ])

    static let sbas = MessageLayout(
        "NAV-SBAS", 0x01, 0x32, length: 12,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("geo", at: 4, .u1),
            Field("mode", at: 5, .u1),
            Field("sys", at: 6, .i1),
            Field(
                "service", at: 7, .u1,
                bits: [
                    Bits("Ranging", 0), Bits("Corrections", 1), Bits("Integrity", 2), Bits("Testmode", 3),
                    Bits("Bad", 4),
                ]),
            Field("cnt", at: 8, .u1),
            Field("statusFlags", at: 9, .u1, bits: [Bits("integrityUsed", 0, 2)]),
            .group(
                "satellites", at: 12, size: 12, repeats: .u1(at: 8),
                [
                    Field("svid", at: 0, .u1),
                    Field("flags", at: 1, .u1),
                    Field("udre", at: 2, .u1),
                    Field("svSys", at: 3, .u1),
                    Field("svService", at: 4, .u1),
                    Field("prc", at: 6, .i2, unit: "cm"),
                    Field("ic", at: 10, .i2, unit: "cm"),
                ]),
        ])

    static let orb = MessageLayout(
        "NAV-ORB", 0x01, 0x34, length: 8, when: [.byte(4, 1...1)],
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("version", at: 4, .u1),
            Field("numSv", at: 5, .u1),
            .group(
                "satellites", at: 8, size: 6, repeats: .u1(at: 5),
                [
                    Field("gnssId", at: 0, .u1),
                    Field("svId", at: 1, .u1),
                    Field("svFlag", at: 2, .u1, bits: [Bits("health", 0, 2), Bits("visibility", 2, 2)]),
                    Field("eph", at: 3, .u1, bits: [Bits("ephUsability", 0, 5), Bits("ephSource", 5, 3)]),
                    Field("alm", at: 4, .u1, bits: [Bits("almUsability", 0, 5), Bits("almSource", 5, 3)]),
                    Field("otherOrb", at: 5, .u1, bits: [Bits("anoAopUsability", 0, 5), Bits("type", 5, 3)]),
                ]),
        ])

    static let geofence = MessageLayout(
        "NAV-GEOFENCE", 0x01, 0x39, length: 8,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("version", at: 4, .u1),
            Field("status", at: 5, .u1),
            Field("numFences", at: 6, .u1),
            Field("combState", at: 7, .u1),
            .group(
                "fences", at: 8, size: 2, repeats: .u1(at: 6), [Field("state", at: 0, .u1), Field("id", at: 1, .u1)]),
        ])

    static let ekfstatus = MessageLayout(
        "NAV-EKFSTATUS", 0x01, 0x40, length: 36,
        [
            Field("pulses", at: 0, .i4),
            Field("period", at: 4, .i4, unit: "ms"),
            Field("gyroMean", at: 8, .u4, scale: 0.01),
            Field("temperature", at: 12, .i2, scale: .binary(-8), unit: "degC"),
            Field("direction", at: 14, .i1),
            Field(
                "calibStatus", at: 15, .u1,
                bits: [Bits("calibTacho", 0, 2), Bits("calibGyro", 2, 2), Bits("calibGyroB", 4, 2)]),
            Field("pulseScale", at: 16, .i4, scale: 1e-5),
            Field("gyroBias", at: 20, .i4, scale: 1e-5),
            Field("gyroScale", at: 24, .i4, scale: 1e-5),
            Field("accPulseScale", at: 28, .i2, scale: 1e-4),
            Field("accGyroBias", at: 30, .i2, scale: 1e-4),
            Field("accGyroScale", at: 32, .i2, scale: 1e-4),
            Field(
                "measUsed", at: 34, .u1,
                bits: [
                    Bits("pulse", 0), Bits("dir", 1), Bits("gyro", 2), Bits("temp", 3), Bits("pos", 4), Bits("vel", 5),
                    Bits("errGyro", 6), Bits("errPulse", 7),
                ]),
        ])

    static let slas = MessageLayout(
        "NAV-SLAS", 0x01, 0x42, length: 20,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("version", at: 4, .u1),
            Field("gmsLon", at: 8, .i4, scale: 1e-3, unit: "deg"),
            Field("gmsLat", at: 12, .i4, scale: 1e-3, unit: "deg"),
            Field("gmsCode", at: 16, .u1),
            Field("qzssSvId", at: 17, .u1),
            Field(
                "serviceFlags", at: 18, .u1,
                bits: [Bits("gmsAvailable", 0), Bits("qzssSvAvailable", 1), Bits("testMode", 2)]),
            Field("cnt", at: 19, .u1),
            .group(
                "corrections", at: 20, size: 8, repeats: .u1(at: 19),
                [Field("gnssID", at: 0, .u1), Field("svId", at: 1, .u1), Field("prc", at: 6, .i2, unit: "cm")]),
        ])

    /// Generation 8.
    static let aopstatus = MessageLayout(
        "NAV-AOPSTATUS", 0x01, 0x60, length: 16, when: [.length(16...16)],
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("aopCfg", at: 4, .u1),
            Field("status", at: 5, .u1),
        ])

    /// Up to generation 7.
    static let aopstatusOld = MessageLayout(
        "NAV-AOPSTATUS", 0x01, 0x60, length: 20,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("config", at: 4, .u1),
            Field("status", at: 5, .u1),
            Field("avail", at: 8, .u4),
        ])

    static let pl = MessageLayout(
        "NAV-PL", 0x01, 0x62, length: 52,
        [
            Field("version", at: 0, .u1),
            Field("tmirCoeff", at: 1, .u1),
            Field("tmirExp", at: 2, .i1),
            Field("plPosValid", at: 3, .u1),
            Field("plPosFrame", at: 4, .u1),
            Field("plVelValid", at: 5, .u1),
            Field("plVelFrame", at: 6, .u1),
            Field("plTimeValid", at: 7, .u1),
            Field("iTOW", at: 12, .u4, unit: "ms"),
            Field("plPos1", at: 16, .u4, unit: "mm"),
            Field("plPos2", at: 20, .u4, unit: "mm"),
            Field("plPos3", at: 24, .u4, unit: "mm"),
            Field("plVel1", at: 28, .u4, unit: "mm/s"),
            Field("plVel2", at: 32, .u4, unit: "mm/s"),
            Field("plVel3", at: 36, .u4, unit: "mm/s"),
            Field("plPosHorizOrient", at: 40, .u2, unit: "deg"),
            Field("plVelHorizOrient", at: 42, .u2, unit: "deg"),
            Field("plTime", at: 44, .u4, unit: "ns"),
        ])
}

/// Class NAV2, 0x29: a second output of the solution, without augmentation. Its messages equal those of class NAV.
enum SecondaryNavigationTable {
    static let all: [MessageLayout] = [
        NavigationTable.posecef.named("NAV2-POSECEF", 0x29, 0x01),
        NavigationTable.posllh.named("NAV2-POSLLH", 0x29, 0x02),
        NavigationTable.status.named("NAV2-STATUS", 0x29, 0x03),
        NavigationTable.dop.named("NAV2-DOP", 0x29, 0x04),
        NavigationTable.pvt.named("NAV2-PVT", 0x29, 0x07),
        NavigationTable.odo.named("NAV2-ODO", 0x29, 0x09),
        NavigationTable.velecef.named("NAV2-VELECEF", 0x29, 0x11),
        NavigationTable.velned.named("NAV2-VELNED", 0x29, 0x12),
        NavigationTable.pvat.named("NAV2-PVAT", 0x29, 0x17),
        NavigationTimeTable.gps.named("NAV2-TIMEGPS", 0x29, 0x20),
        NavigationTimeTable.utc.named("NAV2-TIMEUTC", 0x29, 0x21),
        NavigationTimeTable.clock.named("NAV2-CLOCK", 0x29, 0x22),
        NavigationTimeTable.glonass.named("NAV2-TIMEGLO", 0x29, 0x23),
        NavigationTimeTable.beidou.named("NAV2-TIMEBDS", 0x29, 0x24),
        NavigationTimeTable.galileo.named("NAV2-TIMEGAL", 0x29, 0x25),
        NavigationTimeTable.leapSeconds.named("NAV2-TIMELS", 0x29, 0x26),
        NavigationTimeTable.qzss.named("NAV2-TIMEQZSS", 0x29, 0x27),
        NavigationMoreTable.sbas.named("NAV2-SBAS", 0x29, 0x32),
        NavigationTable.sat.named("NAV2-SAT", 0x29, 0x35),
        NavigationTable.cov.named("NAV2-COV", 0x29, 0x36),
        NavigationTable.svin.named("NAV2-SVIN", 0x29, 0x3B),
        NavigationTable.eell.named("NAV2-EELL", 0x29, 0x3D),
        NavigationMoreTable.slas.named("NAV2-SLAS", 0x29, 0x42),
        NavigationTable.sig.named("NAV2-SIG", 0x29, 0x43),
        NavigationTable.eoe.named("NAV2-EOE", 0x29, 0x61),
        NavigationTimeTable.navic.named("NAV2-TIMENAVIC", 0x29, 0x63),
    ]
}
