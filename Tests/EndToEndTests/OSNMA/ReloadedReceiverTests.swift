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
        try daemon.wait(for: "gpsd server listens")
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
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }
}
