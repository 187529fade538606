// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `GET /v1/sky/expected`: where satellites should be, beside what a receiver measures.
@Suite struct ExpectedSkyTests {
    /// Ten times as fast as a real one, so that all parts of the ephemerides come soon.
    static let simulated = """
        speed: 10
        simulation:
          start: "2026-09-21T10:07:12Z"
          place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }
          output: { ubx: { generation: 9 } }
        """
    /// Without navigation pages.
    static let sentences = """
        simulation:
          start: "2026-09-21T10:07:12Z"
          place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }
          output: { nmea: {} }
        """
    /// Without a position.
    static let blind = sentences + "\n  events: [{ at_s: 0, kind: fix-lost }]"

    /// Two-line elements of satellites over the whole Earth, for an epoch some days before an instant.
    ///
    /// - Parameter time: Seconds since 1970.
    static func elements(near time: Double) throws -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let date = Date(timeIntervalSince1970: time - 3 * 86_400)
        let day = try #require(calendar.ordinality(of: .day, in: .year, for: date))
        let year = calendar.component(.year, from: date) % 100
        func line(_ text: String) -> String {
            let sum = text.utf8.reduce(0) { sum, byte in
                (48...57).contains(byte) ? sum + Int(byte - 48) : byte == UInt8(ascii: "-") ? sum + 1 : sum
            }
            return text + "\(sum % 10)"
        }
        return (1...24).map { number in
            let node = String(format: "%8.4f", Double(number % 6) * 60)
            let anomaly = String(format: "%8.4f", Double(number) * 15)
            let epoch = String(format: "%02d%03d.00000000", year, day)
            return "R\(number < 10 ? "0" : "")\(number)\n"
                + line("1 00001U 20001A   \(epoch)  .00000000  00000-0  00000+0 0  999") + "\n"
                + line("2 00001  64.8000 \(node) 0010000   0.0000 \(anomaly)  2.13102345 1234") + "\n"
        }.joined()
    }

    private func satellites(_ answer: PlainHTTP.Answer) throws -> [[String: Any]] {
        try #require(answer.json["satellites"] as? [[String: Any]], "\(answer)")
    }

    @Test(.timeLimit(.minutes(2))) func `what a receiver sends says where it will see the satellites`() throws {
        let bench = try ConsoleBench(receiver: Self.simulated)
        let systems = until(60) {
            guard let answer = try? bench.ask("GET", "/v1/sky/expected"), answer.status == 200,
                let found = answer.json["satellites"] as? [[String: Any]]
            else { return false }
            let broadcast = found.filter { $0["source"] as? String == "broadcast" }
            return Set(broadcast.compactMap { ($0["id"] as? String)?.first }).isSuperset(of: "GCR")
                && broadcast.count > 15
        }
        let early = try bench.ask("GET", "/v1/sky/expected")
        #expect(systems, "\(early)")
        let report = try bench.ask("GET", "/v1/sky/expected?receiver=tractor")
        let measured = try satellites(try bench.ask("GET", "/v1/satellites"))
        #expect(report.json["receiver"] as? String == "tractor" && report.json["position"] as? String == "receiver")
        #expect(report.json["source"] as? String == "broadcast" && report.json["age_s"] as? Double ?? 1e9 < 7200 * 2)
        // Orbits below the horizon are known too; of a satellite without an orbit, nothing is expected.
        let known = try #require(report.json["known"] as? [String])
        #expect(try Set(satellites(report).compactMap { $0["id"] as? String }).isSubset(of: known))
        #expect(known.count == Set(known).count && known.count > 15, "\(known)")
        var compared = 0
        for expected in try satellites(report) where expected["source"] as? String == "broadcast" {
            guard let seen = measured.first(where: { $0["id"] as? String == expected["id"] as? String }),
                let up = seen["elevation_deg"] as? Double, let azimuth = seen["azimuth_deg"] as? Double
            else { continue }
            compared += 1
            // The receiver states whole degrees, and its clock runs ten times as fast.
            let turn = (try #require(expected["azimuth_deg"] as? Double) - azimuth).remainder(dividingBy: 360)
            #expect(abs(try #require(expected["elevation_deg"] as? Double) - up) < 1.5, "\(expected) \(seen)")
            #expect(abs(turn) * cos(up * .pi / 180) < 1.5, "\(expected) \(seen)")
        }
        #expect(compared > 12, "\(compared)")
        // Another instant has another sky, and beyond the ephemerides there is none.
        let later = try satellites(try bench.ask("GET", "/v1/sky/expected?time=2026-09-21T14:00:00Z"))
        #expect(later.count > 5)
        let first = try #require(later.first { $0["source"] as? String == "broadcast" })
        #expect(first["age_s"] as? Double ?? 0 > 7200)
        let far = try bench.ask("GET", "/v1/sky/expected?time=2026-10-10T14:00:00Z")
        // Almanacs, of which some may have come already, reach that far.
        #expect(far.status == 200 || far.json["code"] as? String == "no_orbits", "\(far)")
        if far.status == 200 { #expect(far.json["source"] as? String != "broadcast") }
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "time=", "time=now", "time=2026-09-21", "time=2026-09-21T10:07:12", "time=9999-12-31T23:59:59Z",
            "time=1970-01-01T00:00:00Z", "time=2026-01-01T00:00:00Z", "time=2026-12-31T23:59:60Z", "time=%00",
            "receiver=x&receiver=x",
            "time=2026-09-21T10:07:12Z&time=2026-09-21T10:07:12Z", "x=1", "receiver=", "receiver=nobody",
            "receiver=%FF%FE",
        ])
    func `other parameters are refused, and the daemon goes on`(query: String) throws {
        let bench = try ConsoleBench(receiver: Self.simulated)
        #expect(until(20) { (try? bench.ask("GET", "/v1/satellites").text.contains("G")) == true })
        let answer = try bench.ask("GET", "/v1/sky/expected?\(query)")
        #expect(answer.status == 400 || answer.status == 404, "\(answer)")
        #expect(answer.json["detail"] as? String != nil)
        #expect(try bench.ask("GET", "/v1/status").status == 200)
    }

    @Test(.timeLimit(.minutes(1))) func `refusals have codes, and files and a fixed position help`() throws {
        let folder = try TemporaryFolder()
        let bench = try ConsoleBench(receiver: Self.blind)
        #expect(until(20) { (try? bench.ask("GET", "/v1/receivers/tractor").text.contains("last_data")) == true })
        let blind = try bench.ask("GET", "/v1/sky/expected")
        #expect(blind.status == 409 && blind.json["code"] as? String == "no_position", "\(blind)")
        #expect((blind.json["message"] as? [String: Any])?["code"] as? String == "problem.no_position", "\(blind)")

        let alone = try ConsoleBench(receiver: Self.sentences)
        #expect(
            until(20) {
                (try? alone.ask("GET", "/v1/sky/expected").json["code"] as? String) == "no_orbits"
            })
        let time = 1_790_000_000.0
        try Self.elements(near: time).write(toFile: folder.path + "/gnss.tle", atomically: true, encoding: .utf8)
        try "31 satellites\n".write(toFile: folder.path + "/other.txt", atomically: true, encoding: .utf8)
        let helped = try ConsoleBench(
            receiver: Self.blind,
            more: """
                sky:
                  orbits: ["\(folder.path)/other.txt", "\(folder.path)/missing", "\(folder.path)/gnss.tle"]
                  position: { latitude_deg: 52.475, longitude_deg: 5.56 }
                """)
        _ = until(20) { (try? helped.ask("GET", "/v1/sky/expected").status) == 200 }
        let report = try helped.ask("GET", "/v1/sky/expected")
        #expect(report.json["source"] as? String == "tle" && report.json["position"] as? String == "configuration")
        let found = try satellites(report)
        #expect((4...20).contains(found.count), "\(found.count)")
        #expect(found.allSatisfy { ($0["id"] as? String)?.first == "R" && $0["elevation_deg"] as? Double ?? -1 >= 0 })
        #expect(Set(found.compactMap { $0["rising"] as? Bool }).count == 2)
        #expect(
            helped.daemon.messages.contains("other.txt of 'sky.orbits' contains neither"), "\(helped.daemon.messages)")
        #expect(helped.daemon.messages.contains("cannot read \(folder.path)/missing"))
        #expect(helped.daemon.messages.contains("gnss.tle (TLE, satellites: 24)"))
    }

    @Test(.timeLimit(.minutes(1))) func `a reload reads the files again`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/gnss.tle"
        try "nothing".write(toFile: file, atomically: true, encoding: .utf8)
        let bench = try ConsoleBench(receiver: Self.sentences, more: "sky: { orbits: [\"\(file)\"] }")
        #expect(until(20) { (try? bench.ask("GET", "/v1/sky/expected").json["code"] as? String) == "no_orbits" })
        try Self.elements(near: 1_790_000_000).write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try bench.ask("POST", "/v1/reload").status < 300)
        let answer = try bench.ask("GET", "/v1/sky/expected")
        #expect(answer.status == 200 && answer.json["source"] as? String == "tle", "\(answer)")
    }
}
