// SPDX-License-Identifier: Apache-2.0

/// Class MON, 0x0A: state of the receiver.
enum MonitoringTable {
    static let all: [MessageLayout] = [
        io, ver, msgpp, rxbuf, txbuf, hw, hwOld, hw2, rxr, patch, gnss, smgr, spt, span, pmp, comms, hw3, rf,
        rfBlocks20,
        sys,
    ]

    static let io = MessageLayout(
        "MON-IO", 0x0A, 0x02, length: 20,
        [
            .group(
                "ports", at: 0, size: 20, repeats: .rest,
                [
                    Field("rxBytes", at: 0, .u4),
                    Field("txBytes", at: 4, .u4),
                    Field("parityErrs", at: 8, .u2),
                    Field("framingErrs", at: 10, .u2),
                    Field("overrunErrs", at: 12, .u2),
                    Field("breakCond", at: 14, .u2),
                    Field("rxBusy", at: 16, .u1),
                    Field("txBusy", at: 17, .u1),
                ])
        ])

    static let ver = MessageLayout(
        "MON-VER", 0x0A, 0x04, length: 40,
        [
            Field("swVersion", at: 0, .text(30)),
            Field("hwVersion", at: 30, .text(10)),
            Field("extension", at: 40, .text(30), repeats: .rest),
        ])

    /// Six ports: I2C, UART1, UART2, USB, SPI, reserved.
    static let msgpp = MessageLayout(
        "MON-MSGPP", 0x0A, 0x06, length: 120,
        [
            Field("msg1", at: 0, .u2, repeats: .fixed(8)),
            Field("msg2", at: 16, .u2, repeats: .fixed(8)),
            Field("msg3", at: 32, .u2, repeats: .fixed(8)),
            Field("msg4", at: 48, .u2, repeats: .fixed(8)),
            Field("msg5", at: 64, .u2, repeats: .fixed(8)),
            Field("msg6", at: 80, .u2, repeats: .fixed(8)),
            Field("skipped", at: 96, .u4, repeats: .fixed(6)),
        ])

    static let rxbuf = MessageLayout(
        "MON-RXBUF", 0x0A, 0x07, length: 24,
        [
            Field("pending", at: 0, .u2, unit: "bytes", repeats: .fixed(6)),
            Field("usage", at: 12, .u1, unit: "%", repeats: .fixed(6)),
            Field("peakUsage", at: 18, .u1, unit: "%", repeats: .fixed(6)),
        ])

    static let txbuf = MessageLayout(
        "MON-TXBUF", 0x0A, 0x08, length: 28,
        [
            Field("pending", at: 0, .u2, unit: "bytes", repeats: .fixed(6)),
            Field("usage", at: 12, .u1, unit: "%", repeats: .fixed(6)),
            Field("peakUsage", at: 18, .u1, unit: "%", repeats: .fixed(6)),
            Field("tUsage", at: 24, .u1, unit: "%"),
            Field("tPeakUsage", at: 25, .u1, unit: "%"),
            Field("errors", at: 26, .u1, bits: [Bits("limit", 0, 6), Bits("mem", 6), Bits("alloc", 7)]),
        ])

    static let hw = MessageLayout(
        "MON-HW", 0x0A, 0x09, length: 60, when: [.length(60...60)],
        [
            Field("pinSel", at: 0, .u4),
            Field("pinBank", at: 4, .u4),
            Field("pinDir", at: 8, .u4),
            Field("pinVal", at: 12, .u4),
            Field("noisePerMS", at: 16, .u2),
            Field("agcCnt", at: 18, .u2),
            Field("aStatus", at: 20, .u1),
            Field("aPower", at: 21, .u1),
            Field("flags", at: 22, .u1, bits: hardwareFlags),
            Field("usedMask", at: 24, .u4),
            Field("VP", at: 28, .u1, repeats: .fixed(17)),
            Field("jamInd", at: 45, .u1),
            Field("pinIrq", at: 48, .u4),
            Field("pullH", at: 52, .u4),
            Field("pullL", at: 56, .u4),
        ])

    /// Generation 6: 25 virtual pins.
    static let hwOld = MessageLayout(
        "MON-HW", 0x0A, 0x09, length: 68, when: [.length(68...68)],
        [
            Field("pinSel", at: 0, .u4),
            Field("pinBank", at: 4, .u4),
            Field("pinDir", at: 8, .u4),
            Field("pinVal", at: 12, .u4),
            Field("noisePerMS", at: 16, .u2),
            Field("agcCnt", at: 18, .u2),
            Field("aStatus", at: 20, .u1),
            Field("aPower", at: 21, .u1),
            Field("flags", at: 22, .u1, bits: hardwareFlags),
            Field("usedMask", at: 24, .u4),
            Field("VP", at: 28, .u1, repeats: .fixed(25)),
            Field("jamInd", at: 53, .u1),
            Field("pinIrq", at: 56, .u4),
            Field("pullH", at: 60, .u4),
            Field("pullL", at: 64, .u4),
        ])

    private static let hardwareFlags: [Bits] = [
        Bits("rtcCalib", 0), Bits("safeBoot", 1), Bits("jammingState", 2, 2), Bits("xtalAbsent", 4),
    ]

    static let hw2 = MessageLayout(
        "MON-HW2", 0x0A, 0x0B, length: 28,
        [
            Field("ofsI", at: 0, .i1),
            Field("magI", at: 1, .u1),
            Field("ofsQ", at: 2, .i1),
            Field("magQ", at: 3, .u1),
            Field("cfgSource", at: 4, .u1),
            Field("lowLevCfg", at: 8, .u4),
            Field("postStatus", at: 20, .u4),
        ])

    static let rxr = MessageLayout(
        "MON-RXR", 0x0A, 0x21, length: 1, [Field("flags", at: 0, .u1, bits: [Bits("awake", 0)])])

    static let patch = MessageLayout(
        "MON-PATCH", 0x0A, 0x27, length: 4,
        [
            Field("version", at: 0, .u2),
            Field("nEntries", at: 2, .u2),
            .group(
                "patches", at: 4, size: 16, repeats: .u2(at: 2),
                [
                    Field("patchInfo", at: 0, .u4, bits: [Bits("activated", 0), Bits("location", 1, 2)]),
                    Field("comparatorNumber", at: 4, .u4),
                    Field("patchAddress", at: 8, .u4),
                    Field("patchData", at: 12, .u4),
                ]),
        ])

    static let gnss = MessageLayout(
        "MON-GNSS", 0x0A, 0x28, length: 8,
        [
            Field("version", at: 0, .u1),
            Field(
                "supported", at: 1, .u1,
                bits: [Bits("GPSSup", 0), Bits("GlonassSup", 1), Bits("BeidouSup", 2), Bits("GalileoSup", 3)]),
            Field(
                "defaultGnss", at: 2, .u1,
                bits: [Bits("GPSDef", 0), Bits("GlonassDef", 1), Bits("BeidouDef", 2), Bits("GalileoDef", 3)]),
            Field(
                "enabled", at: 3, .u1,
                bits: [Bits("GPSEna", 0), Bits("GlonassEna", 1), Bits("BeidouEna", 2), Bits("GalileoEna", 3)]),
            Field("simultaneous", at: 4, .u1),
        ])

    static let smgr = MessageLayout(
        "MON-SMGR", 0x0A, 0x2E, length: 16,
        [
            Field("version", at: 0, .u1),
            Field("iTOW", at: 4, .u4, unit: "ms"),
            Field(
                "intOsc", at: 8, .u2,
                bits: [Bits("intOscState", 0, 4), Bits("intOscCalib", 4), Bits("intOscDisc", 5)]),
            Field(
                "extOsc", at: 10, .u2,
                bits: [Bits("extOscState", 0, 4), Bits("extOscCalib", 4), Bits("extOscDisc", 5)]),
            Field("discSrc", at: 12, .u1),
            Field("gnss", at: 13, .u1, bits: [Bits("gnssAvail", 0)]),
            Field(
                "extInt0", at: 14, .u1,
                bits: [Bits("extInt0Avail", 0), Bits("extInt0Type", 1), Bits("extInt0FeedBack", 2)]),
            Field(
                "extInt1", at: 15, .u1,
                bits: [Bits("extInt1Avail", 0), Bits("extInt1Type", 1), Bits("extInt1FeedBack", 2)]),
        ])

    static let spt = MessageLayout(
        "MON-SPT", 0x0A, 0x2F, length: 4,
        [
            Field("version", at: 0, .u1),
            Field("numSensor", at: 1, .u1),
            Field("numRes", at: 2, .u1),
            .group(
                "sensors", at: 4, size: 4, repeats: .u1(at: 1),
                [
                    Field("sensorId", at: 0, .u1),
                    Field("drvVer", at: 1, .u1),
                    Field("testState", at: 2, .u1),
                    Field("drvFileName", at: 3, .u1),
                ]),
            .group(
                "results", at: Field.next, size: 12, repeats: .u1(at: 2),
                [
                    Field("sensorIdRes", at: 0, .u2),
                    Field("sensorType", at: 2, .u2),
                    Field("resType", at: 4, .u2),
                    Field("value", at: 8, .i4),
                ]),
        ])

    static let span = MessageLayout(
        "MON-SPAN", 0x0A, 0x31, length: 4, when: [.byte(0, 0...0)],
        [
            Field("version", at: 0, .u1),
            Field("numRfBlocks", at: 1, .u1),
            Field("recInf", at: 2, .u1, bits: [Bits("msgSource", 0, 2)]),
            .group(
                "blocks", at: 4, size: 272, repeats: .u1(at: 1),
                [
                    Field("spectrum", at: 0, .u1, repeats: .fixed(256)),
                    Field("span", at: 256, .u4, unit: "Hz"),
                    Field("res", at: 260, .u4, unit: "Hz"),
                    Field("center", at: 264, .u4, unit: "Hz"),
                    Field("pga", at: 268, .u1, unit: "dB"),
                ]),
        ])

    static let pmp = MessageLayout(
        "MON-PMP", 0x0A, 0x35, length: 4,
        [
            Field("version", at: 0, .u1),
            Field("nEntries", at: 1, .u1),
            .group(
                "entries", at: 4, size: 20, repeats: .u1(at: 1),
                [
                    Field("status", at: 4, .u4, bits: [Bits("locked", 0), Bits("frameSync", 1)]),
                    Field("cno", at: 16, .u1, unit: "dBHz"),
                    Field("cnoFrac", at: 17, .u1, scale: .binary(-8), unit: "dBHz"),
                ]),
        ])

    static let comms = MessageLayout(
        "MON-COMMS", 0x0A, 0x36, length: 8, when: [.byte(0, 0...0)],
        [
            Field("version", at: 0, .u1),
            Field("nPorts", at: 1, .u1),
            Field("txErrors", at: 2, .u1, bits: [Bits("mem", 0), Bits("alloc", 1), Bits("outputPort", 2, 3)]),
            Field("protIds", at: 4, .u1, repeats: .fixed(4)),
            .group(
                "ports", at: 8, size: 40, repeats: .u1(at: 1),
                [
                    Field("portId", at: 0, .u2),
                    Field("txPending", at: 2, .u2, unit: "bytes"),
                    Field("txBytes", at: 4, .u4, unit: "bytes"),
                    Field("txUsage", at: 8, .u1, unit: "%"),
                    Field("txPeakUsage", at: 9, .u1, unit: "%"),
                    Field("rxPending", at: 10, .u2, unit: "bytes"),
                    Field("rxBytes", at: 12, .u4, unit: "bytes"),
                    Field("rxUsage", at: 16, .u1, unit: "%"),
                    Field("rxPeakUsage", at: 17, .u1, unit: "%"),
                    Field("overrunErrs", at: 18, .u2),
                    Field("msgs", at: 20, .u2, repeats: .fixed(4)),
                    Field("skipped", at: 36, .u4, unit: "bytes"),
                ]),
        ])

    static let hw3 = MessageLayout(
        "MON-HW3", 0x0A, 0x37, length: 22, when: [.byte(0, 0...0)],
        [
            Field("version", at: 0, .u1),
            Field("nPins", at: 1, .u1),
            Field("flags", at: 2, .u1, bits: [Bits("rtcCalib", 0), Bits("safeBoot", 1), Bits("xtalAbsent", 2)]),
            Field("hwVersion", at: 3, .text(10)),
            .group(
                "pins", at: 22, size: 6, repeats: .u1(at: 1),
                [
                    Field("pinId", at: 0, .u2),
                    Field(
                        "pinMask", at: 2, .u2,
                        bits: [
                            Bits("periphPIO", 0), Bits("pinBank", 1, 3), Bits("direction", 4), Bits("pinValue", 5),
                            Bits("vpManager", 6), Bits("pioIrq", 7), Bits("pioPullHigh", 8), Bits("pioPullLow", 9),
                        ]),
                    Field("VP", at: 4, .u1),
                ]),
        ])

    static let rf = MessageLayout(
        "MON-RF", 0x0A, 0x38, length: 4, when: [.byte(0, 0...0), .items(of: 24, after: 4, countAt: 1)],
        [
            Field("version", at: 0, .u1),
            Field("nBlocks", at: 1, .u1),
            Field("recInf", at: 2, .u1, bits: [Bits("msgSource", 0, 2)]),
            .group(
                "blocks", at: 4, size: 24, repeats: .u1(at: 1),
                [
                    Field("blockId", at: 0, .u1),
                    Field("flags", at: 1, .u1, bits: [Bits("jammingState", 0, 2)]),
                    Field("antStatus", at: 2, .u1),
                    Field("antPower", at: 3, .u1),
                    Field("postStatus", at: 4, .u4),
                    Field("noisePerMS", at: 12, .u2),
                    Field("agcCnt", at: 14, .u2),
                    Field("jamInd", at: 16, .u1),
                    Field("ofsI", at: 17, .i1),
                    Field("magI", at: 18, .u1),
                    Field("ofsQ", at: 19, .i1),
                    Field("magQ", at: 20, .u1),
                ]),
        ])

    /// The form sent by ZED-F9R HPS 1.30.
    static let rfBlocks20 = MessageLayout(
        "MON-RF", 0x0A, 0x38, length: 4, when: [.byte(0, 0...0), .items(of: 20, after: 4, countAt: 1)],
        [
            Field("version", at: 0, .u1),
            Field("nBlocks", at: 1, .u1),
            .group(
                "blocks", at: 4, size: 20, repeats: .u1(at: 1),
                [
                    Field("blockId", at: 0, .u1),
                    Field("antStatus", at: 1, .u1),
                    Field("antPower", at: 2, .u1),
                    Field("cwSuppression", at: 3, .u1),
                    Field("postStatus", at: 4, .u4),
                    Field("noisePerMS", at: 12, .u2),
                    Field("agcCnt", at: 14, .u2),
                    Field("ofsI", at: 16, .i1),
                    Field("magI", at: 17, .u1),
                    Field("ofsQ", at: 18, .i1),
                    Field("magQ", at: 19, .u1),
                ]),
        ])

    static let sys = MessageLayout(
        "MON-SYS", 0x0A, 0x39, length: 24,
        [
            Field("msgVer", at: 0, .u1),
            Field("bootType", at: 1, .u1),
            Field("cpuLoad", at: 2, .u1, unit: "%"),
            Field("cpuLoadMax", at: 3, .u1, unit: "%"),
            Field("memUsage", at: 4, .u1, unit: "%"),
            Field("memUsageMax", at: 5, .u1, unit: "%"),
            Field("ioUsage", at: 6, .u1, unit: "%"),
            Field("ioUsageMax", at: 7, .u1, unit: "%"),
            Field("runTime", at: 8, .u4, unit: "s"),
            Field("noticeCount", at: 12, .u2),
            Field("warnCount", at: 14, .u2),
            Field("errorCount", at: 16, .u2),
            Field("tempValue", at: 18, .i1, unit: "degC"),
        ])
}
