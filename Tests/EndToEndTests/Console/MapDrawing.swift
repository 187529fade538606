// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the map of the console has drawn.
struct MapDrawing {
    let browser: Browser

    /// A path as the map says: its number, how many points are drawn, as what, and how many pins it has.
    struct Path: Equatable {
        var id: Int
        var points: Int
        var shape: String
        var pins: Int
    }

    /// The path of a box, `running` or `chosen`; nil if none exists.
    func path(_ kind: String) throws -> Path? {
        let text = try browser.evaluate(
            "return document.querySelector('#map-paths')?.dataset[arguments[0]] ?? ''", kind)
        let words = ((text as? String) ?? "").split(separator: " ")
        guard words.count == 4, let id = Int(words[0]), let points = Int(words[1]), let pins = Int(words[3]) else {
            return nil
        }
        return Path(id: id, points: points, shape: String(words[2]), pins: pins)
    }

    /// Waits until so many points of the path that is being recorded are drawn.
    @discardableResult
    func wait(forPoints count: Int, within seconds: Double = 60) throws -> Path {
        try browser.wait(
            "\(count) points", within: seconds,
            for: "return Number(document.querySelector('#map-paths')?.dataset.running?.split(' ')[1]) >= arguments[0]",
            count)
        return try #require(try path("running"))
    }

    /// Where a colour is on the map, in pixels from its corner, and the size of the map; nil where it is nowhere.
    func extent(ofColour colour: [Int]) throws -> (
        left: Int, top: Int, right: Int, bottom: Int, width: Int, height: Int
    )? {
        let script = """
            const canvas = document.querySelector('.leaflet-overlay-pane canvas');
            const [map, box] = [document.querySelector('#map'), canvas].map((e) => e.getBoundingClientRect());
            const [x, y, w, h] = [map.x - box.x, map.y - box.y, map.width, map.height].map((v) => Math.round(v * canvas.width / box.width));
            const { data } = canvas.getContext('2d').getImageData(x, y, w, h);
            let found = null;
            for (let at = 0; at < data.length; at += 4) {
              if (data[at + 3] < 250 || arguments[0].some((value, index) => Math.abs(data[at + index] - value) > 3)) continue;
              const [px, py] = [(at / 4) % w, Math.floor(at / 4 / w)];
              found = found ? [Math.min(found[0], px), Math.min(found[1], py), Math.max(found[2], px), Math.max(found[3], py)] : [px, py, px, py];
            }
            return found ? [...found, w, h] : []
            """
        let numbers = try #require(try browser.evaluate(script, colour) as? [Int])
        guard numbers.count == 6 else { return nil }
        return (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }

    static let black = [0, 0, 0]
    /// The light theme's colour of a chosen path.
    static let accent = [11, 95, 158]
}

extension ConsoleBench {
    /// A receiver that drives in a circle of 60 m.
    ///
    /// - Parameters:
    ///   - latitude, longitude: of the circle's middle, in degrees.
    ///   - speed: in km/h.
    static func driving(latitude: Double = 52.475, longitude: Double = 5.56, speed: Int = 40) -> String {
        """
        simulation:
          start: now
          place: { latitude_deg: \(latitude), longitude_deg: \(longitude), height_m: 39 }
          geoid_separation_m: 42.7
          circle: { radius_m: 60 }
          speed_kmh: \(speed)
          receiver: { rate_hz: 5 }
          output: { ubx: { generation: 9 } }
        """
    }

    /// The path that is being recorded; empty if there is none.
    func recording() throws -> [String: Any] {
        let answer = try ask("GET", "/v1/paths/current")
        return answer.status == 200 ? answer.json : [:]
    }

    /// Waits until the receiver has sent an epoch that begins after this call: a point that a person takes at the epoch
    /// of the last recorded point replaces that point.
    func waitForNewEpoch() throws {
        func epoch() throws -> String? {
            (try ask("GET", "/v1/receivers/tractor").json["fix"] as? [String: Any])?["time"] as? String
        }
        var seen: Set<String> = []
        let deadline = Date(timeIntervalSinceNow: 30)
        while seen.count < 3 {
            try #require(Date() < deadline, "the receiver sends no more epochs")
            if let time = try epoch() { seen.insert(time) }
            // A tenth of an epoch at 5 Hz, so that none is missed.
            usleep(20_000)
        }
    }

    /// Its number of points; nil if nothing is recorded.
    func points() throws -> Int? { try recording()["points"] as? Int }

    /// A browser that is signed in as an operator.
    func operatorsBrowser(_ size: Browser.Size = .desk, language: String = "en") throws -> Browser {
        let browser = try Browser(size, language: language)
        let answer = try ask("POST", "/v1/session/invitation", body: #"{"role":"operator"}"#).json
        try browser.open("\(address)/?sign-in#code=\(try #require(answer["code"] as? String))")
        try browser.wait("signed in", for: "return document.querySelector('#toasts .toast') !== null")
        try browser.evaluate("document.querySelectorAll('#toasts button').forEach((b) => b.click())")
        return browser
    }
}

extension Browser {
    /// What went wrong but that the gateway refused commands, which this test caused.
    func faultsButRefusals() throws -> [String] {
        // The browser advises those who read a canvas often, which these tests do.
        try faults().filter {
            !$0.contains("the server responded with a status of 4") && !$0.contains("willReadFrequently")
        }
    }

    /// Waits for a dialog with these words.
    func waitForDialog(_ words: String) throws {
        try wait("the dialog", for: "return document.querySelector('dialog')?.open === true")
        try wait(for: words, in: "dialog")
    }

    /// Until the head of the page says that at least so many points are recorded. On a busy machine, it skips numbers.
    func wait(forRecorded count: Int) throws {
        try wait(
            "\(count) points in the head",
            for: "const e = document.querySelector('#recording-status');"
                + "return (e?.innerText.match(/recording, points: (\\d+)/)?.[1] ?? -1) >= arguments[0]", count)
    }

    /// Waits until the map offers to record, since nothing is recorded.
    func waitForNoRecording() throws {
        try wait("the button", for: "return document.querySelector('#record')?.checkVisibility() === true")
    }

    func waitForNoDialog() throws {
        try wait("no dialog", for: "return document.querySelector('dialog') === null")
    }

    /// Presses the tab key until what has the focus has this id.
    func tab(to id: String) throws {
        for _ in 0..<80 {
            if try evaluate("return document.activeElement.id") as? String == id { return }
            try press("\u{E004}")
        }
        throw Failure(description: "the tab key never comes to \(id)")
    }
}
