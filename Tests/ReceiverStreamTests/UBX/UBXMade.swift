// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import ReceiverStream

/// UBX messages made by hand: payloads of zeros with numbers put where the interface description has them.
enum UBXMade {
    /// A number to be put: little-endian, of so many bytes.
    struct Put {
        var at: Int
        var value: Int
        var width: Int

        static func u1(_ at: Int, _ value: Int) -> Put { Put(at: at, value: value, width: 1) }
        static func u2(_ at: Int, _ value: Int) -> Put { Put(at: at, value: value, width: 2) }
        static func u4(_ at: Int, _ value: Int) -> Put { Put(at: at, value: value, width: 4) }
        static func r4(_ at: Int, _ value: Float) -> Put { u4(at, Int(value.bitPattern)) }
    }

    static func message(_ messageClass: UInt8, _ id: UInt8, size: Int, _ puts: [Put]) -> [UInt8] {
        var payload = [UInt8](repeating: 0, count: size)
        for put in puts {
            for index in 0..<put.width { payload[put.at + index] = UInt8(put.value >> (8 * index) & 0xFF) }
        }
        return Made.ubx(messageClass, id, payload)
    }

    /// Friday 2019-04-12T12:00:00 UTC in milliseconds of the GPS week.
    static let noon = 5 * 86_400_000 + 12 * 3_600_000 + 18_000

    /// NAV-PVT of so many seconds after noon: a fix in three dimensions at 45.8776° S, 170.5001° E, moving east.
    static func pvt(_ second: Int, jitter: Int = 0, _ changes: [Put] = []) -> [UInt8] {
        let time: [Put] = [
            .u4(0, noon + second * 1000 + jitter), .u2(4, 2019), .u1(6, 4), .u1(7, 12), .u1(8, 12),
            .u1(9, second / 60), .u1(10, second % 60), .u1(11, 0x07), .u4(16, 250),
        ]
        let fix: [Put] = [
            .u1(20, 3), .u1(21, 0x01), .u1(23, 17), .u4(24, 1_705_001_234), .u4(28, -458_776_543), .u4(32, 25_378),
            .u4(36, 23_579), .u4(40, 1_133), .u4(44, 1_603), .u4(48, 0), .u4(52, 1_500), .u4(56, -250), .u4(60, 1_500),
            .u4(64, 9_000_000), .u4(68, 170), .u2(76, 146),
        ]
        return message(0x01, 0x07, size: 92, time + fix + changes)
    }

    static func dop(_ second: Int) -> [UInt8] {
        let values = [146, 122, 80, 99, 71, 50, 51].enumerated().map { Put.u2(4 + 2 * $0.offset, $0.element) }
        return message(0x01, 0x04, size: 18, [.u4(0, noon + second * 1000)] + values)
    }

    static func endOfEpoch(_ second: Int) -> [UInt8] {
        message(0x01, 0x61, size: 4, [.u4(0, noon + second * 1000)])
    }

    static func timeGPS(_ second: Int, week: Int = 2048, leap: Int = 18, valid: Int = 7) -> [UInt8] {
        message(
            0x01, 0x20, size: 16,
            [.u4(0, noon + second * 1000), .u4(4, -300), .u2(8, week), .u1(10, leap), .u1(11, valid)])
    }

    /// NAV-SAT of G05 (used), E24 (38 dB-Hz, not used), R10 below the horizon and one that nobody knows.
    static func satellites(_ second: Int) -> [UInt8] {
        let list: [[Put]] = [
            [.u1(8, 0), .u1(9, 5), .u1(10, 41), .u1(11, 45), .u2(12, 360), .u4(16, 0x1F)],
            [.u1(20, 2), .u1(21, 24), .u1(22, 38), .u1(23, 12), .u2(24, 271), .u4(28, 0x17)],
            [.u1(32, 6), .u1(33, 10), .u1(34, 0), .u1(35, -91), .u2(36, 0), .u4(40, 0x10)],
            [.u1(44, 0), .u1(45, 99), .u1(46, 20), .u1(47, 1), .u2(48, 1), .u4(52, 0x10)],
        ]
        return message(
            0x01, 0x35, size: 8 + 48, [.u4(0, noon + second * 1000), .u1(4, 1), .u1(5, 4)] + list.flatMap { $0 })
    }

    /// What a stream of messages and sentences makes.
    static func fixes(_ parts: [[UInt8]], configuration: StreamDecoder.Configuration = .bare) -> [Fix] {
        decode(parts.flatMap { $0 }, configuration: configuration).compactMap(\.fix)
    }
}
