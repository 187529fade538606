// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Averaged points in the console.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleSamplingTests {
    private func standing(_ latitude: Double, _ longitude: Double) -> String {
        """
        simulation:
          start: now
          place: { latitude_deg: \(latitude), longitude_deg: \(longitude), height_m: 39 }
          receiver: { rate_hz: 5 }
          output: { ubx: { generation: 9 } }
        """
    }

    private func session(_ bench: ConsoleBench) throws -> [String: Any] {
        let sessions = try bench.ask("GET", "/v1/centroid").json["sessions"] as? [[String: Any]]
        return try #require(sessions?.last)
    }

    @Test(.timeLimit(.minutes(3)), arguments: [(40.7, -74.0), (-33.8, 151.2)])
    func `samples are counted up to an averaged point with its error, on every side of the Earth`(
        latitude: Double, longitude: Double
    ) throws {
        let bench = try ConsoleBench(receiver: standing(latitude, longitude))
        // No sample passes.
        let limit = #"{"filter":{"max_hdop":0.01}}"#
        #expect(try bench.ask("PUT", "/v1/centroid/settings", body: limit).status == 200)
        let browser = try bench.operatorsBrowser(.phone)
        try browser.evaluate("location.hash = '#/centroid'")
        try browser.wait("the page", for: "return document.querySelector('#sampling-start') !== null")
        try browser.tap("#sampling-start")
        try browser.wait(for: "rejected: HDOP too large or unknown", in: "#sampling-rejected")
        #expect(try session(bench)["follows_active"] as? Bool == true, "no receiver was chosen")
        #expect(try browser.text("#sampling-count") == "0 / 20")
        #expect(try browser.text("#sampling-latitude") == "---" && browser.text("#sampling-longitude") == "---")
        try browser.expectClean("before the first sample")
        // The new limit begins it again.
        #expect(try bench.ask("POST", "/v1/centroid/settings/reset").status == 200)
        try browser.wait(
            "some samples",
            for: "return /^([1-9]|1[0-9]) \\/ 20$/.test(document.querySelector('#sampling-count').innerText)")
        let early = try #require(try browser.text("#sampling-latitude"))
        #expect(early.wholeMatch(of: /-?\d+\.\d{6,}°/) != nil, "\(early)")
        try browser.wait(for: "Finished: this is the averaged point", in: "#sampling-state")
        #expect(try browser.text("#sampling-count") == "20 / 20")
        try browser.wait(
            "all samples", for: "return document.querySelector('#sampling-plot').dataset.samples === '20'")

        let report = try session(bench)
        let estimate = try #require(report["estimate"] as? [String: Any])
        let place = try #require(estimate["position"] as? [String: Double])
        let shown = try ["#sampling-latitude", "#sampling-longitude"].compactMap { id in
            try browser.text(id).flatMap { Double($0.dropLast()) }
        }
        try #require(shown.count == 2)
        #expect(abs(shown[0] - latitude) < 1e-4 && abs(shown[1] - longitude) < 1e-4, "\(shown)")
        #expect(abs(shown[0] - (place["latitude_deg"] ?? 0)) < 1e-9, "\(shown) \(place)")
        #expect(abs(shown[1] - (place["longitude_deg"] ?? 0)) < 1e-9, "\(shown) \(place)")
        let ellipse = try #require(estimate["standard_error_ellipse"] as? [String: Double])
        let drawn = try #require(
            try browser.evaluate(
                "return document.querySelector('#sampling-plot').dataset.ellipse.split(' ').map(Number)")
                as? [Double])
        #expect(drawn == [ellipse["semi_major_m"], ellipse["semi_minor_m"], ellipse["azimuth_deg"]].compactMap { $0 })
        try browser.tap("main details summary")
        let rows = try browser.evaluate(
            "return [...document.querySelectorAll('main details tbody tr')].map((r) => r.innerText)")
        let table = try #require(rows as? [String])
        #expect(table.count == 22 && table[0].hasPrefix("robust") && table[1].hasPrefix("compatible"), "\(table)")
        #expect(try browser.tooWide() == [])
        try browser.takePicture("sampling")
        try browser.expectClean("the averaged point")
        try expectPanel(of: shown, limit, bench, browser)
    }

    /// The camera's panel shows the averaged point, and the progress of the next session.
    private func expectPanel(of place: [Double], _ limit: String, _ bench: ConsoleBench, _ browser: Browser) throws {
        let panel = """
            const cell = (name) => [...document.querySelectorAll('#camera-panel div')]
              .find((each) => each.querySelector('dt').innerText === name)?.querySelector('dd').innerText;
            const [point, samples] = [cell('Averaged point'), cell('Samples')];
            const isPoint = /^-?\\d+\\.\\d{6,}° -?\\d+\\.\\d{6,}°$/.test(point);
            """
        try browser.evaluate("location.hash = '#/camera'")
        try browser.wait("the point", for: panel + "return isPoint && samples === '20 / 20'")
        let point = try #require(try browser.evaluate(panel + "return point") as? String)
        let halves = point.split(separator: " ").compactMap { Double($0.dropLast()) }
        #expect(zip(halves, place).allSatisfy { abs($0 - $1) < 1e-7 }, "\(halves) \(place)")
        #expect(try bench.ask("PUT", "/v1/centroid/settings", body: limit).status == 200)
        #expect(try bench.ask("POST", "/v1/centroid/start", body: "{}").status == 200)
        try browser.wait("no point yet", for: panel + "return point === '---' && samples === '0 / 20'")
        #expect(try bench.ask("POST", "/v1/centroid/settings/reset").status == 200)
        try browser.wait("the next point", for: panel + "return isPoint && samples !== '0 / 20'")
        try browser.expectClean("the camera")
    }

    @Test(.timeLimit(.minutes(3)))
    func `a session begins again while the receiver moves, on request, and ends in words`() throws {
        let bench = try ConsoleBench(receiver: ConsoleBench.driving())
        let browser = try bench.operatorsBrowser()
        try browser.evaluate("location.hash = '#/centroid'")
        try browser.wait("the page", for: "return document.querySelector('#sampling-start') !== null")
        try browser.tap("#sampling-start")
        try browser.wait(for: "the receiver moved", in: "#sampling-state", within: 60)
        try browser.wait(for: "started again", in: "#sampling-state")
        let resets = try #require(try session(bench)["resets"] as? Int)
        try browser.tap("#sampling-reset")
        #expect(try until(5) { (try session(bench)["resets"] as? Int ?? 0) > resets })
        try browser.tap("#sampling-stop")
        try browser.wait(for: "Stopped before there were enough samples", in: "#sampling-state")
        try browser.wait(for: "on request", in: "#sampling-state")
        #expect(try browser.focusedName() == "Start sampling")
        // A continuous one in another browser, which an admin switches off in the middle.
        try browser.evaluate("document.querySelector('#sampling-continuous').click()")
        try browser.tap("#sampling-start")
        try browser.wait(for: "2: tractor", in: "#sampling-session")
        #expect(try bench.ask("PATCH", "/v1/settings", body: #"{"centroid.enabled":false}"#).status == 200)
        try browser.wait(for: "sampling was disabled", in: "#sampling-state")
        try browser.wait(for: "Averaging is switched off", in: "main")
        #expect(try browser.evaluate("return document.querySelector('#sampling-start').disabled") as? Bool == true)
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(3)))
    func `an averaged point becomes a point of the path that is being recorded`() throws {
        let bench = try ConsoleBench()
        let browser = try bench.operatorsBrowser(.phone)
        try browser.waitForLive()
        #expect(try bench.ask("POST", "/v1/paths", body: #"{"mode":"vertex"}"#).status == 201)
        try browser.wait("the buttons", for: "return document.querySelector('#record-average')?.checkVisibility()")
        try browser.tap("#record-average")
        try browser.waitForDialog("no averaged point")
        try browser.tap("dialog button.primary")
        try browser.waitForNoDialog()
        try browser.wait(for: " / 20", in: "#record-average")
        #expect(try until(30) { try session(bench)["state"] as? String == "finished" })
        try browser.wait(for: "Average", in: "#record-average")
        try browser.tap("#record-average")
        try browser.wait(for: "An averaged point of 20 samples", in: "#toasts")
        let points = try PlainHTTP.request("GET", "/v1/paths/1/points", socket: bench.daemon.socket).text
        #expect(points.contains(#""origin":"centroid""#))
        // It is used once; from the other page it is refused in words.
        try browser.evaluate("location.hash = '#/centroid'")
        try browser.wait("the button", for: "return document.querySelector('#sampling-take')?.checkVisibility()")
        try browser.tap("#sampling-take")
        try browser.wait(for: "was already used", in: "main .problem")
        #expect(try browser.violations() == [])
        #expect(try browser.faultsButRefusals() == [])
    }

    @Test(.timeLimit(.minutes(2)))
    func `the number of samples has a range and goes back to its default, and who may not change it is told`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        try browser.evaluate("location.hash = '#/centroid'")
        try browser.wait(for: "Allowed: 1 to 50. Default: 20.", in: "#sampling-settings")
        let set = """
            const field = document.querySelector('#setting-centroid-samples'); field.value = arguments[0];
            for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
            """
        try browser.evaluate(set, "51")
        try browser.wait(for: "50", in: "#setting-centroid-samples-problem")
        try browser.evaluate(set, "30")
        #expect(
            try until(5) {
                let settings = try bench.ask("GET", "/v1/centroid/settings").json["settings"] as? [String: Any]
                return settings?["samples"] as? Int == 30
            })
        try browser.wait(
            "the button", for: "return document.querySelector('[aria-label=\"Reset: Samples for one point\"]') !== null"
        )
        try browser.tap("[aria-label='Reset: Samples for one point']")
        #expect(
            try until(5) {
                let report = try bench.ask("GET", "/v1/centroid/settings").json
                return (report["settings"] as? [String: Any])?["samples"] as? Int == 20
                    && (report["changed"] as? [String]) == []
            })
        #expect(try browser.faultsButRefusals() == [])
        let viewer = try Browser(.phone)
        try viewer.open(bench.address + "/#/centroid")
        try viewer.wait(for: "invite --role operator", in: ".not-allowed")
        #expect(try viewer.evaluate("return document.querySelector('#sampling-start').disabled") as? Bool == true)
        #expect(
            try viewer.evaluate("return document.querySelector('#setting-centroid-samples')?.disabled") as? Bool == true
        )
        try viewer.expectClean()
    }
}
