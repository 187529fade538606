// SPDX-License-Identifier: Apache-2.0

/// Class NAV, 0x01: the solution. Names, scales and units are from u-blox's interface descriptions of generations 4
/// to 20.
enum NavigationTable {
    static let all: [MessageLayout] = [
        posecef, posllh, status, dop, att, sol, pvt, odo, pvat, velecef, velned, hpposecef, hpposllh, sat, sig, svinfo,
        cov, svin, relposned, relposnedOld, daheadingHP, daheading, eell, eoe,
    ]

    static let posecef = MessageLayout(
        "NAV-POSECEF", 0x01, 0x01, length: 20,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("ecefX", at: 4, .i4, unit: "cm"),
            Field("ecefY", at: 8, .i4, unit: "cm"),
            Field("ecefZ", at: 12, .i4, unit: "cm"),
            Field("pAcc", at: 16, .u4, unit: "cm"),
        ])

    static let posllh = MessageLayout(
        "NAV-POSLLH", 0x01, 0x02, length: 28,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("lon", at: 4, .i4, scale: 1e-7, unit: "deg"),
            Field("lat", at: 8, .i4, scale: 1e-7, unit: "deg"),
            Field("height", at: 12, .i4, unit: "mm"),
            Field("hMSL", at: 16, .i4, unit: "mm"),
            Field("hAcc", at: 20, .u4, unit: "mm"),
            Field("vAcc", at: 24, .u4, unit: "mm"),
        ])

    static let status = MessageLayout(
        "NAV-STATUS", 0x01, 0x03, length: 16,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("gpsFix", at: 4, .u1),
            Field(
                "flags", at: 5, .u1,
                bits: [Bits("gpsFixOk", 0), Bits("diffSoln", 1), Bits("wknSet", 2), Bits("towSet", 3)]),
            Field(
                "fixStat", at: 6, .u1,
                bits: [Bits("diffCorr", 0), Bits("carrSolnValid", 1), Bits("mapMatching", 6, 2)]),
            Field(
                "flags2", at: 7, .u1,
                bits: [Bits("psmState", 0, 2), Bits("spoofDetState", 3, 2), Bits("carrSoln", 6, 2)]),
            Field("ttff", at: 8, .u4, unit: "ms"),
            Field("msss", at: 12, .u4, unit: "ms"),
        ])

    static let dop = MessageLayout(
        "NAV-DOP", 0x01, 0x04, length: 18,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("gDOP", at: 4, .u2, scale: 0.01),
            Field("pDOP", at: 6, .u2, scale: 0.01),
            Field("tDOP", at: 8, .u2, scale: 0.01),
            Field("vDOP", at: 10, .u2, scale: 0.01),
            Field("hDOP", at: 12, .u2, scale: 0.01),
            Field("nDOP", at: 14, .u2, scale: 0.01),
            Field("eDOP", at: 16, .u2, scale: 0.01),
        ])

    static let att = MessageLayout(
        "NAV-ATT", 0x01, 0x05, length: 32,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("version", at: 4, .u1),
            Field("roll", at: 8, .i4, scale: 1e-5, unit: "deg"),
            Field("pitch", at: 12, .i4, scale: 1e-5, unit: "deg"),
            Field("heading", at: 16, .i4, scale: 1e-5, unit: "deg"),
            Field("accRoll", at: 20, .u4, scale: 1e-5, unit: "deg"),
            Field("accPitch", at: 24, .u4, scale: 1e-5, unit: "deg"),
            Field("accHeading", at: 28, .u4, scale: 1e-5, unit: "deg"),
        ])

    static let sol = MessageLayout(
        "NAV-SOL", 0x01, 0x06, length: 52,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("fTOW", at: 4, .i4, unit: "ns"),
            Field("week", at: 8, .i2, unit: "weeks"),
            Field("gpsFix", at: 10, .u1),
            Field(
                "flags", at: 11, .u1,
                bits: [Bits("gpsfixOK", 0), Bits("diffSoln", 1), Bits("wknSet", 2), Bits("towSet", 3)]),
            Field("ecefX", at: 12, .i4, unit: "cm"),
            Field("ecefY", at: 16, .i4, unit: "cm"),
            Field("ecefZ", at: 20, .i4, unit: "cm"),
            Field("pAcc", at: 24, .u4, unit: "cm"),
            Field("ecefVX", at: 28, .i4, unit: "cm/s"),
            Field("ecefVY", at: 32, .i4, unit: "cm/s"),
            Field("ecefVZ", at: 36, .i4, unit: "cm/s"),
            Field("sAcc", at: 40, .u4, unit: "cm/s"),
            Field("pDOP", at: 44, .u2, scale: 0.01),
            Field("numSV", at: 47, .u1),
        ])

    /// 84 bytes before protocol 15.
    static let pvt = MessageLayout(
        "NAV-PVT", 0x01, 0x07, length: 84,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("year", at: 4, .u2, unit: "y"),
            Field("month", at: 6, .u1, unit: "month"),
            Field("day", at: 7, .u1, unit: "d"),
            Field("hour", at: 8, .u1, unit: "h"),
            Field("min", at: 9, .u1, unit: "min"),
            Field("second", at: 10, .u1, unit: "s"),
            Field(
                "valid", at: 11, .u1,
                bits: [Bits("validDate", 0), Bits("validTime", 1), Bits("fullyResolved", 2), Bits("validMag", 3)]),
            Field("tAcc", at: 12, .u4, unit: "ns"),
            Field("nano", at: 16, .i4, unit: "ns"),
            Field("fixType", at: 20, .u1),
            Field(
                "flags", at: 21, .u1,
                bits: [
                    Bits("gnssFixOk", 0), Bits("diffSoln", 1), Bits("psmState", 2, 3), Bits("headVehValid", 5),
                    Bits("carrSoln", 6, 2),
                ]),
            Field(
                "flags2", at: 22, .u1,
                bits: [Bits("confirmedAvai", 5), Bits("confirmedDate", 6), Bits("confirmedTime", 7)]),
            Field("numSV", at: 23, .u1),
            Field("lon", at: 24, .i4, scale: 1e-7, unit: "deg"),
            Field("lat", at: 28, .i4, scale: 1e-7, unit: "deg"),
            Field("height", at: 32, .i4, unit: "mm"),
            Field("hMSL", at: 36, .i4, unit: "mm"),
            Field("hAcc", at: 40, .u4, unit: "mm"),
            Field("vAcc", at: 44, .u4, unit: "mm"),
            Field("velN", at: 48, .i4, unit: "mm/s"),
            Field("velE", at: 52, .i4, unit: "mm/s"),
            Field("velD", at: 56, .i4, unit: "mm/s"),
            Field("gSpeed", at: 60, .i4, unit: "mm/s"),
            Field("headMot", at: 64, .i4, scale: 1e-5, unit: "deg"),
            Field("sAcc", at: 68, .u4, unit: "mm/s"),
            Field("headAcc", at: 72, .u4, scale: 1e-5, unit: "deg"),
            Field("pDOP", at: 76, .u2, scale: 0.01),
            Field(
                "flags3", at: 78, .u2,
                bits: [
                    Bits("invalidLlh", 0), Bits("lastCorrectionAge", 1, 4), Bits("authTime", 13),
                    Bits("nmaFixStatus", 14),
                ]),
            Field("headVeh", at: 84, .i4, scale: 1e-5, unit: "deg"),
            Field("magDec", at: 88, .i2, scale: 0.01, unit: "deg"),
            Field("magAcc", at: 90, .u2, scale: 0.01, unit: "deg"),
        ])

    static let odo = MessageLayout(
        "NAV-ODO", 0x01, 0x09, length: 20,
        [
            Field("version", at: 0, .u1),
            Field("iTOW", at: 4, .u4, unit: "ms"),
            Field("distance", at: 8, .u4, unit: "m"),
            Field("totalDistance", at: 12, .u4, unit: "m"),
            Field("distanceStd", at: 16, .u4, unit: "m"),
        ])

    static let pvat = MessageLayout(
        "NAV-PVAT", 0x01, 0x17, length: 116, when: [.byte(4, 0...0)],
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("version", at: 4, .u1),
            Field(
                "valid", at: 5, .u1,
                bits: [Bits("validDate", 0), Bits("validTime", 1), Bits("fullyResolved", 2), Bits("validMag", 3)]),
            Field("year", at: 6, .u2, unit: "y"),
            Field("month", at: 8, .u1, unit: "month"),
            Field("day", at: 9, .u1, unit: "d"),
            Field("hour", at: 10, .u1, unit: "h"),
            Field("min", at: 11, .u1, unit: "min"),
            Field("sec", at: 12, .u1, unit: "s"),
            Field("tAcc", at: 16, .u4, unit: "ns"),
            Field("nano", at: 20, .i4, unit: "ns"),
            Field("fixType", at: 24, .u1),
            Field(
                "flags", at: 25, .u1,
                bits: [
                    Bits("gnssFixOK", 0), Bits("diffSoln", 1), Bits("vehRollValid", 3), Bits("vehPitchValid", 4),
                    Bits("vehHeadingValid", 5), Bits("carrSoln", 6, 2),
                ]),
            Field(
                "flags2", at: 26, .u1,
                bits: [Bits("confirmedAvai", 5), Bits("confirmedDate", 6), Bits("confirmedTime", 7)]),
            Field("numSV", at: 27, .u1),
            Field("lon", at: 28, .i4, scale: 1e-7, unit: "deg"),
            Field("lat", at: 32, .i4, scale: 1e-7, unit: "deg"),
            Field("height", at: 36, .i4, unit: "mm"),
            Field("hMSL", at: 40, .i4, unit: "mm"),
            Field("hAcc", at: 44, .u4, unit: "mm"),
            Field("vAcc", at: 48, .u4, unit: "mm"),
            Field("velN", at: 52, .i4, unit: "mm/s"),
            Field("velE", at: 56, .i4, unit: "mm/s"),
            Field("velD", at: 60, .i4, unit: "mm/s"),
            Field("gSpeed", at: 64, .i4, unit: "mm/s"),
            Field("sAcc", at: 68, .u4, unit: "mm/s"),
            Field("vehRoll", at: 72, .i4, scale: 1e-5, unit: "deg"),
            Field("vehPitch", at: 76, .i4, scale: 1e-5, unit: "deg"),
            Field("vehHeading", at: 80, .i4, scale: 1e-5, unit: "deg"),
            Field("motHeading", at: 84, .i4, scale: 1e-5, unit: "deg"),
            Field("accRoll", at: 88, .u2, scale: 0.01, unit: "deg"),
            Field("accPitch", at: 90, .u2, scale: 0.01, unit: "deg"),
            Field("accHeading", at: 92, .u2, scale: 0.01, unit: "deg"),
            Field("magDec", at: 94, .i2, scale: 0.01, unit: "deg"),
            Field("magAcc", at: 96, .u2, scale: 0.01, unit: "deg"),
            Field("errEllipseOrient", at: 98, .u2, scale: 0.01, unit: "deg"),
            Field("errEllipseMajor", at: 100, .u4, unit: "mm"),
            Field("errEllipseMinor", at: 104, .u4, unit: "mm"),
        ])

    static let velecef = MessageLayout(
        "NAV-VELECEF", 0x01, 0x11, length: 20,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("ecefVX", at: 4, .i4, unit: "cm/s"),
            Field("ecefVY", at: 8, .i4, unit: "cm/s"),
            Field("ecefVZ", at: 12, .i4, unit: "cm/s"),
            Field("sAcc", at: 16, .u4, unit: "cm/s"),
        ])

    static let velned = MessageLayout(
        "NAV-VELNED", 0x01, 0x12, length: 36,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("velN", at: 4, .i4, unit: "cm/s"),
            Field("velE", at: 8, .i4, unit: "cm/s"),
            Field("velD", at: 12, .i4, unit: "cm/s"),
            Field("speed", at: 16, .u4, unit: "cm/s"),
            Field("gSpeed", at: 20, .u4, unit: "cm/s"),
            Field("heading", at: 24, .i4, scale: 1e-5, unit: "deg"),
            Field("sAcc", at: 28, .u4, unit: "cm/s"),
            Field("cAcc", at: 32, .u4, scale: 1e-5, unit: "deg"),
        ])

    /// Coarse and fine parts (ecefXHp …) are combined into one number.
    static let hpposecef = MessageLayout(
        "NAV-HPPOSECEF", 0x01, 0x13, length: 28, when: [.byte(0, 0...0)],
        [
            Field("version", at: 0, .u1),
            Field("iTOW", at: 4, .u4, unit: "ms"),
            Field("ecefX", at: 8, .i4, scale: 0.01, unit: "cm", fine: FinePart(at: 20, factor: 100)),
            Field("ecefY", at: 12, .i4, scale: 0.01, unit: "cm", fine: FinePart(at: 21, factor: 100)),
            Field("ecefZ", at: 16, .i4, scale: 0.01, unit: "cm", fine: FinePart(at: 22, factor: 100)),
            Field("flags", at: 23, .u1, bits: [Bits("invalidEcef", 0)]),
            Field("pAcc", at: 24, .u4, scale: 0.1, unit: "mm"),
        ])

    /// Coarse and fine parts (lonHp …) are combined into one number.
    static let hpposllh = MessageLayout(
        "NAV-HPPOSLLH", 0x01, 0x14, length: 36, when: [.byte(0, 0...0)],
        [
            Field("version", at: 0, .u1),
            Field("flags", at: 3, .u1, bits: [Bits("invalidLlh", 0)]),
            Field("iTOW", at: 4, .u4, unit: "ms"),
            Field("lon", at: 8, .i4, scale: 1e-9, unit: "deg", fine: FinePart(at: 24, factor: 100)),
            Field("lat", at: 12, .i4, scale: 1e-9, unit: "deg", fine: FinePart(at: 25, factor: 100)),
            Field("height", at: 16, .i4, scale: 0.1, unit: "mm", fine: FinePart(at: 26, factor: 10)),
            Field("hMSL", at: 20, .i4, scale: 0.1, unit: "mm", fine: FinePart(at: 27, factor: 10)),
            Field("hAcc", at: 28, .u4, scale: 0.1, unit: "mm"),
            Field("vAcc", at: 32, .u4, scale: 0.1, unit: "mm"),
        ])

    static let sat = MessageLayout(
        "NAV-SAT", 0x01, 0x35, length: 8, when: [.byte(4, 1...1)],
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("version", at: 4, .u1),
            Field("numSvs", at: 5, .u1),
            .group(
                "satellites", at: 8, size: 12, repeats: .u1(at: 5),
                [
                    Field("gnssId", at: 0, .u1),
                    Field("svId", at: 1, .u1),
                    Field("cno", at: 2, .u1, unit: "dBHz"),
                    Field("elev", at: 3, .i1, unit: "deg"),
                    Field("azim", at: 4, .i2, unit: "deg"),
                    Field("prRes", at: 6, .i2, scale: 0.1, unit: "m"),
                    Field(
                        "flags", at: 8, .u4,
                        bits: [
                            Bits("qualityInd", 0, 3), Bits("svUsed", 3), Bits("health", 4, 2), Bits("diffCorr", 6),
                            Bits("smoothed", 7), Bits("orbitSource", 8, 3), Bits("ephAvail", 11), Bits("almAvail", 12),
                            Bits("anoAvail", 13), Bits("aopAvail", 14), Bits("sbasCorrUsed", 16),
                            Bits("rtcmCorrUsed", 17), Bits("slasCorrUsed", 18), Bits("spartnCorrUsed", 19),
                            Bits("prCorrUsed", 20), Bits("crCorrUsed", 21), Bits("doCorrUsed", 22),
                            Bits("clasCorrUsed", 23), Bits("lppCorrUsed", 24), Bits("hasCorrUsed", 25),
                        ]),
                ]),
        ])

    static let sig = MessageLayout(
        "NAV-SIG", 0x01, 0x43, length: 8, when: [.byte(4, 0...0)],
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("version", at: 4, .u1),
            Field("numSigs", at: 5, .u1),
            .group(
                "signals", at: 8, size: 16, repeats: .u1(at: 5),
                [
                    Field("gnssId", at: 0, .u1),
                    Field("svId", at: 1, .u1),
                    Field("sigId", at: 2, .u1),
                    Field("freqId", at: 3, .u1),
                    Field("prRes", at: 4, .i2, scale: 0.1, unit: "m"),
                    Field("cno", at: 6, .u1, unit: "dBHz"),
                    Field("qualityInd", at: 7, .u1),
                    Field("corrSource", at: 8, .u1),
                    Field("ionoModel", at: 9, .u1),
                    Field(
                        "sigFlags", at: 10, .u2,
                        bits: [
                            Bits("health", 0, 2), Bits("prSmoothed", 2), Bits("prUsed", 3), Bits("crUsed", 4),
                            Bits("doUsed", 5), Bits("prCorrUsed", 6), Bits("crCorrUsed", 7), Bits("doCorrUsed", 8),
                            Bits("authStatus", 9),
                        ]),
                ]),
        ])

    static let svinfo = MessageLayout(
        "NAV-SVINFO", 0x01, 0x30, length: 8,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("numCh", at: 4, .u1),
            Field("globalFlags", at: 5, .u1, bits: [Bits("chipGen", 0, 3)]),
            .group(
                "channels", at: 8, size: 12, repeats: .u1(at: 4),
                [
                    Field("chn", at: 0, .u1),
                    Field("svid", at: 1, .u1),
                    Field(
                        "flags", at: 2, .u1,
                        bits: [
                            Bits("svUsed", 0), Bits("diffCorr", 1), Bits("orbitAvail", 2), Bits("orbitEph", 3),
                            Bits("unhealthy", 4), Bits("orbitAlm", 5), Bits("orbitAop", 6), Bits("smoothed", 7),
                        ]),
                    Field("quality", at: 3, .u1, bits: [Bits("qualityInd", 0, 4)]),
                    Field("cno", at: 4, .u1, unit: "dBHz"),
                    Field("elev", at: 5, .i1, unit: "deg"),
                    Field("azim", at: 6, .i2, unit: "deg"),
                    Field("prRes", at: 8, .i4, unit: "cm"),
                ]),
        ])

    static let cov = MessageLayout(
        "NAV-COV", 0x01, 0x36, length: 64, when: [.byte(4, 0...0)],
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("version", at: 4, .u1),
            Field("posCovValid", at: 5, .u1),
            Field("velCovValid", at: 6, .u1),
            Field("posCovNN", at: 16, .r4, unit: "m^2"),
            Field("posCovNE", at: 20, .r4, unit: "m^2"),
            Field("posCovND", at: 24, .r4, unit: "m^2"),
            Field("posCovEE", at: 28, .r4, unit: "m^2"),
            Field("posCovED", at: 32, .r4, unit: "m^2"),
            Field("posCovDD", at: 36, .r4, unit: "m^2"),
            Field("velCovNN", at: 40, .r4, unit: "m^2/s^2"),
            Field("velCovNE", at: 44, .r4, unit: "m^2/s^2"),
            Field("velCovND", at: 48, .r4, unit: "m^2/s^2"),
            Field("velCovEE", at: 52, .r4, unit: "m^2/s^2"),
            Field("velCovED", at: 56, .r4, unit: "m^2/s^2"),
            Field("velCovDD", at: 60, .r4, unit: "m^2/s^2"),
        ])

    static let svin = MessageLayout(
        "NAV-SVIN", 0x01, 0x3B, length: 40, when: [.byte(0, 0...0)],
        [
            Field("version", at: 0, .u1),
            Field("iTOW", at: 4, .u4, unit: "ms"),
            Field("dur", at: 8, .u4, unit: "s"),
            Field("meanX", at: 12, .i4, unit: "cm"),
            Field("meanY", at: 16, .i4, unit: "cm"),
            Field("meanZ", at: 20, .i4, unit: "cm"),
            Field("meanXHP", at: 24, .i1, unit: "0.1 mm"),
            Field("meanYHP", at: 25, .i1, unit: "0.1 mm"),
            Field("meanZHP", at: 26, .i1, unit: "0.1 mm"),
            Field("meanAcc", at: 28, .u4, unit: "0.1 mm"),
            Field("obs", at: 32, .u4),
            Field("valid", at: 36, .u1),
            Field("active", at: 37, .u1),
        ])

    /// Coarse and fine parts (relPosHPN …) are combined into one number.
    static let relposned = MessageLayout(
        "NAV-RELPOSNED", 0x01, 0x3C, length: 64, when: [.byte(0, 1...1)], relativePosition)

    /// Version 0, used by the first RTK receivers.
    static let relposnedOld = MessageLayout(
        "NAV-RELPOSNED", 0x01, 0x3C, length: 40, when: [.byte(0, 0...0)],
        [
            Field("version", at: 0, .u1),
            Field("refStationID", at: 2, .u2),
            Field("iTOW", at: 4, .u4, unit: "ms"),
            Field("relPosN", at: 8, .i4, scale: 0.01, unit: "cm", fine: FinePart(at: 20, factor: 100)),
            Field("relPosE", at: 12, .i4, scale: 0.01, unit: "cm", fine: FinePart(at: 21, factor: 100)),
            Field("relPosD", at: 16, .i4, scale: 0.01, unit: "cm", fine: FinePart(at: 22, factor: 100)),
            Field("accN", at: 24, .u4, scale: 0.1, unit: "mm"),
            Field("accE", at: 28, .u4, scale: 0.1, unit: "mm"),
            Field("accD", at: 32, .u4, scale: 0.1, unit: "mm"),
            Field("flags", at: 36, .u4, bits: relativeFlags),
        ])

    static let daheadingHP = MessageLayout(
        "NAV-DAHEADING", 0x01, 0x45, length: 64, when: [.byte(0, 0...1)],
        relativePosition.filter { $0.nameText != "refStationID" })

    static let daheading = MessageLayout(
        "NAV-DAHEADING", 0x01, 0x45, length: 60, when: [.byte(0, 2...2)],
        [
            Field("version", at: 0, .u1),
            Field("iTOW", at: 4, .u4, unit: "ms"),
            Field("relPosN", at: 8, .i4, unit: "mm"),
            Field("relPosE", at: 12, .i4, unit: "mm"),
            Field("relPosD", at: 16, .i4, unit: "mm"),
            Field("relPosLength", at: 20, .i4, unit: "mm"),
            Field("relPosHeading", at: 24, .i4, scale: 1e-5, unit: "deg"),
            Field("accN", at: 32, .u4, unit: "mm"),
            Field("accE", at: 36, .u4, unit: "mm"),
            Field("accD", at: 40, .u4, unit: "mm"),
            Field("accLength", at: 44, .u4, unit: "mm"),
            Field("accHeading", at: 48, .u4, scale: 1e-5, unit: "deg"),
            Field(
                "flags", at: 56, .u4,
                bits: [
                    Bits("gnssFixOK", 0), Bits("diffSoln", 1), Bits("relPosValid", 2), Bits("carrSoln", 3, 2),
                    Bits("relPosHeadingValid", 6),
                ]),
        ])

    private static let relativePosition: [Field] = [
        Field("version", at: 0, .u1),
        Field("refStationID", at: 2, .u2),
        Field("iTOW", at: 4, .u4, unit: "ms"),
        Field("relPosN", at: 8, .i4, scale: 0.01, unit: "cm", fine: FinePart(at: 32, factor: 100)),
        Field("relPosE", at: 12, .i4, scale: 0.01, unit: "cm", fine: FinePart(at: 33, factor: 100)),
        Field("relPosD", at: 16, .i4, scale: 0.01, unit: "cm", fine: FinePart(at: 34, factor: 100)),
        Field("relPosLength", at: 20, .i4, scale: 0.01, unit: "cm", fine: FinePart(at: 35, factor: 100)),
        Field("relPosHeading", at: 24, .i4, scale: 1e-5, unit: "deg"),
        Field("accN", at: 36, .u4, scale: 0.1, unit: "mm"),
        Field("accE", at: 40, .u4, scale: 0.1, unit: "mm"),
        Field("accD", at: 44, .u4, scale: 0.1, unit: "mm"),
        Field("accLength", at: 48, .u4, scale: 0.1, unit: "mm"),
        Field("accHeading", at: 52, .u4, scale: 1e-5, unit: "deg"),
        Field("flags", at: 60, .u4, bits: relativeFlags),
    ]

    private static let relativeFlags: [Bits] = [
        Bits("gnssFixOK", 0), Bits("diffSoln", 1), Bits("relPosValid", 2), Bits("carrSoln", 3, 2), Bits("isMoving", 5),
        Bits("refPosMiss", 6), Bits("refObsMiss", 7), Bits("relPosHeadingValid", 8), Bits("relPosNormalized", 9),
    ]

    static let eell = MessageLayout(
        "NAV-EELL", 0x01, 0x3D, length: 16, when: [.byte(4, 0...0)],
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("version", at: 4, .u1),
            Field("errEllipseOrient", at: 6, .u2, scale: 0.01, unit: "deg"),
            Field("errEllipseMajor", at: 8, .u4, unit: "mm"),
            Field("errEllipseMinor", at: 12, .u4, unit: "mm"),
        ])

    static let eoe = MessageLayout("NAV-EOE", 0x01, 0x61, length: 4, [Field("iTOW", at: 0, .u4, unit: "ms")])
}
