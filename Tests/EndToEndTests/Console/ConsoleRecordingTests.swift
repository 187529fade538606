// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Recording a path on the console's map: by hand and by itself, by two people, over the end of pages and of the daemon.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleRecordingTests {
    private static let enter = "\u{E007}"
    private static let escape = "\u{E00C}"

    @Test(.timeLimit(.minutes(4)))
    func `a path is recorded while pages come and go, and the map shows it as it is stored`() throws {
        let bench = try ConsoleBench(receiver: ConsoleBench.driving())
        let other = try bench.operatorsBrowser()
        try other.waitForLive()
        try other.click("#record")
        try other.waitForDialog("Start recording")

        var browser: Browser? = try bench.operatorsBrowser(.phone)
        do {
            let browser = try #require(browser)
            let map = MapDrawing(browser: browser)
            try browser.waitForLive()
            try browser.click("#record")
            try browser.waitForDialog("Name")
            try browser.enter(
                "<img src=x>&\"\u{202E}field" + String(repeating: "W", count: 150), in: "#record-name")
            try browser.press(Self.enter)
            try browser.waitForNoDialog()
            let drawn = try map.wait(forPoints: 4)
            #expect(drawn.shape == "line" && drawn.id == 1)
            let stored = try #require(try bench.points())
            #expect(stored >= drawn.points)
            #expect(try map.extent(ofColour: MapDrawing.black) != nil, "no black line")
            try browser.wait(for: "<img src=x>&\"", in: "#path-running")
            try browser.wait(for: "not sent", in: "#path-running")
            #expect(try browser.evaluate("return document.querySelectorAll('img').length") as? Int == 0)
            #expect(try browser.tooWide() == [] && !browser.isTooHigh())
            let right = "return document.querySelector('#path-running').getBoundingClientRect().right <= innerWidth"
            #expect(try browser.evaluate(right) as? Bool == true, "a long name is cut")
            try browser.takePicture("recording")
            try browser.expectClean("recording")
            // Another page: the head says that it goes on.
            try browser.evaluate("location.hash = '#/status'")
            try browser.wait(forRecorded: drawn.points + 2)
            try browser.evaluate("location.hash = '#/'")
            try map.wait(forPoints: drawn.points + 2)
        }
        // A second one cannot begin, and is told which one runs.
        try other.click("dialog button.primary")
        try other.wait(for: "Another path is already being recorded: No. 1", in: "dialog")
        try other.press(Self.escape)
        try other.waitForNoDialog()
        // The browser is closed.
        browser = nil
        let before = try #require(try bench.points())
        let map = MapDrawing(browser: other)
        try map.wait(forPoints: before + 3)
        #expect(try bench.recording()["state"] as? String == "recording")
        #expect(try other.faultsButRefusals() == [])
    }

    @Test(.timeLimit(.minutes(4)))
    func `corners are taken, undone and averaged while it is paused, and stopping asks and shows the polygon`() throws {
        let bench = try ConsoleBench(receiver: ConsoleBench.driving())
        let browser = try bench.operatorsBrowser()
        let map = MapDrawing(browser: browser)
        try browser.waitForLive()
        try browser.waitForNoRecording()
        try browser.click("#record")
        try browser.waitForDialog("Name")
        try browser.click("dialog button.primary")
        try browser.waitForNoDialog()
        try map.wait(forPoints: 8)
        #expect(try bench.recording()["name"] as? String != "", "an empty name is made up")
        try browser.click("#record-pause")
        try browser.wait(for: "Resume", in: "#record-pause")
        let count = try #require(try bench.points())
        try bench.waitForNewEpoch()
        try browser.click("#record-point")
        try map.wait(forPoints: count + 1)
        let last = try PlainHTTP.request(
            "GET", "/v1/paths/1/points?from=\(count)", socket: bench.daemon.socket)
        #expect(last.text.contains(#""origin":"vertex""#))
        // What was undone is not drawn any more, even if another point has come in its place at once.
        _ = try bench.ask("POST", "/v1/paths/current/undo")
        _ = try bench.ask("POST", "/v1/paths/current/undo")
        try bench.waitForNewEpoch()
        _ = try bench.ask("POST", "/v1/paths/current/point")
        try browser.wait(
            "the points that are stored",
            for: "return document.querySelector('#map-paths').dataset.running.startsWith('1 \(count) ')")
        // A session of samples is offered, since there is none.
        try browser.click("#record-average")
        try browser.waitForDialog("no averaged point yet")
        try browser.click("dialog button.primary")
        try browser.waitForNoDialog()
        let sessions = try bench.ask("GET", "/v1/centroid").json["sessions"] as? [[String: Any]]
        #expect(sessions?.count == 1 && sessions?.first?["receiver"] as? String == "tractor")
        try browser.click("#record-pause")
        try map.wait(forPoints: count + 4)

        try browser.click("#record-stop")
        try browser.waitForDialog("Stop the recording?")
        try browser.press(Self.escape)
        try browser.waitForNoDialog()
        #expect(try bench.recording()["state"] as? String == "recording", "it was not confirmed")
        try browser.click("#record-stop")
        try browser.waitForDialog("cannot be continued")
        try browser.click("dialog button.primary")
        try browser.wait(for: "is stored with", in: "#toasts")
        #expect(try bench.recording().isEmpty)
        try browser.wait(
            "the polygon", for: "return document.querySelector('#map-paths').dataset.chosen.includes('polygon')")
        let stored = try bench.ask("GET", "/v1/paths/1").json
        let isDrawn = try until(10) {
            try map.path("chosen")?.points == stored["points"] as? Int && map.path("running") == nil
        }
        #expect(isDrawn, "\(stored)")
        try browser.wait(for: "m²", in: "#path-chosen")
        try browser.wait(for: "not sent", in: "#path-chosen")
        try expectWhole(map)
        // What is stored with a point stands at its pin.
        try browser.wait(
            "a point's data",
            for: """
                if (document.querySelector('.point .facts')) return true;
                const canvas = document.querySelector('.leaflet-overlay-pane canvas'), box = canvas.getBoundingClientRect();
                const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                const seen = [];
                for (let at = 0; at < data.length; at += 4) {
                  if (arguments[0].every((value, index) => Math.abs(data[at + index] - value) <= 3)) seen.push(at / 4);
                }
                const pixel = seen[Math.floor(Math.random() * seen.length)];
                const [x, y] = [pixel % width, Math.floor(pixel / width)].map((value) => value * box.width / width);
                canvas.dispatchEvent(new MouseEvent('click', { clientX: box.x + x, clientY: box.y + y, bubbles: true }));
                return false
                """, MapDrawing.accent)
        for words in ["Height above the ellipsoid", "tractor"] { try browser.wait(for: words, in: ".point") }
        // One of the corners may have been hit.
        #expect(try browser.text(".point")?.contains(/automatically|by hand/) == true)
        #expect(try browser.violations() == [])
        try browser.press(Self.escape)
        // From elsewhere the box leads back to it.
        try browser.click("#follow")
        // Leaflet animates the zoom, and takes no other view until that has ended.
        try browser.zoomIn(3)
        try browser.click(".leaflet-control-zoom-in")
        try browser.click("#fit-chosen")
        try expectWhole(map)
        #expect(try browser.evaluate("return document.querySelector('#follow').ariaPressed") as? String == "false")
        try browser.takePicture("path-polygon")
        #expect(try browser.violations() == [])
        try browser.click("#path-hide")
        #expect(try browser.evaluate("return document.querySelector('#path-chosen').hidden") as? Bool == true)
        // The map is drawn again with the next frame.
        #expect(try until(5) { try map.path("chosen") == nil && map.extent(ofColour: MapDrawing.accent) == nil })
        #expect(try browser.faultsButRefusals() == [])
    }

    /// The path is drawn, and no part of it beyond the edge of the map.
    private func expectWhole(_ map: MapDrawing) throws {
        // The map moves there.
        var extent = try map.extent(ofColour: MapDrawing.accent)
        let isWhole = try until(5) {
            extent = try map.extent(ofColour: MapDrawing.accent)
            guard let extent else { return false }
            return extent.left > 5 && extent.top > 5 && extent.right < extent.width - 5
                && extent.bottom < extent.height - 5
        }
        #expect(isWhole, "\(String(describing: extent))")
    }

    @Test(.timeLimit(.minutes(3)))
    func `a path without points is not kept, and without a receiver none begins`() throws {
        let bench = try ConsoleBench()
        let browser = try bench.operatorsBrowser()
        try browser.waitForLive()
        try browser.waitForNoRecording()
        try browser.click("#record")
        try browser.waitForDialog("Name")
        try browser.evaluate(
            "const s = document.querySelector('#record-spacing'); s.value = 'hand'; s.dispatchEvent(new Event('change'))"
        )
        try browser.click("dialog button.primary")
        try browser.waitForNoDialog()
        let mode = try bench.recording()["recording"] as? [String: Any]
        #expect(mode?["mode"] as? String == "vertex")
        try browser.wait(
            "its buttons", for: "return document.querySelector('#record-stop')?.checkVisibility() === true")
        try browser.click("#record-stop")
        try browser.waitForDialog("0 points")
        try browser.click("dialog button.primary")
        try browser.wait(for: "Nothing was stored", in: "#toasts")
        #expect(try bench.ask("GET", "/v1/paths").text == "[]\n")
        try browser.waitForNoRecording()

        // The receiver counts as present for 15 s after its last report.
        #expect(try bench.ask("POST", "/v1/receivers/tractor/stop").status == 200)
        let isAbsent = try until(60) {
            let answer = try bench.ask("POST", "/v1/paths")
            if answer.status == 201 { #expect(try bench.ask("POST", "/v1/paths/current/stop").status == 200) }
            // Each try begins a path; a few of them are enough.
            usleep(2_000_000)
            return answer.json["code"] as? String == "no_source"
        }
        #expect(isAbsent)
        // The page may still show the last of these.
        #expect(until(20) { (try? browser.click("#record")) != nil })
        try browser.waitForDialog("Name")
        try browser.click("dialog button.primary")
        try browser.wait(for: "nothing is recorded", in: "dialog")
        #expect(try bench.recording().isEmpty)
        #expect(try browser.faultsButRefusals() == [])
    }

    @Test(.timeLimit(.minutes(3))) func `after kill -9 the map shows the points that are stored`() throws {
        let folder = try TemporaryFolder()
        let port = try Program.freePort()
        func bench() throws -> ConsoleBench {
            try ConsoleBench(
                port: port, receiver: ConsoleBench.driving(), environment: ["STATE_DIRECTORY": folder.path])
        }
        var old: ConsoleBench? = try bench()
        let browser = try Browser()
        let map = MapDrawing(browser: browser)
        try browser.open(try #require(old).address)
        try browser.waitForLive()
        #expect(try old?.ask("POST", "/v1/paths").status == 201)
        let drawn = try map.wait(forPoints: 5)
        old?.daemon.signal(SIGKILL)
        _ = old?.daemon.waitForEnd()
        old = nil
        let new = try bench()
        let kept = try #require(try new.points())
        #expect(kept >= drawn.points, "the map showed what was not stored")
        try map.wait(forPoints: kept + 2)
        #expect(try new.ask("POST", "/v1/paths/current/pause").status == 200)
        let points = try #require(try new.points())
        try browser.wait(
            "all points",
            for: "return document.querySelector('#map-paths').dataset.running.startsWith(`1 ${arguments[0]} `)", points)
        try browser.wait(for: "recording paused", in: "#path-running")
    }

    /// Only root may mount a disk that is soon full.
    @Test(.enabled(if: geteuid() == 0 && Program.installed("mount") != nil), .timeLimit(.minutes(3)))
    func `while the disk is full points wait, what is pressed is refused in words, and nothing is lost`() throws {
        let folder = try TemporaryFolder()
        let mount = try #require(Program.installed("mount"))
        let mounted = try Program.run(mount, ["-t", "tmpfs", "-o", "size=4m", "none", folder.path])
        try #require(mounted.status == 0, "\(mounted.messages)")
        defer { _ = try? Program.run(Program.installed("umount") ?? "umount", ["--lazy", folder.path]) }
        let bench = try ConsoleBench(
            receiver: ConsoleBench.driving(), environment: ["STATE_DIRECTORY": folder.path + "/state"])
        let browser = try bench.operatorsBrowser(.phone)
        try browser.waitForLive()
        #expect(try bench.ask("POST", "/v1/paths").status == 201)
        let map = MapDrawing(browser: browser)
        try map.wait(forPoints: 3)
        let filler = folder.path + "/filler"
        let fill = "dd if=/dev/zero of='\(filler)' bs=4k 2>/dev/null; true"
        #expect(try Program.run("/bin/sh", ["-c", fill]).status == 0)
        try browser.wait(for: "points wait to be stored", in: "#path-running")
        try browser.wait(for: "cannot store the recorded path's points", in: "#toasts")
        let stored = try #require(try bench.points())
        #expect(try map.path("running")?.points ?? 0 <= stored)
        try browser.click("#record-stop")
        try browser.waitForDialog("Stop the recording?")
        try browser.click("dialog button.primary")
        try browser.wait(for: "disk is full", in: "dialog .problem")
        #expect(try browser.violations() == [])
        try browser.press(Self.escape)
        try FileManager.default.removeItem(atPath: filler)
        try map.wait(forPoints: stored + 6)
        try browser.wait(
            "all points", for: "return !document.querySelector('#path-running').innerText.includes('wait to be')")
        let lost = (try bench.recording()["recording"] as? [String: Any])?["lost"] as? Int
        #expect(lost == 0)
        #expect(try browser.faults().filter { !$0.contains("status of 507") } == [])
    }

    @Test(.timeLimit(.minutes(3)))
    func `who only looks sees the recording, and is told whom to ask`() throws {
        let bench = try ConsoleBench(receiver: ConsoleBench.driving())
        let browser = try Browser(.phone)
        try browser.open(bench.address)
        try browser.waitForLive()
        try browser.click("#record")
        try browser.waitForDialog("invite --role operator")
        #expect(try browser.violations() == [])
        try browser.press(Self.escape)
        #expect(try bench.ask("POST", "/v1/paths").status == 201)
        try MapDrawing(browser: browser).wait(forPoints: 3)
        for button in ["pause", "point", "average", "undo", "stop"] {
            try browser.click("#record-\(button)")
            try browser.waitForDialog("invite --role operator")
            try browser.press(Self.escape)
            try browser.waitForNoDialog()
        }
        #expect(try bench.recording()["state"] as? String == "recording")
        try browser.expectClean()
    }
}
