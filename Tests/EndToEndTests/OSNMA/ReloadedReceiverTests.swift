// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A receiver that a reload turns into a recording, under the same name.
@Suite(.enabled(if: OSNMABench.data != nil, "GNSS_TEST_DATA holds no OSNMA recordings"))
struct ReloadedReceiverTests {
    private func configuration(_ receiver: String) -> String {
        """
        receivers:
          - { id: rover, \(receiver) }
        listen: { gpsd: ["127.0.0.1:0"], http: "" }
        discovery: { enabled: false }
        osnma: { trust_directory: \(OSNMABench.data ?? "")/ubx, time_source: system, require: true }

        """
    }

    @Test func `what a file says is never fresh, though a live receiver had its name before`() throws {
        let capture = try TemporaryFile("", suffix: ".ubx")
        let bytes = try OSNMABench.unpacked("ubx/current_config.ubx.gz")
        try Data(OSNMABench.ubx(bytes, keepsPages: { _ in true }, until: 500))
            .write(to: URL(fileURLWithPath: capture.path))
        let live = "driver: ubx, config: { device: \(NSTemporaryDirectory())gnss-nowhere-\(UUID().uuidString) }"
        let file = try TemporaryFile(configuration(live), suffix: ".yaml")
        let daemon = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        func report() throws -> [String: Any] {
            let all = try PlainHTTP.request("GET", "/v1/osnma", socket: daemon.socket).json["receivers"]
            return (all as? [[String: Any]])?.first ?? [:]
        }
        try daemon.wait(for: "start: ready")
        try eventually("the receiver is not there: \(daemon.messages)") { try report()["receiver"] != nil }
        let replay = "driver: file-simulator, config: { file: \(capture.path), speed: 40 }"
        try Data(configuration(replay).utf8).write(to: URL(fileURLWithPath: file.path))
        daemon.signal(SIGHUP)
        try daemon.wait(for: "running: replaying")
        var told: [String: Any] = [:]
        try eventually("it is never authenticated: \(daemon.messages)") {
            told = try report()
            return told["state"] as? String == "authenticated"
        }
        #expect(told["fresh"] as? Bool == false && told["refusal_code"] as? String == "not_fresh", "\(told)")
        #expect((told["clock"] as? [String: Any])?["source"] as? String == "recording")
        // Each fix has its statement of what is proven and what is not.
        let statement = (told["fix"] as? [String: Any])?["statement"] as? String
        #expect(statement?.contains("ranges") == true || statement?.contains("position") == true)
        let sky = try PlainHTTP.request("GET", "/v1/satellites", socket: daemon.socket).json
        let satellites = try #require(sky["satellites"] as? [[String: Any]])
        try check(satellites.filter { $0["system"] as? String == "galileo" })
        #expect(satellites.allSatisfy { $0["system"] as? String == "galileo" || $0["osnma"] == nil }, "\(satellites)")
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }

    /// Each satellite of Galileo has where it stands, whether it is used, and when its data were authenticated last.
    private func check(_ satellites: [[String: Any]]) throws {
        #expect(satellites.count >= 4)
        var authenticated = 0
        for satellite in satellites {
            #expect((1...36).contains(satellite["svid"] as? Int ?? 0), "\(satellite)")
            #expect((-90...90).contains(satellite["elevation_deg"] as? Double ?? .nan), "\(satellite)")
            #expect((0..<360).contains(satellite["azimuth_deg"] as? Double ?? .nan), "\(satellite)")
            #expect((0...65).contains(satellite["cn0_dbhz"] as? Double ?? 0), "\(satellite)")
            #expect(satellite["used"] is Bool, "\(satellite)")
            let osnma = try #require(satellite["osnma"] as? [String: Any], "\(satellite)")
            let standing = osnma["standing"] as? String ?? ""
            #expect(["none", "authenticated", "changed", "stale", "failing"].contains(standing), "\(osnma)")
            guard standing == "authenticated" else { continue }
            authenticated += 1
            let ephemeris = try #require(osnma["ephemeris"] as? [String: Any], "\(osnma)")
            let tag = try #require(ephemeris["last_tag"] as? [String: Any], "\(ephemeris)")
            #expect(ephemeris["authenticated"] as? Bool == true && (ephemeris["age_s"] as? Double ?? -1) >= 0)
            #expect((tag["week"] as? Int ?? 0) > 1000 && (0..<604_800).contains(tag["tow_s"] as? Int ?? -1), "\(tag)")
        }
        #expect(authenticated > 0, "\(satellites)")
    }
}
