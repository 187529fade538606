// SPDX-License-Identifier: Apache-2.0

/// Classes ESF, 0x10, and HNR, 0x28: inertial sensors and fusion.
enum SensorTable {
    static let all: [MessageLayout] = [
        meas, measTagged, measOld, raw, cal, status, resetAlg, alg, ins.named("ESF-INS", 0x10, 0x15), hnrPVT,
        NavigationTable.att.named("HNR-ATT", 0x28, 0x01), ins.named("HNR-INS", 0x28, 0x02),
    ]

    static let meas = MessageLayout(
        "ESF-MEAS", 0x10, 0x02, length: 8, when: [.nothingFollows], measurement + [measurements])

    /// ESF-MEAS with a time tag after the data.
    static let measTagged = MessageLayout(
        "ESF-MEAS", 0x10, 0x02, length: 8, when: [.nothingFollows],
        measurement + [measurements, Field("calibTtag", at: Field.next, .u4, unit: "ms")])

    /// ESF-MEAS of firmware that does not count the data.
    static let measOld = MessageLayout(
        "ESF-MEAS", 0x10, 0x02, length: 8,
        measurement + [.group("measurements", at: 8, size: 4, repeats: .rest, measurements.items)])

    private static let measurement: [Field] = [
        Field("timeTag", at: 0, .u4),
        Field(
            "flags", at: 4, .u2,
            bits: [
                Bits("timeMarkSent", 0, 2), Bits("timeMarkEdge", 2), Bits("calibTtagValid", 3), Bits("numMeas", 11, 5),
            ]),
        Field("id", at: 6, .u2),
    ]

    private static let measurements = Field.group(
        "measurements", at: 8, size: 4, repeats: .bits(at: 4, first: 11, width: 5),
        [Field("data", at: 0, .u4, bits: [Bits("dataField", 0, 24), Bits("dataType", 24, 6)])])

    static let raw = MessageLayout(
        "ESF-RAW", 0x10, 0x03, length: 4,
        [
            .group(
                "measurements", at: 4, size: 8, repeats: .rest,
                [
                    Field("data", at: 0, .u4, bits: [Bits("dataField", 0, 24), Bits("dataType", 24, 8)]),
                    Field("sTtag", at: 4, .u4),
                ])
        ])

    static let cal = MessageLayout(
        "ESF-CAL", 0x10, 0x04, length: 12,
        [
            Field("sTtag", at: 0, .u4),
            Field("version", at: 4, .u1),
            .group(
                "measurements", at: 12, size: 4, repeats: .rest,
                [Field("data", at: 0, .u4, bits: [Bits("dataField", 0, 24), Bits("dataType", 24, 6)])]),
        ])

    static let status = MessageLayout(
        "ESF-STATUS", 0x10, 0x10, length: 16,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("version", at: 4, .u1),
            Field(
                "initStatus1", at: 5, .u1,
                bits: [Bits("wtInitStatus", 0, 2), Bits("mntAlgStatus", 2, 3), Bits("insInitStatus", 5, 2)]),
            Field("initStatus2", at: 6, .u1, bits: [Bits("imuInitStatus", 0, 2)]),
            Field("fusionMode", at: 12, .u1),
            Field("numSens", at: 15, .u1),
            .group(
                "sensors", at: 16, size: 4, repeats: .u1(at: 15),
                [
                    Field("sensStatus1", at: 0, .u1, bits: [Bits("type", 0, 6), Bits("used", 6), Bits("ready", 7)]),
                    Field("sensStatus2", at: 1, .u1, bits: [Bits("calibStatus", 0, 2), Bits("timeStatus", 2, 2)]),
                    Field("freq", at: 2, .u1, unit: "Hz"),
                    Field(
                        "faults", at: 3, .u1,
                        bits: [
                            Bits("badMeas", 0), Bits("badTTag", 1), Bits("missingMeas", 2), Bits("noisyMeas", 3),
                        ]),
                ]),
        ])

    static let resetAlg = MessageLayout("ESF-RESETALG", 0x10, 0x13, length: 0, [])

    static let alg = MessageLayout(
        "ESF-ALG", 0x10, 0x14, length: 16,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("version", at: 4, .u1),
            Field("flags", at: 5, .u1, bits: [Bits("autoMntAlgOn", 0), Bits("status", 1, 3)]),
            Field("error", at: 6, .u1, bits: [Bits("tiltAlgError", 0), Bits("yawAlgError", 1), Bits("angleError", 2)]),
            Field("yaw", at: 8, .u4, scale: 0.01, unit: "deg"),
            Field("pitch", at: 12, .i2, scale: 0.01, unit: "deg"),
            Field("roll", at: 14, .i2, scale: 0.01, unit: "deg"),
        ])

    private static let ins = MessageLayout(
        "ESF-INS", 0x10, 0x15, length: 36,
        [
            Field(
                "bitfield0", at: 0, .u4,
                bits: [
                    Bits("version", 0, 8), Bits("xAngRateValid", 8), Bits("yAngRateValid", 9),
                    Bits("zAngRateValid", 10),
                    Bits("xAccelValid", 11), Bits("yAccelValid", 12), Bits("zAccelValid", 13),
                ]),
            Field("iTOW", at: 8, .u4, unit: "ms"),
            Field("xAngRate", at: 12, .i4, scale: 1e-3, unit: "deg/s"),
            Field("yAngRate", at: 16, .i4, scale: 1e-3, unit: "deg/s"),
            Field("zAngRate", at: 20, .i4, scale: 1e-3, unit: "deg/s"),
            Field("xAccel", at: 24, .i4, scale: 0.01, unit: "m/s^2"),
            Field("yAccel", at: 28, .i4, scale: 0.01, unit: "m/s^2"),
            Field("zAccel", at: 32, .i4, scale: 0.01, unit: "m/s^2"),
        ])

    static let hnrPVT = MessageLayout(
        "HNR-PVT", 0x28, 0x00, length: 72,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("year", at: 4, .u2, unit: "y"),
            Field("month", at: 6, .u1, unit: "month"),
            Field("day", at: 7, .u1, unit: "d"),
            Field("hour", at: 8, .u1, unit: "h"),
            Field("min", at: 9, .u1, unit: "min"),
            Field("second", at: 10, .u1, unit: "s"),
            Field("valid", at: 11, .u1, bits: [Bits("validDate", 0), Bits("validTime", 1), Bits("fullyResolved", 2)]),
            Field("nano", at: 12, .i4, unit: "ns"),
            Field("gpsFix", at: 16, .u1),
            Field(
                "flags", at: 17, .u1,
                bits: [
                    Bits("GPSfixOK", 0), Bits("DiffSoln", 1), Bits("WKNSET", 2), Bits("TOWSET", 3),
                    Bits("headVehValid", 4),
                ]),
            Field("lon", at: 20, .i4, scale: 1e-7, unit: "deg"),
            Field("lat", at: 24, .i4, scale: 1e-7, unit: "deg"),
            Field("height", at: 28, .i4, unit: "mm"),
            Field("hMSL", at: 32, .i4, unit: "mm"),
            Field("gSpeed", at: 36, .i4, unit: "mm/s"),
            Field("speed", at: 40, .i4, unit: "mm/s"),
            Field("headMot", at: 44, .i4, scale: 1e-5, unit: "deg"),
            Field("headVeh", at: 48, .i4, scale: 1e-5, unit: "deg"),
            Field("hAcc", at: 52, .u4, unit: "mm"),
            Field("vAcc", at: 56, .u4, unit: "mm"),
            Field("sAcc", at: 60, .u4, unit: "mm/s"),
            Field("headAcc", at: 64, .u4, scale: 1e-5, unit: "deg"),
        ])
}
