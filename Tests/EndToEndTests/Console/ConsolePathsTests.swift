// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The console's list of paths: what is in it, renamed, deleted, written as files, and read from them.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsolePathsTests {
    private static let escape = "\u{E00C}"
    /// A name that no page may take for anything but text.
    private static let hostile = "<img src=x onerror=alert(1)>&\"'\u{202E}dlof"

    /// A round field as a GPX file.
    private func gpx(_ name: String, points: Int = 60) -> String {
        let escaped = name.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        let track = (0..<points).map { index in
            let angle = 2 * Double.pi * Double(index) / Double(points)
            let latitude = 52.475 + 0.002 * cos(angle) * (1 + 0.1 * sin(20 * angle))
            return "<trkpt lat=\"\(latitude)\" lon=\"\(5.56 + 0.003 * sin(angle))\"/>"
        }
        return "<gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk>"
            + "<name>\(escaped)</name><trkseg>\(track.joined())</trkseg></trk></gpx>"
    }

    private func add(_ name: String, points: Int = 60, to bench: ConsoleBench) throws {
        let answer = try bench.ask("POST", "/v1/paths/import?format=gpx", body: gpx(name, points: points))
        try #require(answer.status == 201, "\(answer.text.prefix(500))")
    }

    private func open(_ page: String, _ bench: ConsoleBench, _ browser: Browser) throws {
        try browser.evaluate("location.hash = arguments[0]", "#\(page)")
        try browser.wait("the page \(page)", for: "return document.querySelector('main h1') !== null")
    }

    @Test(.timeLimit(.minutes(3)))
    func `paths are imported, listed, shown, renamed and deleted, whatever they are called`() throws {
        let bench = try ConsoleBench()
        let browser = try bench.operatorsBrowser(.phone)
        try open("/paths", bench, browser)
        try browser.wait(for: "No path has been recorded yet", in: "#paths-list")
        try browser.expectClean("without paths")
        // Without a file there is nothing to import, and the dialog can be left all the same.
        try browser.tap("#paths-import")
        try browser.waitForDialog("All paths of the file")
        try browser.tap("dialog button[value=close]")
        try browser.waitForNoDialog()
        let file = try TemporaryFile(gpx(Self.hostile), suffix: ".gpx")
        try browser.tap("#paths-import")
        try browser.waitForDialog("All paths of the file")
        try browser.enter(file.path, in: "#import-file")
        try browser.tap("dialog button.primary")
        try browser.wait(for: "Paths imported: 1", in: "#toasts")
        try browser.wait(for: Self.hostile, in: "[data-path='1'] h2")
        #expect(try browser.evaluate("return document.querySelectorAll('img').length") as? Int == 0)
        for part in [" m", "ha", "60", "not sent"] { try browser.wait(for: part, in: "[data-path='1']") }
        #expect(try browser.tooWide() == [])
        try browser.takePicture("paths")
        try browser.expectClean("the list")

        // Its points as a table.
        try browser.tap("#path-points-1")
        try browser.waitForDialog("Points 1 to 60")
        #expect(try browser.evaluate("return document.querySelectorAll('dialog tbody tr').length") as? Int == 60)
        #expect(try browser.violations() == [])
        try browser.press(Self.escape)
        try browser.waitForNoDialog()

        // A name of ten thousand letters is refused where it was typed, and a short one is taken.
        try browser.tap("#path-rename-1")
        try browser.waitForDialog("Rename the path")
        try browser.evaluate("document.querySelector('#path-name').value = 'x'.repeat(10000)")
        try browser.tap("dialog button.primary")
        try browser.wait(for: "1...200 characters", in: "dialog .problem")
        // Chromium logs each refused request.
        let logged = try browser.faults()
        #expect(logged.count == 1 && logged[0].contains("/v1/paths/1 ") && logged[0].contains("400"), "\(logged)")
        try browser.evaluate("document.querySelector('#path-name').value = '<b>&\"Südfeld'")
        try browser.tap("dialog button.primary")
        try browser.waitForNoDialog()
        try browser.wait(for: "<b>&\"Südfeld", in: "[data-path='1'] h2")
        #expect(try browser.evaluate("return document.activeElement.id") as? String == "path-rename-1")

        // On the map.
        try browser.tap("#path-show-1")
        try browser.wait(for: "<b>&\"Südfeld", in: "#path-chosen")
        try browser.wait(for: "ha", in: "#path-chosen")
        #expect(try MapDrawing(browser: browser).path("chosen")?.points == 60)
        try browser.expectClean("on the map")

        // What is deleted elsewhere is gone from the map, with words.
        #expect(try bench.ask("PATCH", "/v1/paths/1", body: #"{"name":"Renamed"}"#).status == 200)
        try browser.wait(for: "Renamed", in: "#path-chosen")
        #expect(try bench.ask("DELETE", "/v1/paths/1").status == 204)
        try browser.wait(for: "no longer exists", in: "#toasts")
        #expect(try browser.evaluate("return document.querySelector('#path-chosen').hidden") as? Bool == true)

        // Deleting asks.
        try add("North", to: bench)
        try open("/paths", bench, browser)
        try browser.wait(for: "North", in: "[data-path='2']")
        try browser.tap("#path-delete-2")
        try browser.waitForDialog("deleted permanently")
        #expect(try browser.focusedName() == "Cancel")
        try browser.press(Self.escape)
        try browser.waitForNoDialog()
        #expect(try bench.ask("GET", "/v1/paths/2").status == 200)
        try browser.tap("#path-delete-2")
        try browser.waitForDialog("North")
        try browser.tap("dialog button.primary")
        try browser.wait(for: "No path has been recorded yet", in: "#paths-list")
        #expect(try bench.ask("GET", "/v1/paths/2").status == 404)
        #expect(try browser.faultsButRefusals() == [])
    }

    @Test(.timeLimit(.minutes(2)))
    func `while a path is recorded its row counts, what is open stays open, and the position stays in view`() throws {
        let bench = try ConsoleBench()
        let browser = try bench.operatorsBrowser(Browser.Size(width: 360, height: 640))
        #expect(try bench.ask("POST", "/v1/paths", body: #"{"name":"Field","every":{"seconds":1}}"#).status == 201)
        try open("/paths", bench, browser)
        try browser.wait("the row", for: "return document.querySelector('#path-export-1') !== null")
        try browser.tap("#path-export-1")
        let points =
            "Number([...document.querySelectorAll('[data-path=\"1\"] dt')].find((e) => e.innerText === 'Points').nextSibling.innerText)"
        let before = try #require(try browser.evaluate("return \(points)") as? Int)
        try browser.wait("more points", for: "return \(points) > arguments[0] + 1", before)
        #expect(try browser.evaluate("return document.querySelector('[data-path] details').open") as? Bool == true)

        // What changes behind a dialog is shown when the dialog is closed.
        try browser.tap("#path-rename-1")
        try browser.waitForDialog("Rename the path")
        #expect(try bench.ask("PATCH", "/v1/paths/1", body: #"{"name":"Renamed"}"#).status == 200)
        // A list drawn behind the dialog would show the new name after a second.
        usleep(1_500_000)
        #expect(try browser.text("[data-path='1'] h2")?.contains("Field") == true)
        try browser.press(Self.escape)
        try browser.wait(for: "Renamed", in: "[data-path='1'] h2")

        // On a small phone no box covers the own position.
        try open("/", bench, browser)
        try browser.wait("the path", for: "return document.querySelector('#path-running')?.checkVisibility() === true")
        try browser.wait(
            "the own position in view",
            for: """
                const box = document.querySelector('.own-dot').getBoundingClientRect();
                return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest('.own-dot') !== null
                  && !document.querySelector('#map-info').checkVisibility()
                """)
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2))) func `each format is saved as the gateway writes it`() throws {
        let bench = try ConsoleBench()
        try add("Field & «stream»", to: bench)
        let folder = try TemporaryFolder()
        let browser = try Browser()
        try browser.devTools("Browser.setDownloadBehavior", ["behavior": "allow", "downloadPath": folder.path])
        try browser.open(bench.address + "/#/paths")
        try browser.wait("the list", for: "return document.querySelector('#path-export-1') !== null")
        try browser.tap("#path-export-1")
        for format in ["gpx", "kml", "kmz", "geojson", "csv"] {
            try browser.tap("a[href='/v1/paths/1.\(format)']")
            let file = "\(folder.path)/Field & «stream».\(format)"
            #expect(until(10) { FileManager.default.fileExists(atPath: file) }, "\(format)")
            guard format != "kmz" else { continue }
            let text = try bench.ask("GET", "/v1/paths/1.\(format)").text
            // The answer of the socket comes in chunks.
            let saved = try String(contentsOfFile: file, encoding: .utf8)
            #expect(saved.count > 500 && text.contains(saved.prefix(200)), "\(format)")
        }
        // One that is gone is not saved as a file with a refusal in it.
        #expect(try bench.ask("DELETE", "/v1/paths/1").status == 204)
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).count
        try browser.evaluate(
            "document.querySelector(\"a[href='/v1/paths/1.gpx']\")?.click()")
        try browser.wait("the list without it", for: "return document.querySelector('#path-export-1') === null")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == before)
        #expect(try browser.faultsButRefusals() == [])
    }

    @Test(.timeLimit(.minutes(3)), arguments: ["en", "de", "fr"])
    func `a file that cannot be imported is refused in words`(language: String) throws {
        let bench = try ConsoleBench()
        let browser = try bench.operatorsBrowser(.phone, language: language)
        try open("/paths", bench, browser)
        try browser.wait("the list", for: "return document.querySelector('#paths-import') !== null")
        try browser.tap("#paths-import")
        try browser.wait("the dialog", for: "return document.querySelector('dialog')?.open === true")
        func refused(_ name: String, _ script: String, _ words: [String: String]) throws {
            try browser.evaluate(
                "const list = new DataTransfer(); list.items.add(new File([\(script)], arguments[0]));"
                    + "document.querySelector('#import-file').files = list.files", name)
            try browser.tap("dialog button.primary")
            try browser.wait(for: try #require(words[language]), in: "dialog .problem", within: 60)
            #expect(try browser.violations() == [], "\(name)")
        }
        try refused(
            "field.docx", "'x'",
            ["en": "format is not supported", "de": "anderes Format", "fr": "un autre format"])
        try refused("empty.gpx", "", ["en": "empty", "de": "leer", "fr": "vide"])
        try refused(
            "huge.gpx", "new Uint8Array(67108865)",
            ["en": "Split it", "de": "Teilen Sie sie", "fr": "Divisez-le"])
        try refused(
            "broken.gpx", "'<gpx version=\"1.1\"><trk><trkseg><trkpt lat=\"91\" lon=\"5\"/>'",
            ["en": "line 1", "de": "kann nicht gelesen werden", "fr": "ne peut pas être lu"])
        // What is wrong in it is said as well, in the gateway's own words.
        try browser.wait(for: "line 1", in: "dialog .problem")
        try refused(
            "bomb.kml", "'<!DOCTYPE a [<!ENTITY b \"bb\">]><kml>&b;</kml>'",
            ["en": "read the file as", "de": "kann nicht gelesen werden", "fr": "ne peut pas être lu"])
        try refused(
            "random.kmz", "crypto.getRandomValues(new Uint8Array(5000))",
            ["en": "read the file as", "de": "kann nicht gelesen werden", "fr": "ne peut pas être lu"])
        // All of it was sent, and the connection broke off before the answer.
        try browser.evaluate(
            """
            const { send } = XMLHttpRequest.prototype;
            XMLHttpRequest.prototype.send = function () {
              XMLHttpRequest.prototype.send = send;
              this.upload.dispatchEvent(new ProgressEvent('load'));
              for (const type of ['error', 'loadend']) this.dispatchEvent(new ProgressEvent(type));
            };
            """)
        try refused(
            "lost.gpx", "'x'",
            ["en": "Look in the list", "de": "in der Liste nach", "fr": "Regardez dans la liste"])
        // While another one is imported.
        let other = try SlowImport(bench.daemon.socket)
        defer { other.end() }
        try refused(
            "field.csv", "'latitude,longitude\\n52,5\\n'",
            ["en": "Another file is being imported", "de": "eine andere Datei eingelesen", "fr": "Un autre fichier"])
        #expect(try bench.ask("GET", "/v1/paths").text == "[]\n", "nothing of them is stored")
        #expect(try browser.tooWide() == [])
        #expect(try browser.faultsButRefusals() == [])
    }

    /// An import whose file does not come.
    private final class SlowImport {
        private let descriptor: Int32

        init(_ path: String) throws {
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
            let code = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(code == 0)
            let head = "POST /v1/paths/import?format=csv HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nlatitude"
            try #require(send(descriptor, head, head.utf8.count, Int32(MSG_NOSIGNAL)) == head.utf8.count)
            // The gateway takes it up in its own time.
            usleep(300_000)
        }

        func end() { close(descriptor) }
    }

    @Test(.timeLimit(.minutes(2))) func `a path of 10,000 points is on the map within a second`() throws {
        let bench = try ConsoleBench()
        try add("Large", points: 10_000, to: bench)
        let browser = try Browser()
        try browser.open(bench.address + "/")
        try browser.waitForLive()
        try open("/paths", bench, browser)
        try browser.wait("the list", for: "return document.querySelector('#path-show-1') !== null")
        let script = """
            const begin = performance.now();
            document.querySelector('#path-show-1').click();
            while (!document.querySelector('#map-paths')?.dataset.chosen.startsWith('1 ')) {
              await new Promise((resolve) => requestAnimationFrame(resolve));
              if (performance.now() - begin > 20000) break;
            }
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
            return performance.now() - begin
            """
        let milliseconds = try #require(try browser.evaluate(waitingFor: script) as? Double)
        let path = try #require(try MapDrawing(browser: browser).path("chosen"))
        #expect(path.points == 10_000 && path.shape == "polygon", "\(path)")
        #expect(path.pins > 20 && path.pins <= 250, "\(path)")
        // A build without optimisation reads and writes the points several times as slowly.
        #expect(milliseconds < (Program.isOptimised ? 1000 : 5000), "\(milliseconds) ms")
        try browser.expectClean()

        // Two clicks on Next skip no page of its points, and the way back is as long.
        try open("/paths", bench, browser)
        try browser.wait("the list", for: "return document.querySelector('#path-points-1') !== null")
        try browser.click("#path-points-1")
        try browser.waitForDialog("Points 1 to 100")
        let click = "[...document.querySelectorAll('dialog .row > button')].find((e) => e.innerText === arguments[0])"
        try browser.evaluate("const e = \(click); e.click(); e.click()", "Next points")
        try browser.waitForDialog("Points 101 to 200")
        try browser.evaluate("\(click).click()", "Previous points")
        try browser.waitForDialog("Points 1 to 100")
        try browser.press(Self.escape)
        try browser.waitForNoDialog()

        // Two clicks on Show more list no path twice.
        let tracks = (10..<70).map { number in
            "<trk><name>\(number)</name><trkseg><trkpt lat=\"52.\(number)\" lon=\"5\"/>"
                + "<trkpt lat=\"52.\(number)1\" lon=\"5\"/></trkseg></trk>"
        }
        let file = gpx("more", points: 3).replacingOccurrences(of: "</gpx>", with: tracks.joined() + "</gpx>")
        #expect(try bench.ask("POST", "/v1/paths/import?format=gpx", body: file).status == 201)
        let count = "document.querySelectorAll('.paths > li').length"
        try browser.wait("a page of the list", for: "return \(count) === 50")
        // The browser's list of requests is full at 250.
        try browser.evaluate(
            "performance.clearResourceTimings(); const e = document.querySelector('#paths-more'); e.click(); e.click()")
        try browser.wait(
            "both answers",
            for: """
                return performance.getEntriesByType('resource').filter((e) => e.name.endsWith('offset=50')).length === 2
                """)
        try browser.wait("the rest", for: "return \(count) > 50")
        #expect(try browser.evaluate("return \(count)") as? Int == 62)
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2))) func `the track log is listed by day, and has its own words while it is empty`()
        throws
    {
        let bench = try ConsoleBench(more: "tracks: { log: { enabled: true, interval_s: 1 } }")
        let browser = try Browser(.phone)
        try browser.open(bench.address + "/#/paths")
        try browser.wait("the list", for: "return document.querySelector('#paths-track') !== null")
        try browser.tap("#paths-track")
        let deadline = Date(timeIntervalSinceNow: 60)
        let isThere = "return document.querySelector('.paths li') !== null"
        let says = "document.querySelector('#paths-list').textContent.includes('tracks.log')"
        while true {
            // Either the days or the words stand there once the answer has come.
            try browser.wait("the list's days or words", for: isThere + " || " + says)
            if try browser.evaluate(isThere) as? Bool == true { break }
            try #require(Date() < deadline, "there is never a day")
            // The day is there once its first point is stored: the list is asked for again each second.
            usleep(1_000_000)
            try browser.tap("#paths-track")
        }
        let id = try #require(
            try browser.evaluate("return document.querySelector('.paths li').dataset.path") as? String)
        #expect(
            try browser.evaluate("return document.querySelector('#path-rename-' + arguments[0]) === null", id) as? Bool
                == true)
        try browser.tap("#path-show-\(id)")
        try browser.wait(
            "the track",
            for: "return document.querySelector('#map-paths')?.dataset.chosen.startsWith(arguments[0] + ' ')",
            id)
        try browser.expectClean()
    }
}

extension Program {
    /// Whether the program was built with optimisation.
    static var isOptimised: Bool {
        (try? gateway.contains("/release/")) == true
    }
}
