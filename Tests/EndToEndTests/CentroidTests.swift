// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `gnss-gateway centroid` on captures of a receiver that stands still.
@Suite struct CentroidCommandTests {
    private var points: [(Double, Double)] {
        CentroidCaptures.cloud.map { (52.2799 + Double($0.0) * 1e-7, 8.0472 + Double($0.1) * 1e-7) }
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
        let file = try CentroidCaptures.nmea(points)
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
        let binary = try CentroidCaptures.ubx(points)
        let text = try CentroidCaptures.nmea(points)
        let (a, b) = (try run(text.path), try run(binary.path))
        #expect(a.result.status == 0 && b.result.status == 0, "\(a.result.messages)\(b.result.messages)")
        let (first, second) = (try place(a.report), try place(b.report))
        #expect(abs(first.latitude - second.latitude) * 111_000 < 0.01)
        #expect(abs(first.longitude - second.longitude) * 68_000 < 0.01)
    }

    @Test func `too few, moving and bad input are told, with an exit code`() throws {
        let few = try CentroidCaptures.nmea(Array(points.prefix(5)))
        let (result, report) = try run(few.path)
        #expect(result.status == 65 && result.messages.contains("only 5 of 20 samples"), "\(result.messages)")
        #expect(report["state"] as? String == "collecting" && report["count"] as? Int == 5)
        let walk = try CentroidCaptures.nmea((0..<60).map { (52.2799 + Double($0) * 1.4 / 111_000, 8.0472) })
        let (moved, _) = try run(walk.path, "--samples", "40")
        #expect(moved.status == 65 && moved.messages.contains("the receiver moved"), "\(moved.messages)")
        let (allowed, _) = try run(walk.path, "--samples", "40", "--moving")
        #expect(allowed.status == 0, "\(allowed.messages)")
        let weak = try CentroidCaptures.nmea(points, hdop: 1.2)
        let (filtered, _) = try run(weak.path, "--max-hdop", "1")
        #expect(filtered.status == 65 && filtered.messages.contains("20 rejected: HDOP above the limit"))
        let noise = try TemporaryFile("no sentence\n", suffix: ".txt")
        #expect(try run(noise.path).result.status == 65)
        #expect(try run("/nonexistent/capture").result.status == 66)
        #expect(try run(few.path, "--samples", "0").result.status == 64)
        #expect(try run(few.path, "--max-hdop", "-1").result.status == 64)
    }
}
