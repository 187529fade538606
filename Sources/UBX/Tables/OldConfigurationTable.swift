// SPDX-License-Identifier: Apache-2.0

/// Class CFG, 0x06: messages of generations up to 8, most of them for single product lines.
enum OldConfigurationTable {
    static let all: [MessageLayout] = [
        datNumber, datSet, dat, tp, fxn, rxm, ekf, usb, tmode, odo, nvs, esfgwt, pm, rinv, pm2, tmode2, otp, logfilter,
        esfa, esfg, txslot, esfalg, pwr, hnr, esrc, dosc, smgr, spt, geofence, dgnss, esfwt, fixseed, dynseed, pms,
        senif, slas, batch,
    ]

    static let datNumber = MessageLayout(
        "CFG-DAT", 0x06, 0x06, length: 2, when: [.length(2...2)], [Field("datumNum", at: 0, .u2)])

    static let datSet = MessageLayout(
        "CFG-DAT", 0x06, 0x06, length: 44, when: [.length(44...44)],
        [
            Field("majA", at: 0, .r8, unit: "m"),
            Field("flat", at: 8, .r8),
            Field("dX", at: 16, .r4, unit: "m"),
            Field("dY", at: 20, .r4, unit: "m"),
            Field("dZ", at: 24, .r4, unit: "m"),
            Field("rotX", at: 28, .r4, unit: "s"),
            Field("rotY", at: 32, .r4, unit: "s"),
            Field("rotZ", at: 36, .r4, unit: "s"),
            Field("scale", at: 40, .r4, unit: "ppm"),
        ])

    static let dat = MessageLayout(
        "CFG-DAT", 0x06, 0x06, length: 52,
        [
            Field("datumNum", at: 0, .u2),
            Field("datumName", at: 2, .text(6)),
            Field("majA", at: 8, .r8, unit: "m"),
            Field("flat", at: 16, .r8),
            Field("dX", at: 24, .r4, unit: "m"),
            Field("dY", at: 28, .r4, unit: "m"),
            Field("dZ", at: 32, .r4, unit: "m"),
            Field("rotX", at: 36, .r4, unit: "s"),
            Field("rotY", at: 40, .r4, unit: "s"),
            Field("rotZ", at: 44, .r4, unit: "s"),
            Field("scale", at: 48, .r4, unit: "ppm"),
        ])

    static let tp = MessageLayout(
        "CFG-TP", 0x06, 0x07, length: 20,
        [
            Field("interval", at: 0, .u4, unit: "us"),
            Field("length", at: 4, .u4, unit: "us"),
            Field("status", at: 8, .i1),
            Field("timeRef", at: 9, .u1),
            Field("flags", at: 10, .u1, bits: [Bits("syncMode", 0)]),
            Field("antennaCableDelay", at: 12, .i2, unit: "ns"),
            Field("rfGroupDelay", at: 14, .i2, unit: "ns"),
            Field("userDelay", at: 16, .i4, unit: "ns"),
        ])

    static let fxn = MessageLayout(
        "CFG-FXN", 0x06, 0x0E, length: 36,
        [
            Field("flags", at: 0, .u4, bits: [Bits("sleep", 1), Bits("absAlign", 3), Bits("onOff", 4)]),
            Field("tReacq", at: 4, .u4, unit: "ms"),
            Field("tAcq", at: 8, .u4, unit: "ms"),
            Field("tReacqOff", at: 12, .u4, unit: "ms"),
            Field("tAcqOff", at: 16, .u4, unit: "ms"),
            Field("tOn", at: 20, .u4, unit: "ms"),
            Field("tOff", at: 24, .u4, unit: "ms"),
            Field("baseTow", at: 32, .u4, unit: "ms"),
        ])

    static let rxm = MessageLayout("CFG-RXM", 0x06, 0x11, length: 2, [Field("lpMode", at: 1, .u1)])

    static let ekf = MessageLayout(
        "CFG-EKF", 0x06, 0x12, length: 16,
        [
            Field("disableEkf", at: 0, .u1),
            Field(
                "actionFlags", at: 1, .u1,
                bits: [
                    Bits("clTab", 1), Bits("clCalib", 2), Bits("nomTacho", 4), Bits("nomGyro", 5), Bits("setTemp", 6),
                    Bits("dir", 7),
                ]),
            Field("configFlags", at: 2, .u1, bits: [Bits("pulsesPerM", 0), Bits("useSerWt", 1)]),
            Field("inverseFlags", at: 3, .u1, bits: [Bits("invDir", 0), Bits("invGyro", 1)]),
            Field("nomPPDist", at: 8, .u2),
            Field("nomZero", at: 10, .u2, unit: "mV"),
            Field("nomSens", at: 12, .u1),
            Field("rmsTemp", at: 13, .u1, scale: 0.1, unit: "degC"),
            Field("tempUpdate", at: 14, .u2, unit: "s"),
        ])

    static let usb = MessageLayout(
        "CFG-USB", 0x06, 0x1B, length: 108,
        [
            Field("vendorID", at: 0, .u2),
            Field("productID", at: 2, .u2),
            Field("powerConsumption", at: 8, .u2, unit: "mA"),
            Field("flags", at: 10, .u2, bits: [Bits("reEnum", 0), Bits("powerMode", 1)]),
            Field("vendorString", at: 12, .text(32)),
            Field("productString", at: 44, .text(32)),
            Field("serialNumber", at: 76, .text(32)),
        ])

    static let tmode = MessageLayout(
        "CFG-TMODE", 0x06, 0x1D, length: 28,
        [
            Field("timeMode", at: 0, .u4),
            Field("fixedPosX", at: 4, .i4, unit: "cm"),
            Field("fixedPosY", at: 8, .i4, unit: "cm"),
            Field("fixedPosZ", at: 12, .i4, unit: "cm"),
            Field("fixedPosVar", at: 16, .u4, unit: "mm^2"),
            Field("svinMinDur", at: 20, .u4, unit: "s"),
            Field("svinVarLimit", at: 24, .u4, unit: "mm^2"),
        ])

    static let odo = MessageLayout(
        "CFG-ODO", 0x06, 0x1E, length: 20,
        [
            Field("version", at: 0, .u1),
            Field(
                "flags", at: 4, .u1,
                bits: [Bits("useODO", 0), Bits("useCOG", 1), Bits("outLPVel", 2), Bits("outLPCog", 3)]),
            Field("odoCfg", at: 5, .u1, bits: [Bits("profile", 0, 3)]),
            Field("cogMaxSpeed", at: 12, .u1, scale: 0.1, unit: "m/s"),
            Field("cogMaxPosAcc", at: 13, .u1, unit: "m"),
            Field("velLpGain", at: 16, .u1),
            Field("cogLpGain", at: 17, .u1),
        ])

    static let nvs = MessageLayout(
        "CFG-NVS", 0x06, 0x22, length: 13,
        [
            Field("clearMask", at: 0, .u4),
            Field("saveMask", at: 4, .u4),
            Field("loadMask", at: 8, .u4),
            Field(
                "deviceMask", at: 12, .u1,
                bits: [Bits("devBBR", 0), Bits("devFlash", 1), Bits("devEEPROM", 2), Bits("devSpiFlash", 4)]),
        ])

    static let esfgwt = MessageLayout(
        "CFG-ESFGWT", 0x06, 0x29, length: 44,
        [
            Field("flags", at: 0, .u2, bits: [Bits("setVehicle", 12), Bits("setTime", 13), Bits("setWt", 14)]),
            Field("id", at: 2, .u2),
            Field("wtFactor", at: 4, .u4, scale: 1e-6),
            Field("wtQuantError", at: 12, .u4, scale: 1e-6),
            Field("timeTagFactor", at: 16, .u4, scale: 1e-6, unit: "s"),
            Field("wtCountMax", at: 20, .u4),
            Field("timeTagMax", at: 24, .u4),
            Field("wtLatency", at: 28, .u2, unit: "ms"),
            Field("wtFrequency", at: 32, .u1, unit: "Hz"),
            Field("speedDeadBand", at: 34, .u2, unit: "cm/s"),
        ])

    static let pm = MessageLayout(
        "CFG-PM", 0x06, 0x32, length: 24,
        [
            Field("version", at: 0, .u1),
            Field(
                "flags", at: 4, .u4,
                bits: [
                    Bits("interval", 2, 2), Bits("extintSelect", 4), Bits("extintWake", 5), Bits("extintBackup", 6),
                    Bits("limitPeakCurr", 8, 2), Bits("waitTimeFix", 10), Bits("updateRTC", 11), Bits("updateEPH", 12),
                ]),
            Field("updatePeriod", at: 8, .u4, unit: "ms"),
            Field("searchPeriod", at: 12, .u4, unit: "ms"),
            Field("gridOffset", at: 16, .u4, unit: "ms"),
            Field("onTime", at: 20, .u2, unit: "s"),
            Field("minAcqTime", at: 22, .u2, unit: "s"),
        ])

    static let rinv = MessageLayout(
        "CFG-RINV", 0x06, 0x34, length: 1,
        [
            Field("flags", at: 0, .u1, bits: [Bits("dump", 0), Bits("binary", 1)]),
            Field("data", at: 1, .remainingBytes),
        ])

    static let pm2 = MessageLayout(
        "CFG-PM2", 0x06, 0x3B, length: 44,
        [
            Field("version", at: 0, .u1),
            Field("maxStartupStateDur", at: 2, .u1, unit: "s"),
            Field(
                "flags", at: 4, .u4,
                bits: [
                    Bits("optTarget", 1, 3), Bits("extintSel", 4), Bits("extintWake", 5), Bits("extintBackup", 6),
                    Bits("extintInactive", 7), Bits("limitPeakCurr", 8, 2), Bits("waitTimeFix", 10),
                    Bits("updateRTC", 11), Bits("updateEPH", 12), Bits("doNotEnterOff", 16),
                    Bits("operationMode", 17, 2),
                ]),
            Field("updatePeriod", at: 8, .u4, unit: "ms"),
            Field("searchPeriod", at: 12, .u4, unit: "ms"),
            Field("gridOffset", at: 16, .u4, unit: "ms"),
            Field("onTime", at: 20, .u2, unit: "s"),
            Field("minAcqTime", at: 22, .u2, unit: "s"),
            Field("extintInactivityMs", at: 44, .u4, unit: "ms"),
        ])

    static let tmode2 = MessageLayout(
        "CFG-TMODE2", 0x06, 0x3D, length: 28,
        [
            Field("timeMode", at: 0, .u1),
            Field("flags", at: 2, .u2, bits: [Bits("lla", 0), Bits("altInv", 1)]),
            Field("ecefXOrLat", at: 4, .i4, unit: "cm or 1e-7 deg"),
            Field("ecefYOrLon", at: 8, .i4, unit: "cm or 1e-7 deg"),
            Field("ecefZOrAlt", at: 12, .i4, unit: "cm"),
            Field("fixedPosAcc", at: 16, .u4, unit: "mm"),
            Field("svinMinDur", at: 20, .u4, unit: "s"),
            Field("svinAccLimit", at: 24, .u4, unit: "mm"),
        ])

    static let otp = MessageLayout(
        "CFG-OTP", 0x06, 0x41, length: 12,
        [Field("cfgHeader", at: 0, .bytes(12)), Field("cfgData", at: 12, .remainingBytes)])

    static let logfilter = MessageLayout(
        "CFG-LOGFILTER", 0x06, 0x47, length: 12,
        [
            Field("version", at: 0, .u1),
            Field(
                "flags", at: 1, .u1,
                bits: [
                    Bits("recordEnabled", 0), Bits("psmOncePerWakupEnabled", 1), Bits("applyAllFilterSettings", 2),
                ]),
            Field("minInterval", at: 2, .u2, unit: "s"),
            Field("timeThreshold", at: 4, .u2, unit: "s"),
            Field("speedThreshold", at: 6, .u2, unit: "m/s"),
            Field("positionThreshold", at: 8, .u4, unit: "m"),
        ])

    static let esfa = MessageLayout(
        "CFG-ESFA", 0x06, 0x4C, length: 20,
        [
            Field("version", at: 0, .u1),
            Field("accelRmsThdl", at: 10, .u1, scale: .binary(-6), unit: "m/s^2"),
            Field("frequency", at: 11, .u1, unit: "Hz"),
            Field("latency", at: 12, .u2, unit: "ms"),
            Field("accuracy", at: 14, .u2, scale: 1e-4, unit: "m/s^2"),
        ])

    static let esfg = MessageLayout(
        "CFG-ESFG", 0x06, 0x4D, length: 20,
        [
            Field("version", at: 0, .u1),
            Field("tcTableSaveRate", at: 8, .u2, unit: "s"),
            Field("gyroRmsThdl", at: 10, .u1, scale: .binary(-8), unit: "deg/s"),
            Field("frequency", at: 11, .u1, unit: "Hz"),
            Field("latency", at: 12, .u2, unit: "ms"),
            Field("accuracy", at: 14, .u2, scale: 1e-3, unit: "deg/s"),
        ])

    static let txslot = MessageLayout(
        "CFG-TXSLOT", 0x06, 0x53, length: 16,
        [
            Field("version", at: 0, .u1),
            Field(
                "enable", at: 1, .u1,
                bits: [
                    Bits("enableDDC", 0), Bits("enableUART1", 1), Bits("enableUART2", 2), Bits("enableUSB", 3),
                    Bits("enableSPI", 4),
                ]),
            Field("refTp", at: 2, .u1),
            Field("end", at: 4, .u4, unit: "ms", repeats: .fixed(3)),
        ])

    static let esfalg = MessageLayout(
        "CFG-ESFALG", 0x06, 0x56, length: 12,
        [
            Field("bitfield", at: 0, .u4, bits: [Bits("version", 0, 8), Bits("doAutoMntAlg", 8)]),
            Field("yaw", at: 4, .u4, scale: 0.01, unit: "deg"),
            Field("pitch", at: 8, .i2, scale: 0.01, unit: "deg"),
            Field("roll", at: 10, .i2, scale: 0.01, unit: "deg"),
        ])

    static let pwr = MessageLayout(
        "CFG-PWR", 0x06, 0x57, length: 8, [Field("version", at: 0, .u1), Field("state", at: 4, .u4)])

    static let hnr = MessageLayout("CFG-HNR", 0x06, 0x5C, length: 4, [Field("highNavRate", at: 0, .u1, unit: "Hz")])

    static let esrc = MessageLayout(
        "CFG-ESRC", 0x06, 0x60, length: 4,
        [
            Field("version", at: 0, .u1),
            Field("numSources", at: 1, .u1),
            .group(
                "sources", at: 4, size: 36, repeats: .u1(at: 1),
                [
                    Field("extInt", at: 0, .u1),
                    Field("sourceType", at: 1, .u1),
                    Field("flags", at: 2, .u2, bits: [Bits("polarity", 0), Bits("gnssUtc", 1)]),
                    Field("freq", at: 4, .u4, scale: .binary(-2), unit: "Hz"),
                    Field("withTemp", at: 12, .u4, scale: .binary(-8), unit: "ppb"),
                    Field("withAge", at: 16, .u4, scale: .binary(-8), unit: "ppb"),
                    Field("timeToTemp", at: 20, .u2, unit: "s"),
                    Field("maxDevLifeTim", at: 22, .u2, unit: "ppb"),
                    Field("offset", at: 24, .i4, unit: "ns"),
                    Field("offsetUncertainty", at: 28, .u4, unit: "ns"),
                    Field("jitter", at: 32, .u4, unit: "ns/s"),
                ]),
        ])

    static let dosc = MessageLayout(
        "CFG-DOSC", 0x06, 0x61, length: 4,
        [
            Field("version", at: 0, .u1),
            Field("numOsc", at: 1, .u1),
            .group(
                "oscillators", at: 4, size: 32, repeats: .u1(at: 1),
                [
                    Field("oscId", at: 0, .u1),
                    Field("flags", at: 2, .u2, bits: [Bits("isCalibrated", 0), Bits("controlIf", 1, 4)]),
                    Field("freq", at: 4, .u4, scale: .binary(-2), unit: "Hz"),
                    Field("phaseOffset", at: 8, .i4, unit: "ns"),
                    Field("withTemp", at: 12, .u4, scale: .binary(-8), unit: "ppb"),
                    Field("withAge", at: 16, .u4, scale: .binary(-8), unit: "ppb"),
                    Field("timeToTemp", at: 20, .u2, unit: "s"),
                    Field("gainVco", at: 24, .i4, scale: .binary(-16)),
                    Field("gainUncertainty", at: 28, .u1, scale: .binary(-8)),
                ]),
        ])

    static let smgr = MessageLayout(
        "CFG-SMGR", 0x06, 0x62, length: 20,
        [
            Field("version", at: 0, .u1),
            Field("minGNSSFix", at: 1, .u1),
            Field("maxFreqChange", at: 2, .u2, unit: "ppb/s"),
            Field("maxPhaseCorrRate", at: 4, .u2, unit: "ns/s"),
            Field("freqTolerance", at: 8, .u2, unit: "ppb"),
            Field("timeTolerance", at: 10, .u2, unit: "ns"),
            Field(
                "messageCfg", at: 12, .u2,
                bits: [
                    Bits("measInternal", 0), Bits("measGNSS", 1), Bits("measEXTINT0", 2), Bits("measEXTINT1", 3),
                ]),
            Field("maxSlewRate", at: 14, .u2, unit: "us/s"),
            Field(
                "flags", at: 16, .u4,
                bits: [
                    Bits("disableInternal", 0), Bits("disableExternal", 1), Bits("preferenceMode", 2),
                    Bits("enableGNSS", 3), Bits("enableEXTINT0", 4), Bits("enableEXTINT1", 5),
                    Bits("enableHostMeasInt", 6), Bits("enableHostMeasExt", 7), Bits("useAnyFix", 10),
                    Bits("disableMaxSlewRate", 11), Bits("issueFreqWarning", 12), Bits("issueTimeWarning", 13),
                    Bits("TPCoherent", 14, 2), Bits("disableOffset", 16),
                ]),
        ])

    static let spt = MessageLayout(
        "CFG-SPT", 0x06, 0x64, length: 12, [Field("version", at: 0, .u1), Field("sensorId", at: 2, .u2)])

    static let geofence = MessageLayout(
        "CFG-GEOFENCE", 0x06, 0x69, length: 8,
        [
            Field("version", at: 0, .u1),
            Field("numFences", at: 1, .u1),
            Field("confLvl", at: 2, .u1),
            Field("pioEnabled", at: 4, .u1),
            Field("pinPolarity", at: 5, .u1),
            Field("pin", at: 6, .u1),
            .group(
                "fences", at: 8, size: 12, repeats: .u1(at: 1),
                [
                    Field("lat", at: 0, .i4, scale: 1e-7, unit: "deg"),
                    Field("lon", at: 4, .i4, scale: 1e-7, unit: "deg"),
                    Field("radius", at: 8, .u4, scale: 0.01, unit: "m"),
                ]),
        ])

    static let dgnss = MessageLayout("CFG-DGNSS", 0x06, 0x70, length: 4, [Field("dgnssMode", at: 0, .u1)])

    static let esfwt = MessageLayout(
        "CFG-ESFWT", 0x06, 0x82, length: 32,
        [
            Field("version", at: 0, .u1),
            Field(
                "flags1", at: 1, .u1,
                bits: [Bits("combineTicks", 0), Bits("useWtSpeed", 4), Bits("dirPinPol", 5), Bits("useWtPin", 6)]),
            Field(
                "flags2", at: 2, .u1,
                bits: [
                    Bits("autoWtCountMaxOff", 0), Bits("autoDirPinPolOff", 1), Bits("autoSoftwareWtOff", 2),
                    Bits("autoUseWtSpeedOff", 3),
                ]),
            Field("wtFactor", at: 4, .u4, scale: 1e-6),
            Field("wtQuantError", at: 8, .u4, scale: 1e-6),
            Field("wtCountMax", at: 12, .u4),
            Field("wtLatency", at: 16, .u2, unit: "ms"),
            Field("wtFrequency", at: 18, .u1, unit: "Hz"),
            Field("flags3", at: 19, .u1, bits: [Bits("cntBothEdges", 4)]),
            Field("speedDeadBand", at: 20, .u2, unit: "cm/s"),
        ])

    static let fixseed = MessageLayout(
        "CFG-FIXSEED", 0x06, 0x84, length: 12,
        [
            Field("version", at: 0, .u1),
            Field("length", at: 1, .u1),
            Field("seedHi", at: 4, .u4),
            Field("seedLo", at: 8, .u4),
            .group(
                "messages", at: 12, size: 2, repeats: .u1(at: 1),
                [Field("classId", at: 0, .u1), Field("msgId", at: 1, .u1)]),
        ])

    static let dynseed = MessageLayout(
        "CFG-DYNSEED", 0x06, 0x85, length: 12,
        [Field("version", at: 0, .u1), Field("seedHi", at: 4, .u4), Field("seedLo", at: 8, .u4)])

    static let pms = MessageLayout(
        "CFG-PMS", 0x06, 0x86, length: 8,
        [
            Field("version", at: 0, .u1),
            Field("powerSetupValue", at: 1, .u1),
            Field("period", at: 2, .u2, unit: "s"),
            Field("onTime", at: 4, .u2, unit: "s"),
        ])

    static let senif = MessageLayout(
        "CFG-SENIF", 0x06, 0x88, length: 6,
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("flags", at: 2, .u2, bits: [Bits("senConn", 0)]),
            Field("pioConf", at: 4, .u2, bits: [Bits("i2cSdaPio", 0, 5), Bits("i2cSclPio", 5, 5)]),
        ])

    static let slas = MessageLayout(
        "CFG-SLAS", 0x06, 0x8D, length: 4,
        [Field("mode", at: 0, .u1, bits: [Bits("enabled", 0), Bits("test", 1), Bits("raim", 2)])])

    static let batch = MessageLayout(
        "CFG-BATCH", 0x06, 0x93, length: 8,
        [
            Field("version", at: 0, .u1),
            Field(
                "flags", at: 1, .u1,
                bits: [
                    Bits("enable", 0), Bits("extraPvt", 2), Bits("extraOdo", 3), Bits("pioEnable", 5),
                    Bits("pioActiveLow", 6),
                ]),
            Field("bufSize", at: 2, .u2),
            Field("notifThrs", at: 4, .u2),
            Field("pioId", at: 6, .u1),
        ])
}
