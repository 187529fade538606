// SPDX-License-Identifier: Apache-2.0

/// Class TIM, 0x0D: time pulse, time marks, oscillators.
enum TimingTable {
    static let all: [MessageLayout] = [
        tp, tm2, svin, vrfy, dosc, tos, smeas, vcocalStop, vcocalStart, vcocal, fchg, hoc,
    ]

    static let tp = MessageLayout(
        "TIM-TP", 0x0D, 0x01, length: 16,
        [
            Field("towMS", at: 0, .u4, unit: "ms"),
            Field("towSubMS", at: 4, .u4, scale: .binary(-32), unit: "ms"),
            Field("qErr", at: 8, .i4, unit: "ps"),
            Field("week", at: 12, .u2, unit: "weeks"),
            Field(
                "flags", at: 14, .u1,
                bits: [
                    Bits("timeBase", 0), Bits("utc", 1), Bits("raim", 2, 2), Bits("qErrInvalid", 4),
                    Bits("TpNotLocked", 5),
                ]),
            Field("refInfo", at: 15, .u1, bits: [Bits("timeRefGnss", 0, 4), Bits("utcStandard", 4, 4)]),
        ])

    static let tm2 = MessageLayout(
        "TIM-TM2", 0x0D, 0x03, length: 28,
        [
            Field("ch", at: 0, .u1),
            Field(
                "flags", at: 1, .u1,
                bits: [
                    Bits("mode", 0), Bits("run", 1), Bits("newFallingEdge", 2), Bits("timeBase", 3, 2), Bits("utc", 5),
                    Bits("time", 6), Bits("newRisingEdge", 7),
                ]),
            Field("count", at: 2, .u2),
            Field("wnR", at: 4, .u2, unit: "weeks"),
            Field("wnF", at: 6, .u2, unit: "weeks"),
            Field("towMsR", at: 8, .u4, unit: "ms"),
            Field("towSubMsR", at: 12, .u4, unit: "ns"),
            Field("towMsF", at: 16, .u4, unit: "ms"),
            Field("towSubMsF", at: 20, .u4, unit: "ns"),
            Field("accEst", at: 24, .u4, unit: "ns"),
        ])

    static let svin = MessageLayout(
        "TIM-SVIN", 0x0D, 0x04, length: 28,
        [
            Field("dur", at: 0, .u4, unit: "s"),
            Field("meanX", at: 4, .i4, unit: "cm"),
            Field("meanY", at: 8, .i4, unit: "cm"),
            Field("meanZ", at: 12, .i4, unit: "cm"),
            Field("meanV", at: 16, .u4, unit: "mm^2"),
            Field("obs", at: 20, .u4),
            Field("valid", at: 24, .u1),
            Field("active", at: 25, .u1),
        ])

    static let vrfy = MessageLayout(
        "TIM-VRFY", 0x0D, 0x06, length: 20,
        [
            Field("itow", at: 0, .i4, unit: "ms"),
            Field("frac", at: 4, .i4, unit: "ns"),
            Field("deltaMs", at: 8, .i4, unit: "ms"),
            Field("deltaNs", at: 12, .i4, unit: "ns"),
            Field("wno", at: 16, .u2, unit: "weeks"),
            Field("flags", at: 18, .u1, bits: [Bits("src", 0, 3)]),
        ])

    static let dosc = MessageLayout(
        "TIM-DOSC", 0x0D, 0x11, length: 8, [Field("version", at: 0, .u1), Field("value", at: 4, .u4)])

    static let tos = MessageLayout(
        "TIM-TOS", 0x0D, 0x12, length: 56,
        [
            Field("version", at: 0, .u1),
            Field("gnssId", at: 1, .u1),
            Field(
                "flags", at: 4, .u4,
                bits: [
                    Bits("leapNow", 0), Bits("leapSoon", 1), Bits("leapPositive", 2), Bits("timeInLimit", 3),
                    Bits("intOscInLimit", 4), Bits("extOscInLimit", 5), Bits("gnssTimeValid", 6),
                    Bits("UTCTimeValid", 7), Bits("DiscSrc", 8, 3), Bits("raim", 11), Bits("cohPulse", 12),
                    Bits("lockedPulse", 13),
                ]),
            Field("year", at: 8, .u2, unit: "y"),
            Field("month", at: 10, .u1, unit: "month"),
            Field("day", at: 11, .u1, unit: "d"),
            Field("hour", at: 12, .u1, unit: "h"),
            Field("minute", at: 13, .u1, unit: "min"),
            Field("second", at: 14, .u1, unit: "s"),
            Field("utcStandard", at: 15, .u1),
            Field("utcOffset", at: 16, .i4, unit: "ns"),
            Field("utcUncertainty", at: 20, .u4, unit: "ns"),
            Field("week", at: 24, .u4, unit: "weeks"),
            Field("TOW", at: 28, .u4, unit: "s"),
            Field("gnssOffset", at: 32, .i4, unit: "ns"),
            Field("gnssUncertainty", at: 36, .u4, unit: "ns"),
            Field("intOscOffset", at: 40, .i4, scale: .binary(-8), unit: "ppb"),
            Field("intOscUncertainty", at: 44, .u4, scale: .binary(-8), unit: "ppb"),
            Field("extOscOffset", at: 48, .i4, scale: .binary(-8), unit: "ppb"),
            Field("extOscUncertainty", at: 52, .u4, scale: .binary(-8), unit: "ppb"),
        ])

    static let smeas = MessageLayout(
        "TIM-SMEAS", 0x0D, 0x13, length: 12,
        [
            Field("version", at: 0, .u1),
            Field("numMeas", at: 1, .u1),
            Field("iTOW", at: 4, .u4, unit: "ms"),
            .group(
                "measurements", at: 12, size: 24, repeats: .u1(at: 1),
                [
                    Field("sourceId", at: 0, .u1),
                    Field("flags", at: 1, .u1, bits: [Bits("freqValid", 0), Bits("phaseValid", 1)]),
                    Field("phaseOffsetFrac", at: 2, .i1, scale: .binary(-8), unit: "ns"),
                    Field("phaseUncFrac", at: 3, .u1, scale: .binary(-8), unit: "ns"),
                    Field("phaseOffset", at: 4, .i4, unit: "ns"),
                    Field("phaseUnc", at: 8, .u4, unit: "ns"),
                    Field("freqOffset", at: 16, .i4, scale: .binary(-8), unit: "ppb"),
                    Field("freqUnc", at: 20, .u4, scale: .binary(-8), unit: "ppb"),
                ]),
        ])

    static let vcocalStop = MessageLayout(
        "TIM-VCOCAL", 0x0D, 0x15, length: 1, when: [.byte(0, 0...0), .length(1...1)], [Field("type", at: 0, .u1)])

    static let vcocalStart = MessageLayout(
        "TIM-VCOCAL", 0x0D, 0x15, length: 12, when: [.byte(0, 2...2)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("oscId", at: 2, .u1),
            Field("srcId", at: 3, .u1),
            Field("raw0", at: 6, .u2),
            Field("raw1", at: 8, .u2),
            Field("maxStepSize", at: 10, .u2),
        ])

    static let vcocal = MessageLayout(
        "TIM-VCOCAL", 0x0D, 0x15, length: 12, when: [.byte(0, 3...3)],
        [
            Field("type", at: 0, .u1),
            Field("version", at: 1, .u1),
            Field("oscId", at: 2, .u1),
            Field("gainUncertainty", at: 6, .u2, scale: .binary(-16)),
            Field("gainVco", at: 8, .i4, scale: .binary(-16)),
        ])

    static let fchg = MessageLayout(
        "TIM-FCHG", 0x0D, 0x16, length: 32,
        [
            Field("version", at: 0, .u1),
            Field("iTOW", at: 4, .u4, unit: "ms"),
            Field("intDeltaFreq", at: 8, .i4, scale: .binary(-8), unit: "ppb"),
            Field("intDeltaFreqU", at: 12, .u4, scale: .binary(-8), unit: "ppb"),
            Field("intRaw", at: 16, .u4),
            Field("extDeltaFreq", at: 20, .i4, scale: .binary(-8), unit: "ppb"),
            Field("extDeltaFreqU", at: 24, .u4, scale: .binary(-8), unit: "ppb"),
            Field("extRaw", at: 28, .u4),
        ])

    static let hoc = MessageLayout(
        "TIM-HOC", 0x0D, 0x17, length: 8,
        [
            Field("version", at: 0, .u1),
            Field("oscId", at: 1, .u1),
            Field("flags", at: 2, .u1, bits: [Bits("raw", 0), Bits("difference", 1)]),
            Field("value", at: 4, .i4, scale: .binary(-8)),
        ])
}
