// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The streams in `Tests/Golden`, decoded by the program as it was built. They need no captures.
@Suite struct GoldenTests {
    @Test func `there are forty streams at least, each with its lines, in little room`() throws {
        let names = Golden.names
        #expect(names.count >= 40)
        let files = try FileManager.default.contentsOfDirectory(atPath: Golden.folder.path)
        let lines = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
        #expect(Set(names) == Set(lines))
        #expect(Set(Golden.scenarios).isSubset(of: names))
        let sizes = try files.map { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: Golden.folder.path + "/" + name)
            return try #require(attributes[.size] as? Int)
        }
        #expect(sizes.reduce(0, +) < 1_500_000)
    }

    @Test(arguments: Golden.names)
    func `a stream is decoded to its lines`(name: String) throws {
        let words = name.hasPrefix("raw-") ? ["decode", "--messages"] : ["decode"]
        let result = try Program.run(try Program.gateway, words + [Golden.path(name, "stream")])
        let expected = try Golden.text(name, "json")
        // Sentences without a checksum are not trusted unless the configuration says so: no valid frame, code 65.
        #expect(result.status == (expected.isEmpty ? 65 : 0), "\(result.messages)")
        #expect(expected.isEmpty == (name == "nmea-no-checksum"))
        let (made, wanted) = (result.output.split(separator: "\n"), expected.split(separator: "\n"))
        #expect(made.count == wanted.count)
        for (index, pair) in zip(made, wanted).enumerated() where pair.0 != pair.1 {
            Issue.record("line \(index + 1) is \(pair.0), not \(pair.1)")
        }
    }

    /// Another processor may have another mathematical library, which rounds otherwise: the streams in the tree count.
    @Test(
        .enabled(
            if: Program.installed("python3") != nil && ProcessInfo.processInfo.environment["GNSS_TEST_LONG"] != nil,
            "python3 is not installed, or GNSS_TEST_LONG is not set"))
    func `the script makes the streams and lines that are in the tree`() throws {
        let script = Golden.folder.appendingPathComponent("../../script/golden").standardizedFileURL.path
        let result = try RunningProgram(script, [], environment: ["GNSS_GATEWAY": try Program.gateway]).waitForEnd()
        #expect(result.status == 0, "\(result.messages)")
    }
}

/// The lines against what the scenarios say, which the decoder knows nothing of.
@Suite struct GoldenTruthTests {
    @Test(arguments: Golden.scenarios.filter { !$0.hasPrefix("raw-") && $0 != "nmea-no-checksum" })
    func `positions and heights are those of the scenario`(name: String) throws {
        let scenario = try GoldenScenario(name)
        let reports = try Golden.reports(name)
        guard let place = scenario.place else {
            // The vehicle that moves: due east from eleven metres before the date line to beyond it.
            let longitudes = reports.compactMap { $0["lon"] as? Double }
            #expect(abs((longitudes.first ?? 0) - 179.9999) < 5e-5 && (longitudes.last ?? 0) < -179.99)
            #expect(reports.allSatisfy { abs(($0["lat"] as? Double ?? 0) + 17) < 5e-5 })
            return
        }
        let fixes = reports.filter { $0["lat"] != nil }
        #expect(!fixes.isEmpty)
        for fix in fixes {
            let latitude = try #require(fix["lat"] as? Double)
            let longitude = try #require(fix["lon"] as? Double)
            // Three decimals of a minute round by up to a metre; a fix in two dimensions is worse than others.
            let tolerance = fix["mode"] as? Int == 3 ? 6.0 : 20
            #expect(place.distance(latitude: latitude, longitude: longitude) < tolerance, "\(fix)")
            guard let height = fix["altHAE"] as? Double, let mean = fix["altMSL"] as? Double else { continue }
            #expect(abs(height - place.height) < 12 && abs(height - mean - 42.7) < 0.11, "\(fix)")
        }
    }

    @Test(arguments: Golden.scenarios.filter { !$0.hasPrefix("raw-") && $0 != "nmea-no-checksum" })
    func `there is one epoch for each instant of the scenario`(name: String) throws {
        let scenario = try GoldenScenario(name)
        let reports = try Golden.reports(name)
        let count = Int((scenario.duration * scenario.rate).rounded()) + 1
        var times: [String] = []
        for time in reports.compactMap({ $0["time"] as? String }) where times.last != time { times.append(time) }
        if name == "line-duplicate" {
            #expect(reports.count > count)
        } else {
            #expect(reports.count == count)
        }
        #expect(times == Self.unusualTimes[name] ?? scenario.instants(count))
    }

    /// The times of receivers that state others than those that pass, or none.
    private static let unusualTimes: [String: [String]] = [
        // A time of day without a date is no time.
        "nmea-gga-only": [], "nmea-gll-only": [],
        "nmea-cold-start": (1...5).map { "2026-09-21T08:00:0\($0).000Z" },
        "nmea-clock-step": [0, 1, 5, 6, 4, 5].map { "2026-09-21T08:00:0\($0).000Z" },
        // 1024 weeks before 2026-09-21.
        "nmea-week-rollover": (0...3).map { "2007-02-05T08:00:0\($0).000Z" },
        // As in gpsd, the leap second has the time of the next second.
        "nmea-leap-second": [
            "2026-12-31T23:59:58.000Z", "2026-12-31T23:59:59.000Z", "2027-01-01T00:00:00.000Z",
            "2027-01-01T00:00:01.000Z",
        ],
        // 23:59:59 is left out.
        "ubx-leap-second": [
            "2026-12-31T23:59:56.000Z", "2026-12-31T23:59:57.000Z", "2026-12-31T23:59:58.000Z",
            "2027-01-01T00:00:00.000Z", "2027-01-01T00:00:01.000Z",
        ],
    ]

    @Test(arguments: Golden.scenarios.filter { !$0.hasPrefix("raw-") })
    func `satellites are of the systems that the scenario receives`(name: String) throws {
        let numbers = ["gps": 0, "galileo": 2, "beidou": 3, "glonass": 6]
        let systems = try GoldenScenario(name).constellations.compactMap { numbers[$0] }
        let views = try Golden.lines(name).compactMap { $0["satellites"] as? [[String: Any]] }
        for satellite in views.joined() {
            #expect(systems.contains(satellite["gnssid"] as? Int ?? -1), "\(satellite)")
            #expect(
                (0...90).contains(satellite["el"] as? Double ?? 0)
                    && (0..<360).contains(satellite["az"] as? Double ?? 0))
        }
        if ["nmea-4.10", "nmea-4.11", "ubx-f9", "ubx-x20", "ubx-m8"].contains(name) {
            #expect(Set(views.joined().compactMap { $0["gnssid"] as? Int }) == Set(systems))
        }
    }

    @Test(arguments: [
        ("raw-rtcm3", ["1005": 1, "1077": 3, "1087": 3, "1097": 3, "1127": 3]), ("raw-rawx", ["RXM-RAWX": 2]),
        ("raw-sfrbx-osnma", ["NAV-PVT": 5]), ("raw-sfrbx-glonass-beidou", ["NAV-PVT": 5]),
        ("raw-sbf-osnma", ["PVTGeodetic": 5]),
    ])
    func `messages are as many as the scenario's time makes`(name: String, counts: [String: Int]) throws {
        let messages = try Golden.lines(name)
        for (message, count) in counts {
            #expect(messages.count { $0["name"] as? String == message } == count, "\(message)")
        }
        let offsets = messages.compactMap { $0["offset"] as? Int }
        #expect(offsets.count == messages.count && offsets == offsets.sorted())
    }

    @Test(arguments: [
        ("nmea-rtk", [nil, 2, 2, 4, 4, 3, 3]), ("ubx-rtk", [nil, 2, 2, 4, 4, 3, 3]),
        ("nmea-gga-only", [nil, nil, nil, nil]),
    ])
    func `the quality is that of the event`(name: String, statuses: [Int?]) throws {
        #expect(try Golden.reports(name).map { $0["status"] as? Int } == statuses)
    }

    @Test(arguments: ["nmea-fix-lost", "ubx-fix-lost"])
    func `without a fix there is no position`(name: String) throws {
        let positions = try Golden.reports(name).map { $0["lat"] != nil }
        #expect(positions == [true, true, false, false, positions[4], true] && positions.count == 6)
    }

    /// What hand-made streams say, computed by hand from their bytes: of the last report.
    @Test(arguments: GoldenHandMade.all)
    func `hand-made streams say what was put into them`(stream: GoldenHandMade) throws {
        let reports = try Golden.reports(stream.name)
        #expect(reports.count == stream.count)
        let last = try #require(reports.last)
        for (key, value) in stream.values {
            let found = try #require(last[key] as? Double, "\(key) in \(last)")
            #expect(abs(found - value) < 1e-6 * max(1, abs(value)), "\(key): \(found)")
        }
        for key in stream.absent { #expect(last[key] == nil, "\(key)") }
        #expect(last["time"] as? String == stream.time)
    }
}
