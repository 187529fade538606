// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Whether a photo may be taken, asked of the whole program with simulated receivers.
@Suite(.timeLimit(.minutes(4))) struct CaptureCheckTests {
    private func codes(_ bench: ConsoleBench, _ query: String = "") throws -> [String] {
        let answer = try bench.ask("GET", "/v1/captures/check" + query)
        try #require(answer.status == 200, "\(answer.text)")
        let reasons = try #require(answer.json["reasons"] as? [[String: Any]], "\(answer.text)")
        #expect(answer.json["allowed"] as? Bool == reasons.isEmpty, "\(answer.text)")
        return reasons.compactMap { $0["code"] as? String }
    }

    private func set(_ bench: ConsoleBench, _ settings: String) throws {
        let answer = try bench.ask("PATCH", "/v1/settings", body: "{\"captures\":\(settings)}")
        try #require(answer.status == 200, "\(answer.text)")
    }

    @Test func `a person switches photos on, and each condition is said and met again`() throws {
        let bench = try ConsoleBench()
        #expect(try codes(bench) == ["disabled"])
        #expect(try bench.ask("GET", "/v1/captures/check?receiver=other").status == 404)
        #expect(try bench.ask("GET", "/v1/captures/check?receivers=x").status == 400)
        try set(bench, #"{"enabled":true}"#)
        #expect(try until(30) { try codes(bench) == [] })
        #expect(try codes(bench, "?receiver=tractor") == [])
        // Simulated positions scatter by some centimetres.
        try set(bench, #"{"max_accuracy_m":0.001}"#)
        #expect(try codes(bench) == ["accuracy"])
        try set(bench, #"{"max_accuracy_m":null,"osnma":"verified"}"#)
        #expect(try codes(bench) == ["osnma_required"])
        let text = try #require(
            (try bench.ask("GET", "/v1/captures/check").json["reasons"] as? [[String: Any]])?.first?["text"] as? String)
        #expect(text.hasPrefix("an authenticated position is required: the "), "\(text)")
        // An averaged point of this place.
        try set(bench, #"{"osnma":null,"centroid":true}"#)
        #expect(try codes(bench) == ["no_centroid"])
        #expect(try bench.ask("POST", "/v1/centroid/start", body: #"{"samples":3,"continuous":true}"#).status == 200)
        #expect(try until(30) { try codes(bench) == [] })
        // The receiver is stopped: its position becomes old, and then there is none.
        #expect(try bench.ask("POST", "/v1/receivers/tractor/stop").status == 200)
        #expect(try until(30) { try codes(bench, "?receiver=tractor").contains("stale_fix") })
        #expect(try until(30) { try codes(bench, "?receiver=tractor").contains("no_fix") })
        #expect(try codes(bench).contains("no_fix"))
        let wrong = try bench.ask("PATCH", "/v1/settings", body: #"{"captures":{"max_age_s":0}}"#)
        #expect(wrong.status == 400 && wrong.text.contains("1...7"), "\(wrong.text)")
    }

    @Test func `a machine that drives takes no photo, and the live stream says so`() throws {
        let bench = try ConsoleBench(
            receiver: ConsoleBench.driving(), more: "captures: { enabled: true }")
        #expect(try until(30) { try codes(bench) == ["moving"] })
        let snapshot = try bench.ask("GET", "/v1/live/snapshot?topics=capture:2").json
        let report = try #require(snapshot["capture"] as? [String: Any], "\(snapshot)")
        #expect(report["allowed"] as? Bool == false && report["spread_m"] as? Double ?? 0 > 20, "\(report)")
        try set(bench, #"{"max_spread_m":1000}"#)
        #expect(try codes(bench) == [])
    }

    @Test func `a receiver that sends a position every ten seconds is too slow`() throws {
        let bench = try ConsoleBench(
            receiver: """
                simulation:
                  start: now
                  place: { latitude_deg: -33, longitude_deg: 151, height_m: 39 }
                  receiver: { rate_hz: 0.1 }
                """, more: "captures: { enabled: true }")
        #expect(try until(30) { try codes(bench) == ["low_rate"] })
    }
}
