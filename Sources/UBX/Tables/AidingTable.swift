// SPDX-License-Identifier: Apache-2.0

/// Class AID, 0x0B: assistance up to generation 8.
enum AidingTable {
    static let all: [MessageLayout] = [
        req, ini, hui, data, almPoll, almEmpty, alm, ephPoll, ephEmpty, eph, alpsrv, aopPoll, aop, alpAcknowledged, alp,
        alpData,
    ]

    static let req = MessageLayout("AID-REQ", 0x0B, 0x00, length: 0, [])

    static let data = MessageLayout("AID-DATA", 0x0B, 0x10, length: 0, [])

    static let ini = MessageLayout(
        "AID-INI", 0x0B, 0x01, length: 48,
        [
            Field("ecefXOrLat", at: 0, .i4, unit: "cm or 1e-7 deg"),
            Field("ecefYOrLon", at: 4, .i4, unit: "cm or 1e-7 deg"),
            Field("ecefZOrAlt", at: 8, .i4, unit: "cm"),
            Field("posAcc", at: 12, .u4, unit: "cm"),
            Field("tmCfg", at: 16, .u2),
            Field("wn", at: 18, .u2, unit: "weeks"),
            Field("tow", at: 20, .u4, unit: "ms"),
            Field("towNs", at: 24, .i4, unit: "ns"),
            Field("tAccMs", at: 28, .u4, unit: "ms"),
            Field("tAccNs", at: 32, .u4, unit: "ns"),
            Field("clkDOrFreq", at: 36, .i4, unit: "ns/s or 0.01 Hz"),
            Field("clkDAccOrFreqAcc", at: 40, .u4, unit: "ns/s or ppb"),
            Field("flags", at: 44, .u4),
        ])

    static let hui = MessageLayout(
        "AID-HUI", 0x0B, 0x02, length: 72,
        [
            Field("health", at: 0, .u4),
            Field("utcA0", at: 4, .r8),
            Field("utcA1", at: 12, .r8),
            Field("utcTOW", at: 20, .i4),
            Field("utcWNT", at: 24, .i2),
            Field("utcLS", at: 26, .i2),
            Field("utcWNF", at: 28, .i2),
            Field("utcDNs", at: 30, .i2),
            Field("utcLSF", at: 32, .i2),
            Field("utcSpare", at: 34, .i2),
            Field("klobA0", at: 36, .r4, unit: "s"),
            Field("klobA1", at: 40, .r4, unit: "s/semicircle"),
            Field("klobA2", at: 44, .r4, unit: "s/semicircle^2"),
            Field("klobA3", at: 48, .r4, unit: "s/semicircle^3"),
            Field("klobB0", at: 52, .r4, unit: "s"),
            Field("klobB1", at: 56, .r4, unit: "s/semicircle"),
            Field("klobB2", at: 60, .r4, unit: "s/semicircle^2"),
            Field("klobB3", at: 64, .r4, unit: "s/semicircle^3"),
            Field("flags", at: 68, .u4),
        ])

    static let almPoll = MessageLayout(
        "AID-ALM", 0x0B, 0x30, length: 1, when: [.length(1...1)], [Field("svid", at: 0, .u1)])

    static let almEmpty = MessageLayout(
        "AID-ALM", 0x0B, 0x30, length: 8, when: [.length(8...8)],
        [Field("svid", at: 0, .u4), Field("week", at: 4, .u4, unit: "weeks")])

    static let alm = MessageLayout(
        "AID-ALM", 0x0B, 0x30, length: 40,
        [
            Field("svid", at: 0, .u4), Field("week", at: 4, .u4, unit: "weeks"),
            Field("dwrd", at: 8, .word, repeats: .fixed(8)),
        ])

    static let ephPoll = MessageLayout(
        "AID-EPH", 0x0B, 0x31, length: 1, when: [.length(1...1)], [Field("svid", at: 0, .u1)])

    static let ephEmpty = MessageLayout(
        "AID-EPH", 0x0B, 0x31, length: 8, when: [.length(8...8)], [Field("svid", at: 0, .u4), Field("how", at: 4, .u4)])

    static let eph = MessageLayout(
        "AID-EPH", 0x0B, 0x31, length: 104,
        [
            Field("svid", at: 0, .u4),
            Field("how", at: 4, .u4),
            Field("sf1d", at: 8, .word, repeats: .fixed(8)),
            Field("sf2d", at: 40, .word, repeats: .fixed(8)),
            Field("sf3d", at: 72, .word, repeats: .fixed(8)),
        ])

    static let alpsrv = MessageLayout(
        "AID-ALPSRV", 0x0B, 0x32, length: 8,
        [
            Field("idSize", at: 0, .u1),
            Field("type", at: 1, .u1),
            Field("ofs", at: 2, .u2),
            Field("size", at: 4, .u2),
            Field("fileId", at: 6, .u2),
            Field("data", at: 8, .remainingBytes),
        ])

    static let aopPoll = MessageLayout(
        "AID-AOP", 0x0B, 0x33, length: 1, when: [.length(1...1)], [Field("svid", at: 0, .u1)])

    static let aop = MessageLayout(
        "AID-AOP", 0x0B, 0x33, length: 48,
        [Field("gnssId", at: 0, .u1), Field("svId", at: 1, .u1), Field("data", at: 4, .remainingBytes)])

    static let alpAcknowledged = MessageLayout(
        "AID-ALP", 0x0B, 0x50, length: 1, when: [.length(1...1)], [Field("ack", at: 0, .u1)])

    static let alp = MessageLayout(
        "AID-ALP", 0x0B, 0x50, length: 24, when: [.length(24...24)],
        [
            Field("predTow", at: 0, .u4, unit: "s"),
            Field("predDur", at: 4, .u4, unit: "s"),
            Field("age", at: 8, .i4, unit: "s"),
            Field("predWno", at: 12, .u2, unit: "weeks"),
            Field("almWno", at: 14, .u2, unit: "weeks"),
            Field("svs", at: 20, .u1),
        ])

    static let alpData = MessageLayout("AID-ALP", 0x0B, 0x50, length: 2, [Field("alpData", at: 0, .remainingBytes)])
}
