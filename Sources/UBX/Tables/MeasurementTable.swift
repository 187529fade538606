// SPDX-License-Identifier: Apache-2.0

/// Class RXM, 0x02: measurements and navigation messages as received.
enum MeasurementTable {
    static let all: [MessageLayout] = [
        raw, sfrb, sfrbx, measx, rawx, svsi, almEmpty, alm, ephEmpty, eph, imes, tm, packed("RXM-MEAS20", 0x84),
        packed("RXM-MEAS50", 0x86), packed("RXM-MEASC12", 0x82), packed("RXM-MEASD12", 0x80),
    ]

    /// Generations 4 to 7.
    static let raw = MessageLayout(
        "RXM-RAW", 0x02, 0x10, length: 8,
        [
            Field("iTOW", at: 0, .i4, unit: "ms"),
            Field("week", at: 4, .i2, unit: "weeks"),
            Field("numSV", at: 6, .u1),
            .group(
                "measurements", at: 8, size: 24, repeats: .u1(at: 6),
                [
                    Field("cpMes", at: 0, .r8, unit: "cycles"),
                    Field("prMes", at: 8, .r8, unit: "m"),
                    Field("doMes", at: 16, .r4, unit: "Hz"),
                    Field("sv", at: 20, .u1),
                    Field("mesQI", at: 21, .i1),
                    Field("cno", at: 22, .i1, unit: "dBHz"),
                    Field("lli", at: 23, .u1),
                ]),
        ])

    static let sfrb = MessageLayout(
        "RXM-SFRB", 0x02, 0x11, length: 42,
        [
            Field("chn", at: 0, .u1),
            Field("svid", at: 1, .u1),
            Field("dwrd", at: 2, .word, repeats: .fixed(10)),
        ])

    /// Version 1 does not contain the signal.
    static let sfrbx = MessageLayout(
        "RXM-SFRBX", 0x02, 0x13, length: 8, when: [.byte(6, 0...2)],
        [
            Field("gnssId", at: 0, .u1),
            Field("svId", at: 1, .u1),
            Field("sigId", at: 2, .u1),
            Field("freqId", at: 3, .u1),
            Field("numWords", at: 4, .u1),
            Field("chn", at: 5, .u1),
            Field("version", at: 6, .u1),
            Field("dwrd", at: 8, .word, repeats: .u1(at: 4)),
        ])

    static let measx = MessageLayout(
        "RXM-MEASX", 0x02, 0x14, length: 44,
        [
            Field("version", at: 0, .u1),
            Field("gpsTOW", at: 4, .u4, unit: "ms"),
            Field("gloTOW", at: 8, .u4, unit: "ms"),
            Field("bdsTOW", at: 12, .u4, unit: "ms"),
            Field("qzssTOW", at: 20, .u4, unit: "ms"),
            Field("gpsTOWacc", at: 24, .u2, scale: .binary(-4), unit: "ms"),
            Field("gloTOWacc", at: 26, .u2, scale: .binary(-4), unit: "ms"),
            Field("bdsTOWacc", at: 28, .u2, scale: .binary(-4), unit: "ms"),
            Field("qzssTOWacc", at: 32, .u2, scale: .binary(-4), unit: "ms"),
            Field("numSv", at: 34, .u1),
            Field("flags", at: 35, .u1, bits: [Bits("towSet", 0, 2)]),
            .group(
                "measurements", at: 44, size: 24, repeats: .u1(at: 34),
                [
                    Field("gnssId", at: 0, .u1),
                    Field("svId", at: 1, .u1),
                    Field("cNo", at: 2, .u1, unit: "dBHz"),
                    Field("mpathIndic", at: 3, .u1),
                    Field("dopplerMS", at: 4, .i4, scale: 0.04, unit: "m/s"),
                    Field("dopplerHz", at: 8, .i4, scale: 0.2, unit: "Hz"),
                    Field("wholeChips", at: 12, .u2),
                    Field("fracChips", at: 14, .u2),
                    Field("codePhase", at: 16, .u4, scale: .binary(-21), unit: "ms"),
                    Field("intCodePhase", at: 20, .u1, unit: "ms"),
                    Field("pseuRangeRMSErr", at: 21, .u1),
                ]),
        ])

    /// The standard deviations are encoded: 0.01 · 2^prStd m, 0.004 · cpStd cycles, 0.002 · 2^doStd Hz.
    static let rawx = MessageLayout(
        "RXM-RAWX", 0x02, 0x15, length: 16, when: [.byte(13, 0...1)],
        [
            Field("rcvTow", at: 0, .r8, unit: "s"),
            Field("week", at: 8, .u2, unit: "weeks"),
            Field("leapS", at: 10, .i1, unit: "s"),
            Field("numMeas", at: 11, .u1),
            Field("recStat", at: 12, .u1, bits: [Bits("leapSec", 0), Bits("clkReset", 1), Bits("msgSource", 6, 2)]),
            Field("version", at: 13, .u1),
            .group(
                "measurements", at: 16, size: 32, repeats: .u1(at: 11),
                [
                    Field("prMes", at: 0, .r8, unit: "m"),
                    Field("cpMes", at: 8, .r8, unit: "cycles"),
                    Field("doMes", at: 16, .r4, unit: "Hz"),
                    Field("gnssId", at: 20, .u1),
                    Field("svId", at: 21, .u1),
                    Field("sigId", at: 22, .u1),
                    Field("freqId", at: 23, .u1),
                    Field("locktime", at: 24, .u2, unit: "ms"),
                    Field("cno", at: 26, .u1, unit: "dBHz"),
                    Field("prStdev", at: 27, .u1, bits: [Bits("prStd", 0, 4)]),
                    Field("cpStdev", at: 28, .u1, bits: [Bits("cpStd", 0, 4)]),
                    Field("doStdev", at: 29, .u1, bits: [Bits("doStd", 0, 4)]),
                    Field(
                        "trkStat", at: 30, .u1,
                        bits: [Bits("prValid", 0), Bits("cpValid", 1), Bits("halfCyc", 2), Bits("subHalfCyc", 3)]),
                ]),
        ])

    static let svsi = MessageLayout(
        "RXM-SVSI", 0x02, 0x20, length: 8,
        [
            Field("iTOW", at: 0, .u4, unit: "ms"),
            Field("week", at: 4, .i2, unit: "weeks"),
            Field("numVis", at: 6, .u1),
            Field("numSV", at: 7, .u1),
            .group(
                "satellites", at: 8, size: 6, repeats: .u1(at: 7),
                [
                    Field("svid", at: 0, .u1),
                    Field(
                        "svFlag", at: 1, .u1,
                        bits: [
                            Bits("ura", 0, 4), Bits("healthy", 4), Bits("ephVal", 5), Bits("almVal", 6),
                            Bits("notAvail", 7),
                        ]),
                    Field("azim", at: 2, .i2, unit: "deg"),
                    Field("elev", at: 4, .i1, unit: "deg"),
                    Field("age", at: 5, .u1, bits: [Bits("almAge", 0, 4), Bits("ephAge", 4, 4)]),
                ]),
        ])

    static let alm = MessageLayout(
        "RXM-ALM", 0x02, 0x30, length: 40,
        [
            Field("svid", at: 0, .u4),
            Field("week", at: 4, .u4, unit: "weeks"),
            Field("dwrd", at: 8, .word, repeats: .fixed(8)),
        ])

    static let almEmpty = MessageLayout(
        "RXM-ALM", 0x02, 0x30, length: 8, when: [.length(8...8)],
        [Field("svid", at: 0, .u4), Field("week", at: 4, .u4, unit: "weeks")])

    static let eph = MessageLayout(
        "RXM-EPH", 0x02, 0x31, length: 104,
        [
            Field("svid", at: 0, .u4),
            Field("how", at: 4, .u4),
            Field("sf1d", at: 8, .word, repeats: .fixed(8)),
            Field("sf2d", at: 40, .word, repeats: .fixed(8)),
            Field("sf3d", at: 72, .word, repeats: .fixed(8)),
        ])

    static let ephEmpty = MessageLayout(
        "RXM-EPH", 0x02, 0x31, length: 8, when: [.length(8...8)], [Field("svid", at: 0, .u4), Field("how", at: 4, .u4)])

    static let imes = MessageLayout(
        "RXM-IMES", 0x02, 0x61, length: 4,
        [
            Field("numTx", at: 0, .u1),
            Field("version", at: 1, .u1),
            .group(
                "transmitters", at: 4, size: 44, repeats: .u1(at: 0),
                [
                    Field("txId", at: 1, .u1),
                    Field("cno", at: 5, .u1, unit: "dBHz"),
                    Field("doppler", at: 8, .i4, scale: .binary(-12), unit: "Hz"),
                    Field("position1_1", at: 12, .u4, bits: [Bits("pos1Floor", 0, 8), Bits("pos1Lat", 8, 23)]),
                    Field("position1_2", at: 16, .u4, bits: [Bits("pos1Lon", 0, 24), Bits("pos1Valid", 24)]),
                    Field(
                        "position2_1", at: 20, .u4,
                        bits: [
                            Bits("pos2Floor", 0, 9), Bits("pos2Alt", 9, 12), Bits("pos2Acc", 21, 2),
                            Bits("pos2Valid", 23),
                        ]),
                    Field("lat", at: 24, .i4, unit: "180/2^24 deg"),
                    Field("lon", at: 28, .i4, unit: "360/2^25 deg"),
                    Field(
                        "shortIdFrame", at: 32, .u4,
                        bits: [Bits("shortId", 0, 12), Bits("shortValid", 12), Bits("shortBoundary", 13)]),
                    Field("mediumIdLSB", at: 36, .u4),
                    Field(
                        "mediumId_2", at: 40, .u4,
                        bits: [Bits("mediumIdMSB", 0), Bits("mediumValid", 1), Bits("mediumBoundary", 2)]),
                ]),
        ])

    static let tm = MessageLayout(
        "RXM-TM", 0x02, 0x74, length: 8,
        [
            Field("version", at: 0, .u1),
            Field("numMeas", at: 1, .u1),
            .group(
                "measurements", at: 8, size: 24, repeats: .u1(at: 1),
                [
                    Field("edgeInfo", at: 0, .u4, bits: [Bits("channel", 0, 4), Bits("edgeType", 4)]),
                    Field("count", at: 4, .u2),
                    Field("wno", at: 6, .u2, unit: "weeks"),
                    Field("towMs", at: 8, .u4, unit: "ms"),
                    Field("towSubMs", at: 12, .u4, unit: "ns"),
                ]),
        ])

    /// Packed measurements for a server, in an unpublished format.
    private static func packed(_ name: StaticString, _ id: UInt8) -> MessageLayout {
        MessageLayout(name, 0x02, id, length: 1, [Field("data", at: 0, .remainingBytes)])
    }
}
