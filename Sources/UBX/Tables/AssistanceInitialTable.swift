// SPDX-License-Identifier: Apache-2.0

/// MGA-INI, 0x13 0x40: initial assistance.
enum AssistanceInitialTable {
    static let all: [MessageLayout] = [
        positionXYZ, positionLLH, timeUTC, timeGNSS, clockDrift, frequency, earthOrientation, attitude,
    ]

    static let positionXYZ = MessageLayout(
        "MGA-INI-POS-XYZ", 0x13, 0x40, length: 20, when: [.byte(0, 0x00...0x00)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("ecefX", at: 4, .i4, unit: "cm"),
            Field("ecefY", at: 8, .i4, unit: "cm"),
            Field("ecefZ", at: 12, .i4, unit: "cm"),
            Field("posAcc", at: 16, .u4, unit: "cm"),
        ])

    static let positionLLH = MessageLayout(
        "MGA-INI-POS-LLH", 0x13, 0x40, length: 20, when: [.byte(0, 0x01...0x01)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("lat", at: 4, .i4, scale: 1e-7, unit: "deg"),
            Field("lon", at: 8, .i4, scale: 1e-7, unit: "deg"),
            Field("alt", at: 12, .i4, unit: "cm"),
            Field("posAcc", at: 16, .u4, unit: "cm"),
        ])

    private static let reference = Field(
        "ref", at: 2, .u1, bits: [Bits("source", 0, 4), Bits("fall", 4), Bits("last", 5)])

    static let timeUTC = MessageLayout(
        "MGA-INI-TIME-UTC", 0x13, 0x40, length: 24, when: [.byte(0, 0x10...0x10)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            reference,
            Field("leapSecs", at: 3, .i1, unit: "s"),
            Field("year", at: 4, .u2, unit: "y"),
            Field("month", at: 6, .u1, unit: "month"),
            Field("day", at: 7, .u1, unit: "d"),
            Field("hour", at: 8, .u1, unit: "h"),
            Field("minute", at: 9, .u1, unit: "min"),
            Field("second", at: 10, .u1, unit: "s"),
            Field("bitfield0", at: 11, .u1, bits: [Bits("trustedSource", 0)]),
            Field("ns", at: 12, .u4, unit: "ns"),
            Field("tAccS", at: 16, .u2, unit: "s"),
            Field("tAccNs", at: 20, .u4, unit: "ns"),
        ])

    static let timeGNSS = MessageLayout(
        "MGA-INI-TIME-GNSS", 0x13, 0x40, length: 24, when: [.byte(0, 0x11...0x11)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            reference,
            Field("gnssId", at: 3, .u1),
            Field("bitfield0", at: 4, .u1, bits: [Bits("trustedSource", 0)]),
            Field("week", at: 6, .u2, unit: "weeks"),
            Field("tow", at: 8, .u4, unit: "s"),
            Field("ns", at: 12, .u4, unit: "ns"),
            Field("tAccS", at: 16, .u2, unit: "s"),
            Field("tAccNs", at: 20, .u4, unit: "ns"),
        ])

    static let clockDrift = MessageLayout(
        "MGA-INI-CLKD", 0x13, 0x40, length: 12, when: [.byte(0, 0x20...0x20)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("clkD", at: 4, .i4, unit: "ns/s"),
            Field("clkDAcc", at: 8, .u4, unit: "ns/s"),
        ])

    static let frequency = MessageLayout(
        "MGA-INI-FREQ", 0x13, 0x40, length: 12, when: [.byte(0, 0x21...0x21)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("flags", at: 3, .u1, bits: [Bits("source", 0, 4), Bits("fall", 4)]),
            Field("freq", at: 4, .i4, scale: 0.01, unit: "Hz"),
            Field("freqAcc", at: 8, .u4, unit: "ppb"),
        ])

    static let earthOrientation = MessageLayout(
        "MGA-INI-EOP", 0x13, 0x40, length: 72, when: [.byte(0, 0x30...0x30)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("d2kRef", at: 4, .u2, unit: "d since 2000-01-01"),
            Field("d2kMax", at: 6, .u2, unit: "d since 2000-01-01"),
            Field("xpP0", at: 8, .i4, scale: .binary(-30), unit: "arcsec"),
            Field("xpP1", at: 12, .i4, scale: .binary(-30), unit: "arcsec/d"),
            Field("ypP0", at: 16, .i4, scale: .binary(-30), unit: "arcsec"),
            Field("ypP1", at: 20, .i4, scale: .binary(-30), unit: "arcsec/d"),
            Field("dUT1", at: 24, .i4, scale: .binary(-25), unit: "s"),
            Field("ddUT1", at: 28, .i4, scale: .binary(-30), unit: "s/d"),
        ])

    static let attitude = MessageLayout(
        "MGA-INI-ATT", 0x13, 0x40, length: 28, when: [.byte(0, 0x40...0x40)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("age", at: 2, .u2, unit: "ms"),
            Field("roll", at: 4, .i4, scale: 1e-5, unit: "deg"),
            Field("pitch", at: 8, .i4, scale: 1e-5, unit: "deg"),
            Field("heading", at: 12, .i4, scale: 1e-5, unit: "deg"),
            Field("accRoll", at: 16, .u4, scale: 1e-5, unit: "deg"),
            Field("accPitch", at: 20, .u4, scale: 1e-5, unit: "deg"),
            Field("accHeading", at: 24, .u4, scale: 1e-5, unit: "deg"),
        ])
}
