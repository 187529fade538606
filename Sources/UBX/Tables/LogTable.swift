// SPDX-License-Identifier: Apache-2.0

/// Class LOG, 0x21: the receiver's own log.
enum LogTable {
    static let all: [MessageLayout] = [
        erase, string, create, info, retrieve, retrievePosition, retrieveString, findTime, foundTime,
        retrievePositionExtra, retrieveBatch, batch,
    ]

    static let erase = MessageLayout("LOG-ERASE", 0x21, 0x03, length: 0, [])

    static let string = MessageLayout("LOG-STRING", 0x21, 0x04, length: 0, [Field("bytes", at: 0, .remainingText)])

    static let create = MessageLayout(
        "LOG-CREATE", 0x21, 0x07, length: 8,
        [
            Field("version", at: 0, .u1),
            Field("logCfg", at: 1, .u1, bits: [Bits("circular", 0)]),
            Field("logSize", at: 3, .u1),
            Field("userDefinedSize", at: 4, .u4, unit: "bytes"),
        ])

    static let info = MessageLayout(
        "LOG-INFO", 0x21, 0x08, length: 48,
        [
            Field("version", at: 0, .u1),
            Field("filestoreCapacity", at: 4, .u4, unit: "bytes"),
            Field("currentMaxLogSize", at: 16, .u4, unit: "bytes"),
            Field("currentLogSize", at: 20, .u4, unit: "bytes"),
            Field("entryCount", at: 24, .u4),
            Field("oldestYear", at: 28, .u2, unit: "y"),
            Field("oldestMonth", at: 30, .u1, unit: "month"),
            Field("oldestDay", at: 31, .u1, unit: "d"),
            Field("oldestHour", at: 32, .u1, unit: "h"),
            Field("oldestMinute", at: 33, .u1, unit: "min"),
            Field("oldestSecond", at: 34, .u1, unit: "s"),
            Field("newestYear", at: 36, .u2, unit: "y"),
            Field("newestMonth", at: 38, .u1, unit: "month"),
            Field("newestDay", at: 39, .u1, unit: "d"),
            Field("newestHour", at: 40, .u1, unit: "h"),
            Field("newestMinute", at: 41, .u1, unit: "min"),
            Field("newestSecond", at: 42, .u1, unit: "s"),
            Field("status", at: 44, .u1, bits: [Bits("recording", 3), Bits("inactive", 4), Bits("circular", 5)]),
        ])

    static let retrieve = MessageLayout(
        "LOG-RETRIEVE", 0x21, 0x09, length: 12,
        [Field("startNumber", at: 0, .u4), Field("entryCount", at: 4, .u4), Field("version", at: 8, .u1)])

    static let retrievePosition = MessageLayout(
        "LOG-RETRIEVEPOS", 0x21, 0x0B, length: 40,
        [
            Field("entryIndex", at: 0, .u4),
            Field("lon", at: 4, .i4, scale: 1e-7, unit: "deg"),
            Field("lat", at: 8, .i4, scale: 1e-7, unit: "deg"),
            Field("hMSL", at: 12, .i4, unit: "mm"),
            Field("hAcc", at: 16, .u4, unit: "mm"),
            Field("gSpeed", at: 20, .u4, unit: "mm/s"),
            Field("heading", at: 24, .u4, scale: 1e-5, unit: "deg"),
            Field("version", at: 28, .u1),
            Field("fixType", at: 29, .u1),
            Field("year", at: 30, .u2, unit: "y"),
            Field("month", at: 32, .u1, unit: "month"),
            Field("day", at: 33, .u1, unit: "d"),
            Field("hour", at: 34, .u1, unit: "h"),
            Field("minute", at: 35, .u1, unit: "min"),
            Field("second", at: 36, .u1, unit: "s"),
            Field("numSV", at: 38, .u1),
        ])

    static let retrieveString = MessageLayout(
        "LOG-RETRIEVESTRING", 0x21, 0x0D, length: 16,
        [
            Field("entryIndex", at: 0, .u4),
            Field("version", at: 4, .u1),
            Field("year", at: 6, .u2, unit: "y"),
            Field("month", at: 8, .u1, unit: "month"),
            Field("day", at: 9, .u1, unit: "d"),
            Field("hour", at: 10, .u1, unit: "h"),
            Field("minute", at: 11, .u1, unit: "min"),
            Field("second", at: 12, .u1, unit: "s"),
            Field("byteCount", at: 14, .u2),
            Field("bytes", at: 16, .u1, repeats: .u2(at: 14)),
        ])

    static let findTime = MessageLayout(
        "LOG-FINDTIME", 0x21, 0x0E, length: 10, when: [.byte(1, 0...0)],
        [
            Field("version", at: 0, .u1),
            Field("type", at: 1, .u1),
            Field("year", at: 2, .u2, unit: "y"),
            Field("month", at: 4, .u1, unit: "month"),
            Field("day", at: 5, .u1, unit: "d"),
            Field("hour", at: 6, .u1, unit: "h"),
            Field("minute", at: 7, .u1, unit: "min"),
            Field("second", at: 8, .u1, unit: "s"),
        ])

    static let foundTime = MessageLayout(
        "LOG-FINDTIME", 0x21, 0x0E, length: 8, when: [.byte(1, 1...1)],
        [Field("version", at: 0, .u1), Field("type", at: 1, .u1), Field("entryNumber", at: 4, .u4)])

    static let retrievePositionExtra = MessageLayout(
        "LOG-RETRIEVEPOSEXTRA", 0x21, 0x0F, length: 32,
        [
            Field("entryIndex", at: 0, .u4),
            Field("version", at: 4, .u1),
            Field("year", at: 6, .u2, unit: "y"),
            Field("month", at: 8, .u1, unit: "month"),
            Field("day", at: 9, .u1, unit: "d"),
            Field("hour", at: 10, .u1, unit: "h"),
            Field("minute", at: 11, .u1, unit: "min"),
            Field("second", at: 12, .u1, unit: "s"),
            Field("distance", at: 16, .u4, unit: "m"),
        ])

    static let retrieveBatch = MessageLayout(
        "LOG-RETRIEVEBATCH", 0x21, 0x10, length: 4,
        [Field("version", at: 0, .u1), Field("flags", at: 1, .u1, bits: [Bits("sendMonFirst", 0)])])

    static let batch = MessageLayout(
        "LOG-BATCH", 0x21, 0x11, length: 100,
        [
            Field("version", at: 0, .u1),
            Field("contentValid", at: 1, .u1, bits: [Bits("extraPvt", 0), Bits("extraOdo", 1)]),
            Field("msgCnt", at: 2, .u2),
            Field("iTOW", at: 4, .u4, unit: "ms"),
            Field("year", at: 8, .u2, unit: "y"),
            Field("month", at: 10, .u1, unit: "month"),
            Field("day", at: 11, .u1, unit: "d"),
            Field("hour", at: 12, .u1, unit: "h"),
            Field("min", at: 13, .u1, unit: "min"),
            Field("sec", at: 14, .u1, unit: "s"),
            Field("valid", at: 15, .u1, bits: [Bits("validDate", 0), Bits("validTime", 1)]),
            Field("tAcc", at: 16, .u4, unit: "ns"),
            Field("fracSec", at: 20, .i4, unit: "ns"),
            Field("fixType", at: 24, .u1),
            Field("flags", at: 25, .u1, bits: [Bits("gnssFixOK", 0), Bits("diffSoln", 1), Bits("psmState", 2, 3)]),
            Field("flags2", at: 26, .u1),
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
            Field("headMot", at: 68, .i4, scale: 1e-5, unit: "deg"),
            Field("sAcc", at: 72, .u4, unit: "mm/s"),
            Field("headAcc", at: 76, .u4, scale: 1e-5, unit: "deg"),
            Field("pDOP", at: 80, .u2, scale: 0.01),
            Field("distance", at: 84, .u4, unit: "m"),
            Field("totalDistance", at: 88, .u4, unit: "m"),
            Field("distanceStd", at: 92, .u4, unit: "m"),
        ])
}
