// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UBX

/// `gnss-gateway centroid` on captures of a receiver that stands still.
@Suite struct CentroidCommandTests {
    /// V3 of the method's golden vectors: units of 1e-7° about 52.2799°, 8.0472°.
    private static let cloud: [(Int, Int)] = [
        (1, 27), (-30, -7), (-2, -17), (7, -1), (-22, 17), (10, 20), (22, 8), (2, -27), (9, -13), (-7, -27), (-15, -11),
        (19, -43), (-21, 5), (23, 12), (-28, -53), (5, -15), (-17, 21), (17, 3), (4, 9), (24, 13),
    ]

    private func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        return "$\(body)*\(String(format: "%02X", sum))\r\n"
    }

    /// Degrees and minutes, ten digits behind the point.
    private func angle(_ degrees: Double, digits: Int) -> String {
        let whole = Int(degrees)
        return String(format: "%0\(digits)d%013.10f", whole, (degrees - Double(whole)) * 60)
    }

    private func nmea(_ points: [(Double, Double)], hdop: Double = 0.8) throws -> TemporaryFile {
        let lines = points.enumerated().map { second, point in
            let clock = String(format: "12%02d%02d.00", second / 60, second % 60)
            let place = "\(angle(point.0, digits: 2)),N,\(angle(point.1, digits: 3)),E"
            return sentence("GNRMC,\(clock),A,\(place),0.01,,200826,,,A")
                + sentence("GNGGA,\(clock),\(place),1,12,\(hdop),100.0,M,46.0,M,,")
        }
        return try TemporaryFile(lines.joined(), suffix: ".nmea")
    }

    private var points: [(Double, Double)] {
        Self.cloud.map { (52.2799 + Double($0.0) * 1e-7, 8.0472 + Double($0.1) * 1e-7) }
    }

    private func run(_ arguments: String...) throws -> (result: Program.Result, report: [String: Any]) {
        let result = try RunningProgram(try Program.gateway, ["centroid", "--json"] + arguments).waitForEnd()
        let object = try? JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return (result, object as? [String: Any] ?? [:])
    }

    private func place(_ report: [String: Any]) throws -> (latitude: Double, longitude: Double) {
        let position = try #require(report["position"] as? [String: Double])
        return (try #require(position["lat"]), try #require(position["lon"]))
    }

    @Test func `the compatible centroid is that of the reference, to 1e-9 degrees; the default says its error`() throws
    {
        let file = try nmea(points)
        let (compatible, report) = try run(file.path, "--samples", "20", "--method", "compatible")
        #expect(compatible.status == 0, "\(compatible.messages)")
        let there = try place(report)
        #expect(abs(there.latitude - 52.2799007) < 1e-9 && abs(there.longitude - 8.0471999) < 1e-9)
        let (robust, better) = try run(file.path)
        #expect(robust.status == 0 && better["method"] as? String == "robust", "\(robust.messages)")
        let error = try #require(better["standardError"] as? Double)
        #expect((0.03...0.3).contains(error), "of 20 samples that scatter by 0.2 m")
        #expect(better["count"] as? Int == 20 && better["state"] as? String == "complete")
        #expect((better["position"] as? [String: Double])?["altHAE"] == 146)
    }

    @Test func `the same receiver gives the same point in NMEA and in UBX, within 1 cm`() throws {
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
        let text = try nmea(points)
        let (a, b) = (try run(text.path), try run(binary.path))
        #expect(a.result.status == 0 && b.result.status == 0, "\(a.result.messages)\(b.result.messages)")
        let (first, second) = (try place(a.report), try place(b.report))
        #expect(abs(first.latitude - second.latitude) * 111_000 < 0.01)
        #expect(abs(first.longitude - second.longitude) * 68_000 < 0.01)
    }

    @Test func `too few, moving and bad input are told, with an exit code`() throws {
        let few = try nmea(Array(points.prefix(5)))
        let (result, report) = try run(few.path)
        #expect(result.status == 65 && result.messages.contains("only 5 of 20 samples"), "\(result.messages)")
        #expect(report["state"] as? String == "collecting" && report["count"] as? Int == 5)
        let walk = try nmea((0..<60).map { (52.2799 + Double($0) * 1.4 / 111_000, 8.0472) })
        let (moved, _) = try run(walk.path, "--samples", "40")
        #expect(moved.status == 65 && moved.messages.contains("the receiver moved"), "\(moved.messages)")
        let (allowed, _) = try run(walk.path, "--samples", "40", "--moving")
        #expect(allowed.status == 0, "\(allowed.messages)")
        let weak = try nmea(points, hdop: 1.2)
        let (filtered, _) = try run(weak.path, "--max-hdop", "1")
        #expect(filtered.status == 65 && filtered.messages.contains("20 rejected: HDOP above the limit"))
        let noise = try TemporaryFile("no sentence\n", suffix: ".txt")
        #expect(try run(noise.path).result.status == 65)
        #expect(try run("/nonexistent/capture").result.status == 66)
        #expect(try run(few.path, "--samples", "0").result.status == 64)
        #expect(try run(few.path, "--max-hdop", "-1").result.status == 64)
    }
}
