// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `osnma.require`, switched on and off on the page Settings: what it holds back, how soon, and what the pages say of it.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleRequirementTests {
    /// A receiver whose navigation data Galileo does not authenticate.
    private static let receiver = """
        { simulation: { start: "2026-08-20T06:00:00Z", duration_s: 5000000, \
        place: { latitude_deg: 52.2, longitude_deg: 8.0, height_m: 146 }, output: { ubx: { generation: 9 } } }, speed: SPEED }
        """

    private func require(_ isRequired: Bool, _ browser: Browser) throws {
        try browser.evaluate("location.hash = '#/settings'")
        try browser.wait(
            "the field", for: "return document.getElementById('setting-osnma-require')?.disabled === false")
        try browser.evaluate(
            "const e = document.getElementById('setting-osnma-require'); e.value = arguments[0];"
                + "e.dispatchEvent(new Event('change', {bubbles: true}))", "\(isRequired)")
    }

    /// The receiver's entry in `GET /v1/osnma`, once the requirement is reported as wanted.
    private func reported(_ isRequired: Bool, _ bench: AgrirouterBench) throws -> [String: Any] {
        var report: [String: Any] = [:]
        try bench.wait("require: \(isRequired)", within: 1) {
            report = try bench.request("GET", "/v1/osnma").json
            return report["required"] as? Bool == isRequired
        }
        return try #require((report["receivers"] as? [[String: Any]])?.first, "\(report)")
    }

    @Test(.timeLimit(.minutes(4)))
    func `requiring authenticated positions holds them back within a second, and the pages say why`() throws {
        let port = try Program.freePort()
        let address = "http://127.0.0.1:\(port)"
        var manner = AgrirouterBench.Manner()
        manner.http = "127.0.0.1:\(port)"
        let bench = try AgrirouterBench(
            receiver: Self.receiver, speed: 2, more: "  collect_interval_s: 1\ncentroid: { samples: 5 }", manner: manner
        )
        let software = try bench.partner("Software", dropsEqualIDs: true)
        try bench.admin("PATCH", "/options", #"{"onboarding_limit":0}"#)
        let answer = try bench.onboarding("POST")
        try #require(answer.status == 201, "\(answer.text)")
        try bench.wait("positions") { try bench.received(software).positions.count > 3 }
        let browser = try Browser()
        try browser.signIn(socket: bench.daemon.socket, address: address)
        try browser.wait(for: "sending", in: "#sending-status")
        #expect(
            try browser.evaluate("return document.querySelector('#sending-status').className") as? String
                == "sending is-on")

        try require(true, browser)
        #expect(try reported(true, bench)["refusal"] != nil)
        // Uplink: no further position is collected.
        try bench.wait("positions that are withheld", within: 3) {
            try bench.uplink()["positions"] as? String == "withheld"
        }
        try browser.wait(for: "positions withheld", in: "#sending-status", within: 5)
        #expect(
            try browser.evaluate("return document.querySelector('#sending-status').className") as? String
                == "sending is-off")
        try bench.wait("what was collected before is sent", within: 60) { bench.waiting(try bench.uplink()) == 0 }
        let sent = try bench.received(software).positions.count
        // Six seconds of the receiver, in which six positions would have been collected.
        usleep(3_000_000)
        #expect(bench.waiting(try bench.uplink()) == 0)
        #expect(try bench.received(software).positions.count == sent)
        // Averaged points: no sample counts.
        let session = try bench.request("POST", "/v1/centroid/start", "{}")
        #expect(session.status == 200, "\(session)")
        // Four seconds of the receiver, in which four samples are rejected.
        usleep(2_000_000)
        let sessions = try bench.request("GET", "/v1/centroid").json["sessions"] as? [[String: Any]]
        let rejected = sessions?.first?["rejected"] as? [String: Int]
        #expect(sessions?.first?["count"] as? Int == 0, "\(String(describing: sessions))")
        #expect((rejected?["unauthenticated"] ?? 0) > 0, "\(String(describing: sessions))")
        // The pages say so, and why.
        try browser.evaluate("location.hash = '#/status'")
        try browser.wait(for: "Only authenticated positions are sent (osnma.require)", in: "#status-uplink")
        // The reason may have become another one. On the page the sentence begins with a capital letter.
        let refusal = try #require(try reported(true, bench)["refusal"] as? String)
        let reason = String(refusal.dropFirst(1))
        try browser.wait(for: reason, in: "#status-uplink")
        try browser.wait(for: reason, in: "#status-osnma")
        try browser.takePicture("withheld")
        try browser.evaluate("location.hash = '#/osnma'")
        try browser.wait(for: "Currently refused because", in: "#osnma-verdict")
        try browser.wait(for: reason, in: "#osnma-verdict")
        try browser.expectClean("required")

        try require(false, browser)
        #expect(try reported(false, bench)["refusal"] == nil)
        try bench.wait("positions again", within: 30) { try bench.received(software).positions.count > sent }
        try browser.wait(
            "sending", within: 10,
            for:
                "const e = document.querySelector('#sending-status'); return e.className === 'sending is-on' && e.innerText.trim() === 'sending'"
        )
        try browser.expectClean("not required")
    }
}
