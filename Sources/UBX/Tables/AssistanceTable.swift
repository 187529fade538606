// SPDX-License-Identifier: Apache-2.0

/// Class MGA, 0x13: assistance of generation 8 and later. The type at offset 0 distinguishes the forms.
enum AssistanceTable {
    static let all: [MessageLayout] =
        [
            gpsEph.named("MGA-GPS-EPH", 0x13, 0x00), gpsAlm.named("MGA-GPS-ALM", 0x13, 0x00),
            health("MGA-GPS-HEALTH", 0x00, count: 32, length: 40), gpsUTC, iono("MGA-GPS-IONO", 0x00),
            galEph, galAlm, galTimeOffset, galUTC, osnmaPublicKey, osnmaMerkle, bdsEph, bdsAlm, bdsHealth, bdsUTC,
            bdsIono, gpsEph.named("MGA-QZSS-EPH", 0x13, 0x05), gpsAlm.named("MGA-QZSS-ALM", 0x13, 0x05),
            health("MGA-QZSS-HEALTH", 0x05, count: 5, length: 12), gloEph, gloAlm, gloTimeOffset, ano, flashData,
            flashStop, flashAck, ack, dbd,
        ] + AssistanceInitialTable.all

    static let gpsEph = MessageLayout(
        "MGA-GPS-EPH", 0x13, 0x00, length: 68, when: [.byte(0, 1...1)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("svId", at: 2, .u1),
            Field("fitInterval", at: 4, .u1),
            Field("uraIndex", at: 5, .u1),
            Field("svHealth", at: 6, .u1),
            Field("tgd", at: 7, .i1, scale: .binary(-31), unit: "s"),
            Field("iodc", at: 8, .u2),
            Field("toc", at: 10, .u2, scale: 16, unit: "s"),
            Field("af2", at: 13, .i1, scale: .binary(-55), unit: "s/s^2"),
            Field("af1", at: 14, .i2, scale: .binary(-43), unit: "s/s"),
            Field("af0", at: 16, .i4, scale: .binary(-31), unit: "s"),
            Field("crs", at: 20, .i2, scale: .binary(-5), unit: "m"),
            Field("deltaN", at: 22, .i2, scale: .binary(-43), unit: "semicircles/s"),
            Field("m0", at: 24, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("cuc", at: 28, .i2, scale: .binary(-29), unit: "rad"),
            Field("cus", at: 30, .i2, scale: .binary(-29), unit: "rad"),
            Field("e", at: 32, .u4, scale: .binary(-33)),
            Field("sqrtA", at: 36, .u4, scale: .binary(-19), unit: "m^0.5"),
            Field("toe", at: 40, .u2, scale: 16, unit: "s"),
            Field("cic", at: 42, .i2, scale: .binary(-29), unit: "rad"),
            Field("omega0", at: 44, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("cis", at: 48, .i2, scale: .binary(-29), unit: "rad"),
            Field("crc", at: 50, .i2, scale: .binary(-5), unit: "m"),
            Field("i0", at: 52, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("omega", at: 56, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("omegaDot", at: 60, .i4, scale: .binary(-43), unit: "semicircles/s"),
            Field("idot", at: 64, .i2, scale: .binary(-43), unit: "semicircles/s"),
        ])

    static let gpsAlm = MessageLayout(
        "MGA-GPS-ALM", 0x13, 0x00, length: 36, when: [.byte(0, 2...2)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("svId", at: 2, .u1),
            Field("svHealth", at: 3, .u1),
            Field("e", at: 4, .u2, scale: .binary(-21)),
            Field("almWNa", at: 6, .u1, unit: "weeks"),
            Field("toa", at: 7, .u1, scale: 4096, unit: "s"),
            Field("deltaI", at: 8, .i2, scale: .binary(-19), unit: "semicircles"),
            Field("omegaDot", at: 10, .i2, scale: .binary(-38), unit: "semicircles/s"),
            Field("sqrtA", at: 12, .u4, scale: .binary(-11), unit: "m^0.5"),
            Field("omega0", at: 16, .i4, scale: .binary(-23), unit: "semicircles"),
            Field("omega", at: 20, .i4, scale: .binary(-23), unit: "semicircles"),
            Field("m0", at: 24, .i4, scale: .binary(-23), unit: "semicircles"),
            Field("af0", at: 28, .i2, scale: .binary(-20), unit: "s"),
            Field("af1", at: 30, .i2, scale: .binary(-38), unit: "s/s"),
        ])

    private static func health(_ name: StaticString, _ id: UInt8, count: Int, length: Int) -> MessageLayout {
        MessageLayout(
            name, 0x13, id, length: length, when: [.byte(0, 4...4)],
            [
                Field("type", at: 0, .u1), Field("version", at: 1, .u1),
                Field("healthCode", at: 4, .u1, repeats: .fixed(count)),
            ])
    }

    static let gpsUTC = MessageLayout(
        "MGA-GPS-UTC", 0x13, 0x00, length: 20, when: [.byte(0, 5...5)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("utcA0", at: 4, .i4, scale: .binary(-30), unit: "s"),
            Field("utcA1", at: 8, .i4, scale: .binary(-50), unit: "s/s"),
            Field("utcDtLS", at: 12, .i1, unit: "s"),
            Field("utcTot", at: 13, .u1, scale: 4096, unit: "s"),
            Field("utcWNt", at: 14, .u1, unit: "weeks"),
            Field("utcWNlsf", at: 15, .u1, unit: "weeks"),
            Field("utcDn", at: 16, .u1, unit: "days"),
            Field("utcDtLSF", at: 17, .i1, unit: "s"),
        ])

    private static func iono(_ name: StaticString, _ id: UInt8) -> MessageLayout {
        MessageLayout(
            name, 0x13, id, length: 16, when: [.byte(0, 6...6)],
            [
                Field("type", at: 0, .u1),
                Field("version", at: 1, .u1),
                Field("ionoAlpha0", at: 4, .i1, scale: .binary(-30), unit: "s"),
                Field("ionoAlpha1", at: 5, .i1, scale: .binary(-27), unit: "s/semicircle"),
                Field("ionoAlpha2", at: 6, .i1, scale: .binary(-24), unit: "s/semicircle^2"),
                Field("ionoAlpha3", at: 7, .i1, scale: .binary(-24), unit: "s/semicircle^3"),
                Field("ionoBeta0", at: 8, .i1, scale: 2048, unit: "s"),
                Field("ionoBeta1", at: 9, .i1, scale: 16384, unit: "s/semicircle"),
                Field("ionoBeta2", at: 10, .i1, scale: 65536, unit: "s/semicircle^2"),
                Field("ionoBeta3", at: 11, .i1, scale: 65536, unit: "s/semicircle^3"),
            ])
    }

    static let galEph = MessageLayout(
        "MGA-GAL-EPH", 0x13, 0x02, length: 76, when: [.byte(0, 1...1)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("svId", at: 2, .u1),
            Field("iodNav", at: 4, .u2),
            Field("deltaN", at: 6, .i2, scale: .binary(-43), unit: "semicircles/s"),
            Field("m0", at: 8, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("e", at: 12, .u4, scale: .binary(-33)),
            Field("sqrtA", at: 16, .u4, scale: .binary(-19), unit: "m^0.5"),
            Field("omega0", at: 20, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("i0", at: 24, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("omega", at: 28, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("omegaDot", at: 32, .i4, scale: .binary(-43), unit: "semicircles/s"),
            Field("iDot", at: 36, .i2, scale: .binary(-43), unit: "semicircles/s"),
            Field("cuc", at: 38, .i2, scale: .binary(-29), unit: "rad"),
            Field("cus", at: 40, .i2, scale: .binary(-29), unit: "rad"),
            Field("crc", at: 42, .i2, scale: .binary(-5), unit: "m"),
            Field("crs", at: 44, .i2, scale: .binary(-5), unit: "m"),
            Field("cic", at: 46, .i2, scale: .binary(-29), unit: "rad"),
            Field("cis", at: 48, .i2, scale: .binary(-29), unit: "rad"),
            Field("toe", at: 50, .u2, scale: 60, unit: "s"),
            Field("af0", at: 52, .i4, scale: .binary(-34), unit: "s"),
            Field("af1", at: 56, .i4, scale: .binary(-46), unit: "s/s"),
            Field("af2", at: 60, .i1, scale: .binary(-59), unit: "s/s^2"),
            Field("sisaIndexE1E5b", at: 61, .u1),
            Field("toc", at: 62, .u2, scale: 60, unit: "s"),
            Field("bgdE1E5b", at: 64, .i2),
            Field("healthE1B", at: 68, .u1),
            Field("dataValidityE1B", at: 69, .u1),
            Field("healthE5b", at: 70, .u1),
            Field("dataValidityE5b", at: 71, .u1),
        ])

    static let galAlm = MessageLayout(
        "MGA-GAL-ALM", 0x13, 0x02, length: 32, when: [.byte(0, 2...2)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("svId", at: 2, .u1),
            Field("ioda", at: 4, .u1),
            Field("almWNa", at: 5, .u1, unit: "weeks"),
            Field("toa", at: 6, .u2, scale: 600, unit: "s"),
            Field("deltaSqrtA", at: 8, .i2, scale: .binary(-9), unit: "m^0.5"),
            Field("e", at: 10, .u2, scale: .binary(-16)),
            Field("deltaI", at: 12, .i2, scale: .binary(-14), unit: "semicircles"),
            Field("omega0", at: 14, .i2, scale: .binary(-15), unit: "semicircles"),
            Field("omegaDot", at: 16, .i2, scale: .binary(-33), unit: "semicircles/s"),
            Field("omega", at: 18, .i2, scale: .binary(-15), unit: "semicircles"),
            Field("m0", at: 20, .i2, scale: .binary(-15), unit: "semicircles"),
            Field("af0", at: 22, .i2, scale: .binary(-19), unit: "s"),
            Field("af1", at: 24, .i2, scale: .binary(-38), unit: "s/s"),
            Field("healthE1B", at: 26, .u1),
            Field("healthE5b", at: 27, .u1),
        ])

    static let galTimeOffset = MessageLayout(
        "MGA-GAL-TIMEOFFSET", 0x13, 0x02, length: 12, when: [.byte(0, 3...3)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("a0G", at: 4, .i2, scale: .binary(-35), unit: "s"),
            Field("a1G", at: 6, .i2, scale: .binary(-51), unit: "s/s"),
            Field("t0G", at: 8, .u1, scale: 3600, unit: "s"),
            Field("wn0G", at: 9, .u1, unit: "weeks"),
        ])

    static let galUTC = MessageLayout(
        "MGA-GAL-UTC", 0x13, 0x02, length: 20, when: [.byte(0, 5...5)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("a0", at: 4, .i4, scale: .binary(-30), unit: "s"),
            Field("a1", at: 8, .i4, scale: .binary(-50), unit: "s/s"),
            Field("dtLS", at: 12, .i1, unit: "s"),
            Field("tot", at: 13, .u1, scale: 3600, unit: "s"),
            Field("wnt", at: 14, .u1, unit: "weeks"),
            Field("wnLSF", at: 15, .u1, unit: "weeks"),
            Field("dN", at: 16, .u1, unit: "days"),
            Field("dTLSF", at: 17, .i1, unit: "s"),
        ])

    static let osnmaPublicKey = MessageLayout(
        "MGA-GAL-OSNMA-PUBKEY", 0x13, 0x02, length: 72, when: [.byte(0, 7...7)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("bitfield0", at: 2, .u1, bits: [Bits("pubKeyId", 0, 4), Bits("pubKeyType", 4, 4)]),
            Field("pubKeyPoint", at: 4, .bytes(67)),
        ])

    static let osnmaMerkle = MessageLayout(
        "MGA-GAL-OSNMA-MERKLE", 0x13, 0x02, length: 36, when: [.byte(0, 8...8)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("bitfield0", at: 2, .u1, bits: [Bits("applicabilityTime", 0)]),
            Field("treeNode", at: 4, .bytes(32)),
        ])

    static let bdsEph = MessageLayout(
        "MGA-BDS-EPH", 0x13, 0x03, length: 88, when: [.byte(0, 1...1)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("svId", at: 2, .u1),
            Field("SatH1", at: 4, .u1),
            Field("IODC", at: 5, .u1),
            Field("a2", at: 6, .i2, scale: .binary(-66), unit: "s/s^2"),
            Field("a1", at: 8, .i4, scale: .binary(-50), unit: "s/s"),
            Field("a0", at: 12, .i4, scale: .binary(-33), unit: "s"),
            Field("toc", at: 16, .u4, scale: 8, unit: "s"),
            Field("TGD1", at: 20, .i2, scale: 0.1, unit: "ns"),
            Field("URAI", at: 22, .u1),
            Field("IODE", at: 23, .u1),
            Field("toe", at: 24, .u4, scale: 8, unit: "s"),
            Field("sqrtA", at: 28, .u4, scale: .binary(-19), unit: "m^0.5"),
            Field("e", at: 32, .u4, scale: .binary(-33)),
            Field("omega", at: 36, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("Deltan", at: 40, .i2, scale: .binary(-43), unit: "semicircles/s"),
            Field("IDOT", at: 42, .i2, scale: .binary(-43), unit: "semicircles/s"),
            Field("M0", at: 44, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("Omega0", at: 48, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("OmegaDot", at: 52, .i4, scale: .binary(-43), unit: "semicircles/s"),
            Field("i0", at: 56, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("Cuc", at: 60, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("Cus", at: 64, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("Crc", at: 68, .i4, scale: .binary(-6), unit: "m"),
            Field("Crs", at: 72, .i4, scale: .binary(-6), unit: "m"),
            Field("Cic", at: 76, .i4, scale: .binary(-31), unit: "semicircles"),
            Field("Cis", at: 80, .i4, scale: .binary(-31), unit: "semicircles"),
        ])

    static let bdsAlm = MessageLayout(
        "MGA-BDS-ALM", 0x13, 0x03, length: 40, when: [.byte(0, 2...2)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("svId", at: 2, .u1),
            Field("Wna", at: 4, .u1, unit: "weeks"),
            Field("toa", at: 5, .u1, scale: 4096, unit: "s"),
            Field("deltaI", at: 6, .i2, scale: .binary(-19), unit: "semicircles"),
            Field("sqrtA", at: 8, .u4, scale: .binary(-11), unit: "m^0.5"),
            Field("e", at: 12, .u4, scale: .binary(-21)),
            Field("omega", at: 16, .i4, scale: .binary(-23), unit: "semicircles"),
            Field("M0", at: 20, .i4, scale: .binary(-23), unit: "semicircles"),
            Field("Omega0", at: 24, .i4, scale: .binary(-23), unit: "semicircles"),
            Field("omegaDot", at: 28, .i4, scale: .binary(-38), unit: "semicircles/s"),
            Field("a0", at: 32, .i2, scale: .binary(-20), unit: "s"),
            Field("a1", at: 34, .i2, scale: .binary(-38), unit: "s/s"),
        ])

    static let bdsHealth = MessageLayout(
        "MGA-BDS-HEALTH", 0x13, 0x03, length: 68, when: [.byte(0, 4...4)],
        [
            Field("type", at: 0, .u1), Field("version", at: 1, .u1),
            Field("healthCode", at: 4, .u2, repeats: .fixed(30)),
        ])

    static let bdsUTC = MessageLayout(
        "MGA-BDS-UTC", 0x13, 0x03, length: 20, when: [.byte(0, 5...5)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("a0UTC", at: 4, .i4, scale: .binary(-30), unit: "s"),
            Field("a1UTC", at: 8, .i4, scale: .binary(-50), unit: "s/s"),
            Field("dtLS", at: 12, .i1, unit: "s"),
            Field("wnRec", at: 14, .u1, unit: "weeks"),
            Field("wnLSF", at: 15, .u1, unit: "weeks"),
            Field("dN", at: 16, .u1, unit: "days"),
            Field("dtLSF", at: 17, .i1, unit: "s"),
        ])

    static let bdsIono = MessageLayout(
        "MGA-BDS-IONO", 0x13, 0x03, length: 16, when: [.byte(0, 6...6)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("alpha0", at: 4, .i1, scale: .binary(-30), unit: "s"),
            Field("alpha1", at: 5, .i1, scale: .binary(-27), unit: "s/pi"),
            Field("alpha2", at: 6, .i1, scale: .binary(-24), unit: "s/pi^2"),
            Field("alpha3", at: 7, .i1, scale: .binary(-24), unit: "s/pi^3"),
            Field("beta0", at: 8, .i1, scale: 2048, unit: "s"),
            Field("beta1", at: 9, .i1, scale: 16384, unit: "s/pi"),
            Field("beta2", at: 10, .i1, scale: 65536, unit: "s/pi^2"),
            Field("beta3", at: 11, .i1, scale: 65536, unit: "s/pi^3"),
        ])

    static let gloEph = MessageLayout(
        "MGA-GLO-EPH", 0x13, 0x06, length: 48, when: [.byte(0, 1...1)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("svId", at: 2, .u1),
            Field("FT", at: 4, .u1),
            Field("B", at: 5, .u1),
            Field("M", at: 6, .u1),
            Field("H", at: 7, .i1),
            Field("x", at: 8, .i4, scale: .binary(-11), unit: "km"),
            Field("y", at: 12, .i4, scale: .binary(-11), unit: "km"),
            Field("z", at: 16, .i4, scale: .binary(-11), unit: "km"),
            Field("dx", at: 20, .i4, scale: .binary(-20), unit: "km/s"),
            Field("dy", at: 24, .i4, scale: .binary(-20), unit: "km/s"),
            Field("dz", at: 28, .i4, scale: .binary(-20), unit: "km/s"),
            Field("ddx", at: 32, .i1, scale: .binary(-30), unit: "km/s^2"),
            Field("ddy", at: 33, .i1, scale: .binary(-30), unit: "km/s^2"),
            Field("ddz", at: 34, .i1, scale: .binary(-30), unit: "km/s^2"),
            Field("tb", at: 35, .u1, scale: 15, unit: "min"),
            Field("gamma", at: 36, .i2, scale: .binary(-40)),
            Field("E", at: 38, .u1, unit: "days"),
            Field("deltaTau", at: 39, .i1, scale: .binary(-30), unit: "s"),
            Field("tau", at: 40, .i4, scale: .binary(-30), unit: "s"),
        ])

    static let gloAlm = MessageLayout(
        "MGA-GLO-ALM", 0x13, 0x06, length: 36, when: [.byte(0, 2...2)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("svId", at: 2, .u1),
            Field("N", at: 4, .u2, unit: "days"),
            Field("M", at: 6, .u1),
            Field("C", at: 7, .u1),
            Field("tau", at: 8, .i2, scale: .binary(-18), unit: "s"),
            Field("epsilon", at: 10, .u2, scale: .binary(-20)),
            Field("lambda", at: 12, .i4, scale: .binary(-20), unit: "semicircles"),
            Field("deltaI", at: 16, .i4, scale: .binary(-20), unit: "semicircles"),
            Field("tLambda", at: 20, .u4, scale: .binary(-5), unit: "s"),
            Field("deltaT", at: 24, .i4, scale: .binary(-9), unit: "s/orbit"),
            Field("deltaDT", at: 28, .i1, scale: .binary(-14), unit: "s/orbit^2"),
            Field("H", at: 29, .i1),
            Field("omega", at: 30, .i2),
        ])

    static let gloTimeOffset = MessageLayout(
        "MGA-GLO-TIMEOFFSET", 0x13, 0x06, length: 20, when: [.byte(0, 3...3)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("N", at: 2, .u2, unit: "days"),
            Field("tauC", at: 4, .i4, scale: .binary(-27), unit: "s"),
            Field("tauGps", at: 8, .i4, scale: .binary(-31), unit: "s"),
            Field("B1", at: 12, .i2, scale: .binary(-10), unit: "s"),
            Field("B2", at: 14, .i2, scale: .binary(-16), unit: "s/msd"),
        ])

    static let ano = MessageLayout(
        "MGA-ANO", 0x13, 0x20, length: 76,
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("svId", at: 2, .u1),
            Field("gnssId", at: 3, .u1),
            Field("year", at: 4, .u1, unit: "y since 2000"),
            Field("month", at: 5, .u1, unit: "month"),
            Field("day", at: 6, .u1, unit: "d"),
            Field("data", at: 8, .bytes(64)),
        ])

    static let flashData = MessageLayout(
        "MGA-FLASH-DATA", 0x13, 0x21, length: 6, when: [.byte(0, 1...1)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("sequence", at: 2, .u2),
            Field("size", at: 4, .u2, unit: "bytes"),
            Field("data", at: 6, .remainingBytes),
        ])

    static let flashStop = MessageLayout(
        "MGA-FLASH-STOP", 0x13, 0x21, length: 2, when: [.byte(0, 2...2)],
        [Field("type", at: 0, .u1), Field("version", at: 1, .u1)])

    static let flashAck = MessageLayout(
        "MGA-FLASH-ACK", 0x13, 0x21, length: 6, when: [.byte(0, 3...3)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("ack", at: 2, .u1),
            Field("sequence", at: 4, .u2),
        ])

    static let ack = MessageLayout(
        "MGA-ACK", 0x13, 0x60, length: 8,
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("infoCode", at: 2, .u1),
            Field("msgId", at: 3, .u1),
            Field("msgPayloadStart", at: 4, .u4),
        ])

    static let dbd = MessageLayout("MGA-DBD", 0x13, 0x80, length: 12, [Field("data", at: 12, .remainingBytes)])
}
