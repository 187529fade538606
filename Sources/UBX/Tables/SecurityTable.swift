// SPDX-License-Identifier: Apache-2.0

/// Class SEC, 0x27: signatures, identity, interference, authentication.
enum SecurityTable {
    static let all: [MessageLayout] = [
        sign, uniqid, uniqid2, sig, sig2, osnma, osnmaOld, siglog,
    ]

    static let sign = MessageLayout(
        "SEC-SIGN", 0x27, 0x01, length: 40,
        [
            Field("version", at: 0, .u1),
            Field("classID", at: 4, .u1),
            Field("messageID", at: 5, .u1),
            Field("checksum", at: 6, .u2),
            Field("hash", at: 8, .bytes(32)),
        ])

    static let uniqid = MessageLayout(
        "SEC-UNIQID", 0x27, 0x03, length: 9, when: [.byte(0, 1...1)],
        [Field("version", at: 0, .u1), Field("uniqueId", at: 4, .bytes(5))])

    static let uniqid2 = MessageLayout(
        "SEC-UNIQID", 0x27, 0x03, length: 10, when: [.byte(0, 2...2)],
        [Field("version", at: 0, .u1), Field("uniqueId", at: 4, .bytes(6))])

    static let sig = MessageLayout(
        "SEC-SIG", 0x27, 0x09, length: 12, when: [.byte(0, 1...1)],
        [
            Field("version", at: 0, .u1),
            Field("jamFlags", at: 4, .u1, bits: [Bits("jamDetEnabled", 0), Bits("jammingState", 1, 2)]),
            Field("spfFlags", at: 8, .u1, bits: [Bits("spfDetEnabled", 0), Bits("spoofingState", 1, 3)]),
        ])

    static let sig2 = MessageLayout(
        "SEC-SIG", 0x27, 0x09, length: 4, when: [.byte(0, 2...2)],
        [
            Field("version", at: 0, .u1),
            Field(
                "sigSecFlags", at: 1, .u1,
                bits: [
                    Bits("jamDetEnabled", 0), Bits("jammingState", 1, 2), Bits("spfDetEnabled", 3),
                    Bits("spoofingState", 4, 3),
                ]),
            Field("jamNumCentFreqs", at: 3, .u1),
            .group(
                "centFreqs", at: 4, size: 4, repeats: .u1(at: 3),
                [Field("jamStateCentFreq", at: 0, .u4, bits: [Bits("centFreq", 0, 24), Bits("jammed", 24)])]),
        ])

    /// Version 3. It is accepted only with the exact version and length, because a different layout of the message is
    /// known.
    static let osnma = MessageLayout(
        "SEC-OSNMA", 0x27, 0x0A, length: 28, when: [.byte(0, 3...3), .nothingFollows],
        [
            Field("version", at: 0, .u1),
            Field("nmaHeader", at: 1, .u1, bits: header),
            Field(
                "osnmaMonitoring", at: 2, .u2,
                bits: [
                    Bits("osnmaEnabled", 0), Bits("numSVs", 1, 5), Bits("nmaHeaderUpdate", 6, 2), Bits("noData", 8),
                    Bits("wrongData", 9), Bits("wrongFlxMac", 10), Bits("wrongMaclt", 11),
                ]),
            Field("timSyncReq", at: 4, .u1, bits: [Bits("timSyncEnabled", 0), Bits("timSyncStatus", 1, 3)]),
            Field("timSyncReqDiff", at: 8, .i4, unit: "ms"),
            Field("dsmAuthentication", at: 16, .u4, bits: dsm),
            Field("teslaKey", at: 20, .u4, bits: tesla),
            Field("generalAndTiming", at: 24, .u4, bits: general),
            .group(
                "satellites", at: 28, size: 4, repeats: .bits(at: 24, first: 0, width: 6),
                [
                    Field(
                        "bitfield1", at: 0, .u2,
                        bits: [Bits("IODE", 0, 10), Bits("authNum", 10, 5), Bits("authStatus", 15)]),
                    Field("svId", at: 2, .u1),
                ]),
        ])

    /// Before version 3, according to a single source.
    static let osnmaOld = MessageLayout(
        "SEC-OSNMA", 0x27, 0x0A, length: 20, when: [.byte(0, 1...2), .nothingFollows],
        [
            Field("version", at: 0, .u1),
            Field("nmaHeader", at: 1, .u1, bits: header),
            Field(
                "osnmaMonitoring", at: 2, .u1,
                bits: [Bits("osnmaEnabled", 0), Bits("numSVs", 1, 5), Bits("nmaHeaderUpdate", 6, 2)]),
            Field(
                "timeSyncReq", at: 3, .u1,
                bits: [Bits("timSyncEnabled", 0), Bits("timSyncStatus", 1, 3), Bits("timSyncReqDiff", 4, 4)]),
            Field("dsmAuthentication", at: 8, .u4, bits: dsm),
            Field("teslaKey", at: 12, .u4, bits: tesla),
            Field("generalAndTiming", at: 16, .u4, bits: general),
            .group(
                "satellites", at: 20, size: 4, repeats: .bits(at: 16, first: 0, width: 6),
                [
                    Field(
                        "bitfield1", at: 0, .u2,
                        bits: [Bits("IODE", 0, 10), Bits("authNum", 10, 5), Bits("authStatus", 15)]),
                    Field("svId", at: 2, .u1),
                ]),
        ])

    private static let header: [Bits] = [
        Bits("headerAuthStatus", 0), Bits("nmaStatus", 1, 2), Bits("chainInForce", 3, 2), Bits("CPKS", 5, 3),
    ]

    private static let dsm: [Bits] = [
        Bits("dsmAuthenticationStatus", 0, 6), Bits("hashFunction", 6, 2), Bits("macFunction", 8, 2),
        Bits("pubKeyId", 10, 4), Bits("macLookupTable", 14, 8), Bits("keySize", 22, 4), Bits("macSize", 26, 4),
        Bits("fromNVS", 30),
    ]

    private static let tesla: [Bits] = [
        Bits("teslaKeyAuthStatus", 0, 3), Bits("wnSf", 3, 12), Bits("towSf", 15, 15), Bits("chainId", 30, 2),
    ]

    private static let general: [Bits] = [
        Bits("authSVs", 0, 6), Bits("authNumTim", 6, 6), Bits("timingAuthResult", 12, 2), Bits("macAdkdType", 14),
        Bits("pubKeySrc", 15, 2), Bits("merkleRootSrc", 17, 2), Bits("merkleRootVal", 19),
        Bits("futureMerkleRootSrc", 20, 2), Bits("futureMerkleRootVal", 22), Bits("pubKeyVal", 23),
        Bits("futurePubKeyVal", 24), Bits("futurePubKeySrc", 25, 2), Bits("futurePubKeyId", 27, 4),
    ]

    static let siglog = MessageLayout(
        "SEC-SIGLOG", 0x27, 0x10, length: 8, when: [.byte(0, 1...1)],
        [
            Field("version", at: 0, .u1),
            Field("numEvents", at: 1, .u1),
            .group(
                "events", at: 8, size: 8, repeats: .u1(at: 1),
                [
                    Field("timeElapsed", at: 0, .u4, unit: "s"),
                    Field("detectionType", at: 4, .u1),
                    Field("eventType", at: 5, .u1),
                ]),
        ])
}
