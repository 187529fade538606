// SPDX-License-Identifier: Apache-2.0

/// Class CFG, 0x06: configuration values of generation 9 and later, and messages common to all generations.
enum ConfigurationTable {
    static let all: [MessageLayout] = [
        valset, valgetPoll, valget, valdel, prtPoll, prt, msgPoll, msg, msgPort, infPoll, infFourPorts, inf, rst, rate,
        cfg,
        cfgWithDevice, ant, sbas, nmea4, nmea12, nmea, nav5, navx5, tp5Poll, tp5, gnss, tmode3, itfm,
    ]

    private static let layers: [Bits] = [Bits("ram", 0), Bits("bbr", 1), Bits("flash", 2)]

    /// Followed by pairs of key and value.
    static let valset = MessageLayout(
        "CFG-VALSET", 0x06, 0x8A, length: 4, when: [.byte(0, 0...1)], tail: .values,
        [
            Field("version", at: 0, .u1),
            Field("layers", at: 1, .u1, bits: layers),
            Field("transaction", at: 2, .u1, bits: [Bits("action", 0, 2)]),
        ])

    /// The request, followed by keys.
    static let valgetPoll = MessageLayout(
        "CFG-VALGET", 0x06, 0x8B, length: 4, when: [.byte(0, 0...0)], tail: .keys, configurationHead)

    /// The answer, followed by pairs of key and value.
    static let valget = MessageLayout(
        "CFG-VALGET", 0x06, 0x8B, length: 4, when: [.byte(0, 1...1)], tail: .values, configurationHead)

    private static let configurationHead: [Field] = [
        Field("version", at: 0, .u1), Field("layer", at: 1, .u1), Field("position", at: 2, .u2),
    ]

    static let valdel = MessageLayout(
        "CFG-VALDEL", 0x06, 0x8C, length: 4, when: [.byte(0, 0...1)], tail: .keys,
        [
            Field("version", at: 0, .u1),
            Field("layers", at: 1, .u1, bits: [Bits("bbr", 1), Bits("flash", 2)]),
            Field("transaction", at: 2, .u1, bits: [Bits("action", 0, 2)]),
        ])

    static let prtPoll = MessageLayout(
        "CFG-PRT", 0x06, 0x00, length: 1, when: [.length(1...1)], [Field("portID", at: 0, .u1)])

    /// For USB and old chips, some members have no meaning.
    static let prt = MessageLayout(
        "CFG-PRT", 0x06, 0x00, length: 20,
        [
            Field("portID", at: 0, .u1),
            Field(
                "txReady", at: 2, .u2,
                bits: [Bits("enable", 0), Bits("pol", 1), Bits("pin", 2, 5), Bits("thres", 7, 9)]),
            Field(
                "mode", at: 4, .u4,
                bits: [
                    Bits("slaveAddr", 1, 5), Bits("charLen", 6, 2), Bits("parity", 9, 3), Bits("nStopBits", 12, 2),
                ]),
            Field("baudRate", at: 8, .u4, unit: "Bits/s"),
            Field(
                "inProtoMask", at: 12, .u2,
                bits: [Bits("inUBX", 0), Bits("inNMEA", 1), Bits("inRTCM", 2), Bits("inRTCM3", 5)]),
            Field(
                "outProtoMask", at: 14, .u2, bits: [Bits("outUBX", 0), Bits("outNMEA", 1), Bits("outRTCM3", 5)]),
            Field("flags", at: 16, .u2, bits: [Bits("extendedTxTimeout", 1)]),
        ])

    static let msgPoll = MessageLayout(
        "CFG-MSG", 0x06, 0x01, length: 2, when: [.length(2...2)],
        [Field("msgClass", at: 0, .u1), Field("msgID", at: 1, .u1)])

    /// Rates on all ports.
    static let msg = MessageLayout(
        "CFG-MSG", 0x06, 0x01, length: 8,
        [
            Field("msgClass", at: 0, .u1),
            Field("msgID", at: 1, .u1),
            Field("rateDDC", at: 2, .u1),
            Field("rateUART1", at: 3, .u1),
            Field("rateUART2", at: 4, .u1),
            Field("rateUSB", at: 5, .u1),
            Field("rateSPI", at: 6, .u1),
        ])

    /// The rate on the port that receives the message.
    static let msgPort = MessageLayout(
        "CFG-MSG", 0x06, 0x01, length: 3, when: [.length(3...3)],
        [Field("msgClass", at: 0, .u1), Field("msgID", at: 1, .u1), Field("rate", at: 2, .u1)])

    static let infPoll = MessageLayout(
        "CFG-INF", 0x06, 0x02, length: 1, when: [.length(1...1)], [Field("protocolID", at: 0, .u1)])

    /// One block for each protocol, with six ports in each.
    static let inf = MessageLayout(
        "CFG-INF", 0x06, 0x02, length: 10, [.group("protocols", at: 0, size: 10, repeats: .rest, protocolMasks(6))])

    /// Four ports, for generation 4.
    static let infFourPorts = MessageLayout(
        "CFG-INF", 0x06, 0x02, length: 8, when: [.length(8...8)],
        [.group("protocols", at: 0, size: 8, repeats: .rest, protocolMasks(4))])

    private static func protocolMasks(_ ports: Int) -> [Field] {
        let mask: [Bits] = [
            Bits("enableError", 0), Bits("enableWarning", 1), Bits("enableNotice", 2), Bits("enableTest", 3),
            Bits("enableDebug", 4),
        ]
        return [
            Field("protocolID", at: 0, .u1),
            .group(
                "infMsgMask", at: 4, size: 1, repeats: .fixed(ports), [Field("infMsgMask", at: 0, .u1, bits: mask)]),
        ]
    }

    static let rst = MessageLayout(
        "CFG-RST", 0x06, 0x04, length: 4,
        [
            Field(
                "navBbrMask", at: 0, .u2,
                bits: [
                    Bits("eph", 0), Bits("alm", 1), Bits("health", 2), Bits("klob", 3), Bits("pos", 4), Bits("clkd", 5),
                    Bits("osc", 6), Bits("utc", 7), Bits("rtc", 8), Bits("aop", 15),
                ]),
            Field("resetMode", at: 2, .u1),
        ])

    static let rate = MessageLayout(
        "CFG-RATE", 0x06, 0x08, length: 6,
        [
            Field("measRate", at: 0, .u2, unit: "ms"),
            Field("navRate", at: 2, .u2, unit: "cycles"),
            Field("timeRef", at: 4, .u2),
        ])

    static let cfg = MessageLayout(
        "CFG-CFG", 0x06, 0x09, length: 12, when: [.length(12...12)],
        [Field("clearMask", at: 0, .u4), Field("saveMask", at: 4, .u4), Field("loadMask", at: 8, .u4)])

    static let cfgWithDevice = MessageLayout(
        "CFG-CFG", 0x06, 0x09, length: 13,
        [
            Field("clearMask", at: 0, .u4),
            Field("saveMask", at: 4, .u4),
            Field("loadMask", at: 8, .u4),
            Field(
                "deviceMask", at: 12, .u1,
                bits: [Bits("devBBR", 0), Bits("devFlash", 1), Bits("devEEPROM", 2), Bits("devSpiFlash", 4)]),
        ])

    static let ant = MessageLayout(
        "CFG-ANT", 0x06, 0x13, length: 4,
        [
            Field(
                "flags", at: 0, .u2,
                bits: [Bits("svcs", 0), Bits("scd", 1), Bits("ocd", 2), Bits("pdwnOnSCD", 3), Bits("recovery", 4)]),
            Field(
                "pins", at: 2, .u2,
                bits: [Bits("pinSwitch", 0, 5), Bits("pinSCD", 5, 5), Bits("pinOCD", 10, 5), Bits("reconfig", 15)]),
        ])

    static let sbas = MessageLayout(
        "CFG-SBAS", 0x06, 0x16, length: 8,
        [
            Field("mode", at: 0, .u1, bits: [Bits("enabled", 0), Bits("test", 1)]),
            Field("usage", at: 1, .u1, bits: [Bits("range", 0), Bits("diffCorr", 1), Bits("integrity", 2)]),
            Field("maxSBAS", at: 2, .u1),
            Field(
                "scanmode2", at: 3, .u1,
                bits: [
                    Bits("PRN152", 0), Bits("PRN153", 1), Bits("PRN154", 2), Bits("PRN155", 3), Bits("PRN156", 4),
                    Bits("PRN157", 5), Bits("PRN158", 6),
                ]),
            Field(
                "scanmode1", at: 4, .u4,
                bits: [
                    Bits("PRN120", 0), Bits("PRN121", 1), Bits("PRN122", 2), Bits("PRN123", 3), Bits("PRN124", 4),
                    Bits("PRN125", 5), Bits("PRN126", 6), Bits("PRN127", 7), Bits("PRN128", 8), Bits("PRN129", 9),
                    Bits("PRN130", 10), Bits("PRN131", 11), Bits("PRN132", 12), Bits("PRN133", 13), Bits("PRN134", 14),
                    Bits("PRN135", 15), Bits("PRN136", 16), Bits("PRN137", 17), Bits("PRN138", 18), Bits("PRN139", 19),
                    Bits("PRN140", 20), Bits("PRN141", 21), Bits("PRN142", 22), Bits("PRN143", 23), Bits("PRN144", 24),
                    Bits("PRN145", 25), Bits("PRN146", 26), Bits("PRN147", 27), Bits("PRN148", 28), Bits("PRN149", 29),
                    Bits("PRN150", 30), Bits("PRN151", 31),
                ]),
        ])

    private static let nmeaHead: [Field] = [
        Field(
            "filter", at: 0, .u1,
            bits: [
                Bits("posFilt", 0), Bits("mskPosFilt", 1), Bits("timeFilt", 2), Bits("dateFilt", 3),
                Bits("gpsOnlyFilter", 4), Bits("trackFilt", 5),
            ]),
        Field("nmeaVersion", at: 1, .u1),
        Field("numSV", at: 2, .u1),
        Field(
            "flags", at: 3, .u1,
            bits: [Bits("compat", 0), Bits("consider", 1), Bits("limit82", 2), Bits("highPrec", 3)]),
    ]

    private static let nmeaBody: [Field] =
        nmeaHead + [
            Field(
                "gnssToFilter", at: 4, .u4,
                bits: [
                    Bits("gps", 0), Bits("sbas", 1), Bits("galileo", 2), Bits("qzss", 4), Bits("glonass", 5),
                    Bits("beidou", 6),
                ]),
            Field("svNumbering", at: 8, .u1),
            Field("mainTalkerId", at: 9, .u1),
            Field("gsvTalkerId", at: 10, .u1),
            Field("version", at: 11, .u1),
        ]

    /// Up to generation 6.
    static let nmea4 = MessageLayout("CFG-NMEA", 0x06, 0x17, length: 4, when: [.length(4...4)], nmeaHead)

    /// Generation 7.
    static let nmea12 = MessageLayout("CFG-NMEA", 0x06, 0x17, length: 12, when: [.length(12...12)], nmeaBody)

    static let nmea = MessageLayout(
        "CFG-NMEA", 0x06, 0x17, length: 20, nmeaBody + [Field("bdsTalkerId", at: 12, .text(2))])

    static let nav5 = MessageLayout(
        "CFG-NAV5", 0x06, 0x24, length: 36,
        [
            Field(
                "mask", at: 0, .u2,
                bits: [
                    Bits("dyn", 0), Bits("minEl", 1), Bits("posFixMode", 2), Bits("drLim", 3), Bits("posMask", 4),
                    Bits("timeMask", 5), Bits("staticHoldMask", 6), Bits("dgpsMask", 7), Bits("cnoThreshold", 8),
                    Bits("utc", 10),
                ]),
            Field("dynModel", at: 2, .u1),
            Field("fixMode", at: 3, .u1),
            Field("fixedAlt", at: 4, .i4, scale: 0.01, unit: "m"),
            Field("fixedAltVar", at: 8, .u4, scale: 0.0001, unit: "m^2"),
            Field("minElev", at: 12, .i1, unit: "deg"),
            Field("drLimit", at: 13, .u1, unit: "s"),
            Field("pDop", at: 14, .u2, scale: 0.1),
            Field("tDop", at: 16, .u2, scale: 0.1),
            Field("pAcc", at: 18, .u2, unit: "m"),
            Field("tAcc", at: 20, .u2, unit: "m"),
            Field("staticHoldThresh", at: 22, .u1, unit: "cm/s"),
            Field("dgnssTimeOut", at: 23, .u1, unit: "s"),
            Field("cnoThreshNumSVs", at: 24, .u1),
            Field("cnoThresh", at: 25, .u1, unit: "dBHz"),
            Field("staticHoldMaxDist", at: 28, .u2, unit: "m"),
            Field("utcStandard", at: 30, .u1),
        ])

    static let navx5 = MessageLayout(
        "CFG-NAVX5", 0x06, 0x23, length: 40,
        [
            Field("version", at: 0, .u2),
            Field(
                "mask1", at: 2, .u2,
                bits: [
                    Bits("minMax", 2), Bits("minCno", 3), Bits("initial3dfix", 6), Bits("wknRoll", 9),
                    Bits("ackAid", 10), Bits("ppp", 13), Bits("aop", 14),
                ]),
            Field("mask2", at: 4, .u4, bits: [Bits("adr", 6), Bits("sigAttenComp", 7)]),
            Field("minSVs", at: 10, .u1),
            Field("maxSVs", at: 11, .u1),
            Field("minCNO", at: 12, .u1, unit: "dBHz"),
            Field("iniFix3D", at: 14, .u1),
            Field("ackAiding", at: 17, .u1),
            Field("wknRollover", at: 18, .u2, unit: "weeks"),
            Field("sigAttenCompMode", at: 20, .u1, unit: "dBHz"),
            Field("usePPP", at: 26, .u1),
            Field("aopCfg", at: 27, .u1),
            Field("aopOrbMaxErr", at: 30, .u2, unit: "m"),
            Field("useAdr", at: 39, .u1),
        ])

    static let tp5Poll = MessageLayout(
        "CFG-TP5", 0x06, 0x31, length: 1, when: [.length(1...1)], [Field("tpIdx", at: 0, .u1)])

    static let tp5 = MessageLayout(
        "CFG-TP5", 0x06, 0x31, length: 32,
        [
            Field("tpIdx", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("antCableDelay", at: 4, .i2, unit: "ns"),
            Field("rfGroupDelay", at: 6, .i2, unit: "ns"),
            Field("freqPeriod", at: 8, .u4, unit: "Hz or us"),
            Field("freqPeriodLock", at: 12, .u4, unit: "Hz or us"),
            Field("pulseLenRatio", at: 16, .u4, unit: "us or 2^-32"),
            Field("pulseLenRatioLock", at: 20, .u4, unit: "us or 2^-32"),
            Field("userConfigDelay", at: 24, .i4, unit: "ns"),
            Field(
                "flags", at: 28, .u4,
                bits: [
                    Bits("active", 0), Bits("lockGnssFreq", 1), Bits("lockedOtherSet", 2), Bits("isFreq", 3),
                    Bits("isLength", 4), Bits("alignToTow", 5), Bits("polarity", 6), Bits("gridUtcGnss", 7, 4),
                    Bits("syncMode", 11, 3),
                ]),
        ])

    static let gnss = MessageLayout(
        "CFG-GNSS", 0x06, 0x3E, length: 4, when: [.byte(0, 0...0)],
        [
            Field("msgVer", at: 0, .u1),
            Field("numTrkChHw", at: 1, .u1),
            Field("numTrkChUse", at: 2, .u1),
            Field("numConfigBlocks", at: 3, .u1),
            .group(
                "blocks", at: 4, size: 8, repeats: .u1(at: 3),
                [
                    Field("gnssId", at: 0, .u1),
                    Field("resTrkCh", at: 1, .u1),
                    Field("maxTrkCh", at: 2, .u1),
                    Field("flags", at: 4, .u4, bits: [Bits("enable", 0), Bits("sigCfMask", 16, 8)]),
                ]),
        ])

    static let tmode3 = MessageLayout(
        "CFG-TMODE3", 0x06, 0x71, length: 40, when: [.byte(0, 0...0)],
        [
            Field("version", at: 0, .u1),
            Field("flags", at: 2, .u2, bits: [Bits("rcvrMode", 0, 8), Bits("lla", 8)]),
            Field("ecefXOrLat", at: 4, .i4, unit: "cm or 1e-7 deg"),
            Field("ecefYOrLon", at: 8, .i4, unit: "cm or 1e-7 deg"),
            Field("ecefZOrAlt", at: 12, .i4, unit: "cm"),
            Field("ecefXOrLatHP", at: 16, .i1, unit: "0.1 mm or 1e-9 deg"),
            Field("ecefYOrLonHP", at: 17, .i1, unit: "0.1 mm or 1e-9 deg"),
            Field("ecefZOrAltHP", at: 18, .i1, unit: "0.1 mm"),
            Field("fixedPosAcc", at: 20, .u4, unit: "0.1 mm"),
            Field("svinMinDur", at: 24, .u4, unit: "s"),
            Field("svinAccLimit", at: 28, .u4, unit: "0.1 mm"),
        ])

    static let itfm = MessageLayout(
        "CFG-ITFM", 0x06, 0x39, length: 8,
        [
            Field(
                "config", at: 0, .u4,
                bits: [
                    Bits("bbThreshold", 0, 4), Bits("cwThreshold", 4, 5), Bits("algorithmBits", 9, 22),
                    Bits("enable", 31),
                ]),
            Field(
                "config2", at: 4, .u4,
                bits: [Bits("generalBits", 0, 12), Bits("antSetting", 12, 2), Bits("enable2", 14)]),
        ])
}
