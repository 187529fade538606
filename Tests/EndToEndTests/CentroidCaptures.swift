// SPDX-License-Identifier: Apache-2.0

import Foundation
import UBX

/// Captures of a receiver that is at given places, an epoch a second.
enum CentroidCaptures {
    /// V3 of the method's golden vectors: units of 1e-7° about 52.2799°, 8.0472°.
    static let cloud: [(Int, Int)] = [
        (1, 27), (-30, -7), (-2, -17), (7, -1), (-22, 17), (10, 20), (22, 8), (2, -27), (9, -13), (-7, -27), (-15, -11),
        (19, -43), (-21, 5), (23, 12), (-28, -53), (5, -15), (-17, 21), (17, 3), (4, 9), (24, 13),
    ]

    private static func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        return "$\(body)*\(String(format: "%02X", sum))\r\n"
    }

    /// Degrees and minutes, ten digits behind the point.
    private static func angle(_ degrees: Double, digits: Int) -> String {
        let whole = Int(degrees)
        return String(format: "%0\(digits)d%013.10f", whole, (degrees - Double(whole)) * 60)
    }

    static func nmea(_ points: [(Double, Double)], hdop: Double = 0.8) throws -> TemporaryFile {
        let lines = points.enumerated().map { second, point in
            let clock = String(format: "12%02d%02d.00", second / 60, second % 60)
            let place = "\(angle(point.0, digits: 2)),N,\(angle(point.1, digits: 3)),E"
            return sentence("GNRMC,\(clock),A,\(place),0.01,,200826,,,A")
                + sentence("GNGGA,\(clock),\(place),1,12,\(hdop),100.0,M,46.0,M,,")
        }
        return try TemporaryFile(lines.joined(), suffix: ".nmea")
    }

    static func ubx(_ points: [(Double, Double)]) throws -> TemporaryFile {
        var bytes: [UInt8] = []
        for (second, point) in points.enumerated() {
            var payload = [UInt8](repeating: 0, count: 92)
            func put(_ value: Int, at offset: Int, _ size: Int) {
                for index in 0..<size { payload[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
            }
            put(388_800_000 + 1000 * second, at: 0, 4)
            for (value, offset, size) in [(2026, 4, 2), (8, 6, 1), (20, 7, 1), (12, 8, 1), (second, 10, 1)] {
                put(value, at: offset, size)
            }
            for (value, offset) in [(0x07, 11), (3, 20), (0x01, 21), (12, 23)] { put(value, at: offset, 1) }
            put(Int((point.1 * 1e7).rounded()), at: 24, 4)
            put(Int((point.0 * 1e7).rounded()), at: 28, 4)
            put(146_000, at: 32, 4)
            put(100_000, at: 36, 4)
            put(900, at: 40, 4)
            bytes += UBXWriter.frame(MessageID(0x01, 0x07), payload: payload)
        }
        let binary = try TemporaryFile("", suffix: ".ubx")
        try Data(bytes).write(to: URL(fileURLWithPath: binary.path))
        return binary
    }
}
