// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Recording with a tone and a map that moves, with the keyboard alone, by two people, and where the map has its edges.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleRecordingUseTests {
    private static let enter = "\u{E007}"
    private static let escape = "\u{E00C}"

    @Test(.timeLimit(.minutes(3))) func `each point sounds if that is wanted, and the map stays or moves`() throws {
        let bench = try ConsoleBench(receiver: ConsoleBench.driving())
        let browser = try bench.operatorsBrowser()
        let map = MapDrawing(browser: browser)
        try browser.waitForLive()
        try browser.evaluate(
            """
            window.tones = 0;
            const make = AudioContext.prototype.createOscillator;
            AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this) };
            """)
        #expect(try bench.ask("POST", "/v1/paths").status == 201)
        try map.wait(forPoints: 3)
        #expect(try browser.evaluate("return window.tones") as? Int == 0, "it is off by default")
        try browser.click("#record-tone")
        try browser.wait("the sound of switching it on", for: "return window.tones > 0")
        // What the head says and what sounded belong to the same reports.
        let count =
            "return [window.tones, Number(document.querySelector('#recording-status').innerText.match(/[0-9]+/)[0])]"
        let before = try #require(try browser.evaluate(count) as? [Int])
        try map.wait(forPoints: before[1] + 5)
        // On another page too.
        try browser.evaluate("location.hash = '#/status'")
        try browser.wait(forRecorded: before[1] + 8)
        let after = try #require(try browser.evaluate(count) as? [Int])
        #expect(abs((after[0] - before[0]) - (after[1] - before[1])) <= 1, "\(before) \(after)")
        try browser.evaluate("location.hash = '#/'")
        try browser.wait("the map", for: "return document.querySelector('#record-tone') !== null")
        try browser.click("#record-tone")
        let silent = try #require(try browser.evaluate(count) as? [Int])
        try map.wait(forPoints: silent[1] + 3)
        #expect((try browser.evaluate(count) as? [Int])?.first == silent[0])

        // Close to the vehicle, and the map does not follow it.
        let isInside = """
            const [dot, frame] = ['.own-dot', '.map-frame'].map((s) => document.querySelector(s).getBoundingClientRect());
            return dot.left >= frame.left && dot.right <= frame.right && dot.top >= frame.top && dot.bottom <= frame.bottom
            """
        try browser.zoomIn(5)
        try browser.click("#follow")
        let lines =
            "return [...document.querySelectorAll('.map-degrees span:not([hidden])')].map((e) => e.innerText + e.style.transform)"
        // A movement of the map that began before has ended.
        usleep(500_000)
        let view = try browser.evaluate(lines) as? [String]
        try browser.wait("the vehicle out of view", for: "return !(() => {\(isInside)})()")
        #expect(try browser.evaluate(lines) as? [String] == view, "the map moved")
        try browser.click("#record-pan")
        try browser.wait("the vehicle in view", within: 5, for: isInside)
        for _ in 0..<20 {
            // For four seconds, in which the vehicle would leave the view.
            usleep(200_000)
            #expect(try browser.evaluate(isInside) as? Bool == true)
        }
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(3))) func `with the keyboard alone a path is begun, marked, stopped and seen`() throws {
        let bench = try ConsoleBench(receiver: ConsoleBench.driving())
        let browser = try bench.operatorsBrowser()
        let map = MapDrawing(browser: browser)
        try browser.waitForLive()
        try browser.evaluate("document.activeElement.blur()")
        try browser.tab(to: "record")
        #expect(try browser.focusedName() == "Record a path")
        try browser.press(Self.enter)
        try browser.waitForDialog("Start recording")
        #expect(try browser.evaluate("return document.activeElement.id") as? String == "record-name")
        #expect(try browser.focusedName() == "Name (optional)")
        try browser.press("By keyboard" + Self.enter)
        try browser.waitForNoDialog()
        try browser.wait("the focus", for: "return document.activeElement.id === 'record-pause'")
        #expect(try browser.focusedName() == "Pause the recording")
        #expect(try bench.recording()["name"] as? String == "By keyboard")
        try map.wait(forPoints: 4)
        try browser.press(Self.enter)
        try browser.wait(for: "Resume", in: "#record-pause")
        #expect(try browser.focusedName() == "Resume the recording")
        let count = try #require(try bench.points())
        try bench.waitForNewEpoch()
        try browser.tab(to: "record-point")
        try browser.press(Self.enter)
        try map.wait(forPoints: count + 1)
        #expect(try browser.focusedName() == "Point: add the current position")
        try browser.tab(to: "record-average")
        try browser.press(Self.enter)
        try browser.waitForDialog("no averaged point")
        #expect(try browser.focusedName() == "Cancel", "what is done is not chosen by itself")
        try browser.press(Self.escape)
        try browser.waitForNoDialog()
        #expect(try browser.evaluate("return document.activeElement.id") as? String == "record-average")
        try browser.tab(to: "record-undo")
        try browser.press(Self.enter)
        try browser.wait(for: "removed", in: "#toasts")
        #expect(try bench.points() == count)
        // The second tap of a double tap removes no further point.
        try bench.waitForNewEpoch()
        try browser.click("#record-point")
        try map.wait(forPoints: count + 1)
        // Undo ignores a second tap for 0.7 s after the one above.
        usleep(1_000_000)
        // The second tap follows the answer to the first one at once, so that no slow machine puts a pause between them.
        _ = try browser.evaluate(
            waitingFor: """
                const button = document.querySelector('#record-undo');
                const toasts = document.querySelector('#toasts');
                // The same words are not shown a second time.
                toasts.replaceChildren();
                await new Promise((then) => {
                  new MutationObserver(then).observe(toasts, { childList: true });
                  button.click();
                });
                button.click();
                button.focus();
                """)
        #expect(try until(10) { try bench.points() == count })
        // The point must stay: a second command would have removed it by then, and no event announces that none was sent.
        usleep(1_000_000)
        #expect(try bench.points() == count)
        try browser.tab(to: "fit-running")
        let name = try #require(try browser.focusedName())
        #expect(name.contains("By keyboard"), "\(name)")
        // The box is written again each second; the focus stays.
        usleep(2_500_000)
        #expect(try browser.evaluate("return document.activeElement.id") as? String == "fit-running")
        try browser.press(Self.enter)
        try browser.tab(to: "record-stop")
        try browser.press(Self.enter)
        try browser.waitForDialog("Stop the recording?")
        #expect(try browser.focusedName() == "Cancel")
        // Backwards to what ends it.
        try browser.evaluate("document.querySelector('dialog button.primary').focus()")
        #expect(try browser.focusedName() == "Stop recording")
        try browser.press(Self.enter)
        try browser.waitForNoDialog()
        #expect(try bench.recording().isEmpty)
        try browser.wait("the focus", for: "return document.activeElement.id === 'record'")
        #expect(try browser.focusedName() == "Record a path")
        try browser.wait(
            "the polygon", for: "return document.querySelector('#map-paths').dataset.chosen.includes('polygon')")
        try browser.tab(to: "path-hide")
        #expect(try browser.focusedName() == "Hide this path")
        #expect(try browser.faultsButRefusals() == [])
    }

    @Test(.timeLimit(.minutes(3))) func `what one stops or undoes, another is told of in words`() throws {
        let bench = try ConsoleBench(receiver: ConsoleBench.driving())
        let (one, other) = (try bench.operatorsBrowser(), try bench.operatorsBrowser(.phone, language: "de"))
        for browser in [one, other] { try browser.waitForValues() }
        #expect(try bench.ask("POST", "/v1/paths", body: #"{"mode":"vertex"}"#).status == 201)
        for browser in [one, other] {
            try browser.wait("the buttons", for: "return document.querySelector('#record-stop')?.checkVisibility()")
        }
        // Both have the dialog open; the first one stops it.
        for browser in [one, other] {
            try browser.click("#record-stop")
            try browser.wait("the dialog", for: "return document.querySelector('dialog')?.open === true")
        }
        try one.click("dialog button.primary")
        try one.wait(for: "Nothing was stored", in: "#toasts")
        try other.click("dialog button.primary")
        try other.wait(for: "Es wird kein Weg aufgezeichnet", in: "dialog")
        #expect(try other.violations() == [])
        try other.press(Self.escape)
        // Points of both are in the same path, each once.
        #expect(try bench.ask("POST", "/v1/paths", body: #"{"mode":"vertex"}"#).status == 201)
        // The pages show the first path for another moment.
        for browser in [one, other] {
            try browser.wait(
                "the second path",
                for: "return /N[or]\\. 2\\b/.test(document.querySelector('#path-running')?.innerText)")
        }
        for turn in 1...6 {
            let browser = turn.isMultiple(of: 2) ? one : other
            try browser.wait("the button", for: "return document.querySelector('#record-point')?.checkVisibility()")
            try browser.click("#record-point")
            #expect(try until(5) { try bench.points() == turn })
            // The next point needs another position of the receiver.
            try bench.waitForNewEpoch()
        }
        for browser in [one, other] { try MapDrawing(browser: browser).wait(forPoints: 6) }
        // What was asked of one path is not done to the next one.
        try one.click("#record-stop")
        try one.wait("the dialog", for: "return document.querySelector('dialog')?.open === true")
        #expect(try bench.ask("POST", "/v1/paths/2/stop").status == 200)
        #expect(try bench.ask("POST", "/v1/paths", body: #"{"mode":"vertex","name":"next"}"#).status == 201)
        for name in ["pause", "resume", "point", "centroid", "undo", "stop"] {
            let answer = try bench.ask("POST", "/v1/paths/2/\(name)")
            #expect(answer.status == 409 && answer.json["code"] as? String == "other_path", "\(name): \(answer)")
        }
        try one.wait(
            "the next path", for: "return document.querySelector('#path-running')?.innerText.includes('next')")
        try one.click("dialog button.primary")
        try one.wait(for: "Path 2 is not being recorded any more", in: "dialog")
        try one.press(Self.escape)
        #expect(try bench.recording()["state"] as? String == "recording")
        #expect(try bench.ask("POST", "/v1/paths/3/stop").status == 200)
        #expect(try bench.ask("POST", "/v1/paths/3/stop").json["code"] as? String == "idle")
        #expect(try bench.ask("POST", "/v1/paths/x/stop").status == 404)
        let points = try PlainHTTP.request("GET", "/v1/paths/2/points", socket: bench.daemon.socket)
        let list = try #require(
            try JSONSerialization.jsonObject(with: Data(points.text.utf8)) as? [[String: Any]])
        #expect(Set(list.compactMap { $0["time"] as? String }).count == 6)
        #expect(try one.faultsButRefusals() == [] && other.faultsButRefusals() == [])
    }

    @Test(.timeLimit(.minutes(3))) func `a tap whose answer is lost is one point`() throws {
        let bench = try ConsoleBench(receiver: ConsoleBench.driving())
        let browser = try bench.operatorsBrowser()
        try browser.waitForValues()
        #expect(try bench.ask("POST", "/v1/paths", body: #"{"mode":"vertex"}"#).status == 201)
        try browser.wait("the button", for: "return document.querySelector('#record-point')?.checkVisibility()")
        // The gateway carries out the first request, and the page gets no answer before the receiver's next position.
        try browser.evaluate(
            """
            const real = window.fetch;
            window.taps = 0;
            window.fetch = async (path, options) => {
              const answer = await real(path, options);
              if (!String(path).endsWith('/point') || window.taps++) return answer;
              await new Promise((done) => setTimeout(done, 1500));
              throw new TypeError('lost');
            };
            """)
        try browser.click("#record-point")
        try browser.wait("the second request", for: "return window.taps === 2")
        try browser.click("#record-point")
        try browser.wait("the second tap", for: "return window.taps === 3")
        #expect(try until(5) { try bench.points() == 2 })
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(3))) func `a path over the 180th meridian is one line, and the map follows it`() throws {
        let bench = try ConsoleBench(receiver: ConsoleBench.driving(latitude: -17.5, longitude: 179.9999))
        let browser = try bench.operatorsBrowser()
        let map = MapDrawing(browser: browser)
        try browser.waitForLive()
        #expect(try bench.ask("POST", "/v1/paths").status == 201)
        var sides: Set<Bool> = []
        let isInMiddle = """
            const dot = document.querySelector('.own-dot').getBoundingClientRect();
            const map = document.querySelector('#map').getBoundingClientRect();
            return Math.abs(dot.x + dot.width / 2 - map.x - map.width / 2) <= 1.5
            """
        let deadline = Date(timeIntervalSinceNow: 90)
        while sides.count < 2, Date() < deadline {
            let place = try #require(
                try browser.evaluate("return document.querySelector('#map-info').innerText.match(/-?[0-9.]+°/g)")
                    as? [String])
            sides.insert(place[1].hasPrefix("-"))
            #expect(try browser.evaluate(isInMiddle) as? Bool == true, "\(place)")
            // The vehicle moves a few pixels between two looks.
            usleep(200_000)
        }
        #expect(sides.count == 2, "it never crossed")
        let points = try map.wait(forPoints: (try bench.points() ?? 0) + 3).points
        let line = try #require(try map.extent(ofColour: MapDrawing.black))
        // 120 m at zoom 17 are some 106 pixels.
        #expect(line.right - line.left < 200 && line.bottom - line.top < 200, "\(line) of \(points) points")
        #expect(try bench.ask("POST", "/v1/paths/current/stop").status == 200)
        try browser.waitForNoRecording()
        try browser.evaluate("location.hash = '#/?path=1'")
        try browser.wait(
            "the polygon", for: "return document.querySelector('#map-paths')?.dataset.chosen.includes('polygon')")
        // The map moves to the polygon.
        usleep(500_000)
        let whole = try #require(try map.extent(ofColour: MapDrawing.accent))
        #expect(whole.left > 5 && whole.right < whole.width - 5, "\(whole)")
        #expect(whole.right - whole.left > 100, "\(whole)")
        let area = try #require(try bench.ask("GET", "/v1/paths/1").json["area_m2"] as? Double)
        #expect(area < 15_000, "\(area)")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2))) func `beyond the map's end words say so`() throws {
        let bench = try ConsoleBench(receiver: ConsoleBench.driving(latitude: 86.5, longitude: 20))
        let browser = try Browser(.phone)
        try browser.open(bench.address)
        try browser.waitForLive()
        try browser.wait(for: "The map ends at 85.05°", in: "#map-words")
        try browser.expectClean()
    }
}

extension Browser {
    /// Waits for values, whatever they are called.
    func waitForValues() throws {
        try wait("live", for: "return document.documentElement.dataset.link === 'live'")
        try wait("a fix", for: "return document.querySelector('#fix-badge')?.innerText.includes('±') === true")
    }
}
