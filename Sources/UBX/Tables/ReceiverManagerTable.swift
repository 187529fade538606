// SPDX-License-Identifier: Apache-2.0

/// Class RXM, 0x02: received corrections, return links, power.
enum ReceiverManagerTable {
    static let all: [MessageLayout] = [
        rtcm, spartn, cor, spartnKey, posreq, pmreqShort, pmreq, rlmShort, rlmLong, pmp, pmpOld, qzssl6,
    ]

    static let rtcm = MessageLayout(
        "RXM-RTCM", 0x02, 0x32, length: 8,
        [
            Field("version", at: 0, .u1),
            Field("flags", at: 1, .u1, bits: [Bits("crcFailed", 0), Bits("msgUsed", 1, 2)]),
            Field("subType", at: 2, .u2),
            Field("refStation", at: 4, .u2),
            Field("msgType", at: 6, .u2),
        ])

    static let spartn = MessageLayout(
        "RXM-SPARTN", 0x02, 0x33, length: 8,
        [
            Field("version", at: 0, .u1),
            Field("flags", at: 1, .u1, bits: [Bits("msgUsed", 1, 2)]),
            Field("subType", at: 2, .u2),
            Field("msgType", at: 6, .u2),
        ])

    static let cor = MessageLayout(
        "RXM-COR", 0x02, 0x34, length: 12, when: [.byte(0, 1...1)],
        [
            Field("version", at: 0, .u1),
            Field("ebno", at: 1, .u1, scale: 0.125, unit: "dB"),
            Field(
                "statusInfo", at: 4, .u4,
                bits: [
                    Bits("protocol", 0, 5), Bits("errStatus", 5, 2), Bits("msgUsed", 7, 2),
                    Bits("correctionId", 9, 16), Bits("msgTypeValid", 25), Bits("msgSubTypeValid", 26),
                    Bits("msgInputHandle", 27), Bits("msgEncrypted", 28, 2), Bits("msgDecrypted", 30, 2),
                ]),
            Field("msgType", at: 8, .u2),
            Field("msgSubType", at: 10, .u2),
        ])

    static let spartnKey = MessageLayout(
        "RXM-SPARTN-KEY", 0x02, 0x36, length: 4,
        [
            Field("version", at: 0, .u1),
            Field("numKeys", at: 1, .u1),
            .group(
                "keys", at: 4, size: 8, repeats: .u1(at: 1),
                [
                    Field("encryptAlgorithm", at: 0, .u1),
                    Field("keyLengthBytes", at: 1, .u1),
                    Field("validFromWno", at: 2, .u2, unit: "weeks"),
                    Field("validFromTow", at: 4, .u4, unit: "s"),
                ]),
            Field("key", at: Field.next, .remainingBytes),
        ])

    static let posreq = MessageLayout("RXM-POSREQ", 0x02, 0x40, length: 0, [])

    static let pmreqShort = MessageLayout(
        "RXM-PMREQ", 0x02, 0x41, length: 8, when: [.length(8...8)],
        [
            Field("duration", at: 0, .u4, unit: "ms"),
            Field("flags", at: 4, .u4, bits: [Bits("backup", 1)]),
        ])

    static let pmreq = MessageLayout(
        "RXM-PMREQ", 0x02, 0x41, length: 16,
        [
            Field("version", at: 0, .u1),
            Field("duration", at: 4, .u4, unit: "ms"),
            Field("flags", at: 8, .u4, bits: [Bits("backup", 1), Bits("force", 2)]),
            Field(
                "wakeupSources", at: 12, .u4,
                bits: [Bits("uartrx", 3), Bits("extint0", 5), Bits("extint1", 6), Bits("spics", 7)]),
        ])

    static let rlmShort = MessageLayout(
        "RXM-RLM", 0x02, 0x59, length: 16, when: [.byte(1, 1...1)],
        [
            Field("version", at: 0, .u1),
            Field("type", at: 1, .u1),
            Field("svId", at: 2, .u1),
            Field("beacon", at: 4, .bytes(8)),
            Field("message", at: 12, .u1),
            Field("params", at: 13, .bytes(2)),
        ])

    static let rlmLong = MessageLayout(
        "RXM-RLM", 0x02, 0x59, length: 28, when: [.byte(1, 2...2)],
        [
            Field("version", at: 0, .u1),
            Field("type", at: 1, .u1),
            Field("svId", at: 2, .u1),
            Field("beacon", at: 4, .bytes(8)),
            Field("message", at: 12, .u1),
            Field("params", at: 13, .bytes(12)),
        ])

    static let pmp = MessageLayout(
        "RXM-PMP", 0x02, 0x72, length: 24, when: [.byte(0, 1...1)],
        [
            Field("version", at: 0, .u1),
            Field("numBytesUserData", at: 2, .u2),
            Field("timeTag", at: 4, .u4, unit: "ms"),
            Field("uniqueWord1", at: 8, .u4),
            Field("uniqueWord2", at: 12, .u4),
            Field("serviceIdentifier", at: 16, .u2),
            Field("spare", at: 18, .u1),
            Field("uniqueWordBitErrors", at: 19, .u1),
            Field("fecBits", at: 20, .u2),
            Field("ebno", at: 22, .u1, scale: 0.125, unit: "dB"),
            Field("userData", at: 24, .remainingBytes),
        ])

    static let pmpOld = MessageLayout(
        "RXM-PMP", 0x02, 0x72, length: 528, when: [.byte(0, 0...0)],
        [
            Field("version", at: 0, .u1),
            Field("timeTag", at: 4, .u4, unit: "ms"),
            Field("uniqueWord1", at: 8, .u4),
            Field("uniqueWord2", at: 12, .u4),
            Field("serviceIdentifier", at: 16, .u2),
            Field("spare", at: 18, .u1),
            Field("uniqueWordBitErrors", at: 19, .u1),
            Field("userData", at: 20, .bytes(504)),
            Field("fecBits", at: 524, .u2),
            Field("ebno", at: 526, .u1, scale: 0.125, unit: "dB"),
        ])

    static let qzssl6 = MessageLayout(
        "RXM-QZSSL6", 0x02, 0x73, length: 264,
        [
            Field("version", at: 0, .u1),
            Field("svId", at: 1, .u1),
            Field("cno", at: 2, .u2, scale: .binary(-8), unit: "dBHz"),
            Field("timeTag", at: 4, .u4, unit: "ms"),
            Field("groupDelay", at: 8, .u1),
            Field("bitErrCorr", at: 9, .u1),
            Field(
                "chInfo", at: 10, .u2,
                bits: [Bits("chn", 8, 2), Bits("msgName", 10), Bits("errStatus", 12, 2), Bits("chName", 14, 2)]),
            Field("msgBytes", at: 14, .bytes(250)),
        ])
}
