// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The console in use: by people with a phone, with a keyboard or with large print, while driving, for hours, and beside a new program.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleUseTests {
    @Test(.timeLimit(.minutes(2))) func `on a phone every page is reached with two taps`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser(.phone)
        try browser.open(bench.address)
        try browser.waitForLive()
        let taps =
            "return [...document.querySelectorAll(arguments[0])].filter((e) => e.checkVisibility()).map((e) => e.getAttribute('href'))"
        let bar = try #require(try browser.evaluate(taps, "nav a") as? [String])
        try browser.click("#more")
        try browser.wait("the list", for: "return document.querySelector('dialog')?.open === true")
        try browser.takePicture("more")
        let more = try #require(try browser.evaluate(taps, "dialog a") as? [String])
        #expect(
            Set(bar + more).isSuperset(of: [
                "#/", "#/status", "#/sky", "#/position", "#/osnma", "#/agrirouter", "#/alerts", "#/settings", "#/about",
            ]))
        #expect(Set(bar).isDisjoint(with: more))
        try browser.expectClean("the list")
        for address in more {
            if try browser.evaluate("return document.querySelector('dialog') === null") as? Bool == true {
                try browser.click("#more")
            }
            try browser.click("dialog a[href='\(address)']")
            try browser.wait(
                "the page \(address)",
                for: "return document.querySelector('dialog') === null && location.hash === arguments[0]"
                    + " && document.querySelector('#more').classList.contains('is-current')", address)
        }
        for address in bar {
            try browser.click("nav a[href='\(address)']")
            try browser.wait(
                "the page \(address)",
                for: "return document.querySelector('nav a[aria-current]')?.getAttribute('href') === arguments[0]"
                    + " && document.querySelector('main h1') !== null", address)
            #expect(try browser.tooWide() == [], "\(address)")
        }
        // Escape leaves the list, and the focus is where it was.
        try browser.click("#more")
        try browser.press("\u{E00C}")
        try browser.wait("the focus", for: "return document.activeElement.id === 'more'")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2)))
    func `the skip link, a filter, a second dialog and another language keep the page and the focus`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address + "/#/sky")
        try browser.wait("the filters", for: "return document.querySelector('[data-system=gps]') !== null")
        try browser.evaluate("document.querySelector('#skip').focus()")
        try browser.press(Browser.Key.enter)
        try browser.wait("the focus", for: "return document.activeElement.id === 'content'")
        #expect(try browser.evaluate("return location.hash") as? String == "#/sky")
        #expect(try browser.text("main h1") == "Sky")

        try browser.evaluate("document.querySelector('[data-system=gps]').focus()")
        for isPressed in ["true", "false"] {
            try browser.press(Browser.Key.enter)
            try browser.wait(
                "the filter \(isPressed)",
                for: "const e = document.activeElement;"
                    + "return e.dataset.system === 'gps' && e.getAttribute('aria-pressed') === arguments[0]", isPressed)
        }

        let isNamed = try browser.evaluate(
            waitingFor: Self.parts + """
                parts.dialog('One', []);
                parts.dialog('Two', []);
                const all = [...document.querySelectorAll('dialog')];
                const isNamed = all.map((e) => document.getElementById(e.getAttribute('aria-labelledby')) === e.querySelector('h2'));
                all.forEach((e) => e.close());
                return isNamed.join();
                """)
        #expect(isNamed as? String == "true,true")
        // Equal messages are one message, unless they lead to different pages.
        let messages = try browser.evaluate(
            waitingFor: Self.parts + """
                const link = (href) => Object.assign(document.createElement('a'), { href, textContent: 'Open' });
                const show = (text, action) => parts.toast(text, { action, seconds: 0 });
                const all = [show('one'), show('one'), show('two'), show('one', link('#/sky')), show('one', link('#/sky')), show('one', link('#/osnma'))];
                const shown = document.querySelectorAll('#toasts .toast').length;
                all.forEach((each) => each.remove());
                return `${new Set(all).size} ${shown}`;
                """)
        #expect(messages as? String == "4 4")

        // A text that is selected stays selected while values arrive.
        try browser.evaluate("location.hash = '#/osnma'")
        try browser.wait("the verdict", for: "return document.querySelector('#osnma-verdict .big') !== null")
        try browser.evaluate("getSelection().selectAllChildren(document.querySelector('#osnma-verdict .big'))")
        // The page is drawn each second.
        usleep(2_500_000)
        #expect(try browser.evaluate("return getSelection().toString()") as? String == "Unverified GNSS")

        try browser.evaluate("location.hash = '#/'")
        try browser.click("#settings-button")
        try browser.waitForDialog("Settings of this browser")
        try browser.evaluate(
            "const e = document.querySelector('dialog select[name=language]'); e.value = 'de';"
                + "e.dispatchEvent(new Event('change', {bubbles: true}))")
        try browser.wait(
            "the dialog in German",
            for: "const all = document.querySelectorAll('dialog'); return all.length === 1"
                + " && all[0].innerText.includes('Einstellungen') && document.activeElement.name === 'language'")
        try browser.press(Browser.Key.escape)
        try browser.waitForNoDialog()
        try browser.expectClean()
    }

    /// Loads the module with the parts of all pages, for a script.
    static let parts =
        "const parts = await import(document.querySelector('script[src$=\"app.js\"]').src"
        + ".replace('app.js', 'parts.js'));"

    @Test(.timeLimit(.minutes(2)))
    func
        `the dot moves with a vehicle, by the pixels that its coordinates say, and both heights are those of the receiver`()
        throws
    {
        let bench = try ConsoleBench(
            receiver: """
                simulation:
                  start: now
                  place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }
                  geoid_separation_m: 42.7
                  circle: { radius_m: 60 }
                  speed_kmh: 40
                  receiver: { rate_hz: 5 }
                  output: { ubx: { generation: 9 } }
                """)
        let browser = try Browser()
        try browser.open(bench.address)
        try browser.waitForLive()
        try browser.wait("the dot", for: "return document.querySelector('.own-dot') !== null")
        // The map stays, the dot moves.
        try browser.click("#follow")
        let look = """
            const dot = document.querySelector('.own-dot').getBoundingClientRect();
            const numbers = document.querySelector('#map-info').innerText.match(/-?[0-9]+[.][0-9]{7}/g).map(Number);
            return [dot.x + dot.width / 2, dot.y + dot.height / 2, ...numbers, performance.now()]
            """
        let first = try #require(try browser.evaluate(look) as? [Double])
        usleep(2_500_000)
        let second = try #require(try browser.evaluate(look) as? [Double])
        // Web Mercator at zoom 17: 256 pixels for 360° over 2^17.
        let scale = 256 * Double(1 << 17) / 360
        func y(_ latitude: Double) -> Double {
            -scale * 180 / .pi * log(tan(.pi / 4 + latitude * .pi / 360))
        }
        let moved = (x: second[0] - first[0], y: second[1] - first[1])
        let expected = (x: scale * (second[3] - first[3]), y: y(second[2]) - y(first[2]))
        #expect(abs(moved.x - expected.x) < 2 && abs(moved.y - expected.y) < 2, "\(moved) \(expected)")
        #expect(hypot(moved.x, moved.y) > 10, "it does not move: \(moved)")
        // What is shown is not older than 2 s: the receiver was there between then and now.
        let snapshot = try bench.ask("GET", "/v1/live/snapshot?topics=fix").json["fix"] as? [String: Any]
        let shown = try #require(try browser.evaluate(look) as? [Double])
        let latitude = try #require(snapshot?["latitude_deg"] as? Double)
        let longitude = try #require(snapshot?["longitude_deg"] as? Double)
        let metres = hypot((shown[2] - latitude) * 111_268, (shown[3] - longitude) * 67_911)
        #expect(metres < 2 * 40 / 3.6, "\(metres) m apart")
        try browser.expectClean("the map")

        try browser.evaluate("location.hash = '#/position'")
        try browser.wait(for: "Height above the ellipsoid", in: "main")
        let heights = """
            const value = (name) => parseFloat([...document.querySelectorAll('dt')].find((e) => e.innerText === name).nextSibling.innerText);
            return [value('Height above the ellipsoid'), value('Height above mean sea level')]
            """
        try browser.wait(
            "both heights", for: "const h = (() => {\(heights)})(); return h.every((v) => !Number.isNaN(v))")
        let both = try #require(try browser.evaluate(heights) as? [Double])
        #expect(abs(both[0] - 39) < 8 && abs(both[0] - both[1] - 42.7) < 0.002, "\(both)")
        try browser.expectClean("the position")
        // The deviation from a point that is typed, with decimal commas too; what is ambiguous is refused.
        try browser.evaluate(
            "const e = document.querySelector('#about'); e.value = 'point'; e.dispatchEvent(new Event('change'))")
        for (text, isGood) in [
            ("52.475, 5.56", true), ("52,475 5,56", true), ("52,475; 5,56", true), ("52,475, 5,56", true),
            ("52, 5", true), ("52,475,5,56", false), ("52 28 5", false), ("91 5", false), ("52", false),
        ] {
            try browser.evaluate(
                "const e = document.querySelector('#about-point'); e.value = arguments[0]; e.dispatchEvent(new Event('change'))",
                text)
            let isRefused = try browser.evaluate(
                "return document.querySelector('#about-point').closest('section').querySelector('[role=alert]').innerText !== ''"
            )
            #expect(isRefused as? Bool == !isGood, "\(text)")
        }
    }

    @Test(.timeLimit(.minutes(2))) func `pages that were not opened yet open when the gateway is gone`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser(.phone)
        try browser.open(bench.address)
        try browser.waitForLive()
        try browser.wait(
            "the other pages",
            for: "return performance.getEntriesByType('resource').some((e) => e.name.endsWith('/pages/osnma.js'))")
        // They are evaluated after they were loaded.
        usleep(500_000)
        bench.daemon.signal(SIGKILL)
        _ = bench.daemon.waitForEnd()
        try browser.wait(for: "has not been reached for", in: "#banner")
        for (page, words) in [("/status", "tractor"), ("/osnma", "Unverified GNSS"), ("/position", "Position")] {
            try browser.evaluate("location.hash = arguments[0]", "#\(page)")
            try browser.wait(for: words, in: "main")
            let violations = try browser.violations()
            #expect(violations == [], "\(page)")
        }
        let faults = try browser.faults().filter { !$0.contains("ERR_") }
        #expect(faults == [])
    }

    @Test(.timeLimit(.minutes(2)))
    func `language, theme and units take effect at once, are kept, and the page says its language`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address)
        try browser.waitForLive()
        try browser.wait(for: " m", in: "#map-info")
        #expect(try browser.evaluate("return document.documentElement.lang") as? String == "en")
        try browser.evaluate("window.mark = 'same page'")
        try browser.click("#settings-button")
        try browser.wait("the dialog", for: "return document.querySelector('dialog')?.open === true")
        for (name, value) in [("theme", "night"), ("units", "imperial"), ("language", "fr"), ("language", "de")] {
            try browser.evaluate(
                "const e = document.querySelector(`dialog select[name=${arguments[0]}]`); e.value = arguments[1];"
                    + "e.dispatchEvent(new Event('change', {bubbles: true}))", name, value)
            if name == "language" {
                try browser.wait(
                    value, within: 3, for: "return document.documentElement.lang === arguments[0]", value)
            }
        }
        let isAsChosen =
            "return document.documentElement.lang === 'de' && document.documentElement.dataset.theme === 'night'"
            + " && document.querySelector('nav')?.innerText.includes('Karte') === true"
            + " && (document.querySelector('#map-info')?.innerText ?? '').includes(' ft')"
        try browser.wait("all three at once", within: 5, for: isAsChosen)
        #expect(try browser.evaluate("return window.mark") as? String == "same page")
        try browser.evaluate("document.querySelectorAll('dialog').forEach((e) => e.close())")
        try browser.expectClean("chosen")
        try browser.reload()
        try browser.wait("all three after a reload", for: isAsChosen)
        #expect(try browser.evaluate("return window.mark === undefined") as? Bool == true)
        // It is the browser's own choice: another one has its own.
        let other = try Browser()
        try other.open(bench.address)
        try other.waitForLive()
        #expect(try other.evaluate("return document.documentElement.lang") as? String == "en")
        try browser.expectClean("reloaded")
    }

    // MARK: Alerts, a new program, views for everyone

    @Test(.timeLimit(.minutes(2)))
    func `an alert is counted and stands in the log, and About names the program and its licences`() throws {
        // The state folder cannot be made: the gateway keeps its state in memory, and says so.
        let file = try TemporaryFile("")
        let bench = try ConsoleBench(environment: ["STATE_DIRECTORY": file.path + "/state"])
        let browser = try Browser()
        try browser.open(bench.address + "/#/alerts")
        try browser.waitForLive()
        try browser.wait("the alert", for: "return document.querySelectorAll('#alerts-open li').length === 1")
        try browser.wait(for: "1", in: "#bell")
        try browser.wait(for: "active", in: "#alerts-log")
        let log = try bench.ask("GET", "/v1/alerts").json["alerts"] as? [[String: Any]]
        #expect(log?.first?["code"] as? String == "store-in-memory", "\(String(describing: log))")
        #expect(log?.first?["ended"] == nil)
        try browser.expectClean()
        try browser.evaluate("location.hash = '#/about'")
        let version = try Program.run("--version").output.trimmingCharacters(in: .whitespacesAndNewlines)
        try browser.wait(for: version, in: "main")
        try browser.wait(for: "Leaflet 1.9.3", in: "#licences")
        try browser.wait(for: "Redistribution and use", in: "#licences")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2))) func `a new program is offered, never loaded by itself`() throws {
        let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Console")
        let folder = try TemporaryFolder()
        let files = folder.path + "/Console"
        try FileManager.default.copyItem(atPath: source.path, toPath: files)
        let port = try Program.freePort()
        var bench: ConsoleBench? = try ConsoleBench(port: port, files: files)
        let browser = try Browser()
        try browser.open("http://127.0.0.1:\(port)/#/status")
        try browser.waitForLive()
        try browser.evaluate("window.mark = 'same page'")
        let isLoaded = """
            const loaded = performance.getEntriesByType('resource').map((e) => e.name);
            return ['osnma', 'position', 'sky-drawings', 'map-grid', 'map-own', 'map-members', 'map-recording', 'map-paths', 'map-line']
              .every((page) => loaded.some((name) => name.endsWith(`/pages/${page}.js`)))
            """
        try browser.wait("the other pages", for: isLoaded)
        bench?.daemon.signal(SIGTERM)
        _ = bench?.daemon.waitForEnd()
        try Data("/* new */".utf8).write(to: URL(filePath: files + "/console.css"))
        bench = try ConsoleBench(port: port, files: files)
        try browser.wait(for: "The gateway was updated", in: "#toasts", within: 60)
        #expect(try browser.evaluate("return window.mark") as? String == "same page")
        try browser.waitForLive()
        // The old page goes on, with the pages that it did not open before.
        for (page, title) in [("/sky", "Sky"), ("/position", "Position"), ("/osnma", "Authentication"), ("/", "Map")] {
            try browser.evaluate("location.hash = arguments[0]", "#\(page)")
            try browser.wait(
                "the page \(page)",
                for:
                    "return document.querySelector('main h1')?.textContent.includes(arguments[0]) && !document.querySelector('.state-error')",
                title)
        }
        #expect(try browser.evaluate("return window.mark") as? String == "same page")
        try browser.evaluate(
            "[...document.querySelectorAll('#toasts button')].find((b) => b.innerText.includes('Load')).click()")
        try browser.wait("the new page", for: "return window.mark === undefined")
        try browser.waitForLive()
    }

    @Test(.timeLimit(.minutes(2)))
    func `twice the size, spaced, without motion and with forced colours nothing is lost`()
        throws
    {
        let bench = try ConsoleBench()
        let browser = try Browser(Browser.Size(width: 640, height: 400))
        try browser.devTools(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-reduced-motion", "value": "reduce"],
                    ["name": "forced-colors", "value": "active"],
                ]
            ])
        for page in ConsoleTests.pages {
            try browser.open("\(bench.address)/?\(page)#\(page)")
            try browser.waitForLive()
            #expect(try !browser.isTooWide(), "\(page)")
            try browser.expectClean(page)
            // The spacing of WCAG 2.2, success criterion 1.4.12.
            try browser.evaluate(
                """
                const sheet = new CSSStyleSheet();
                sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; '
                  + 'word-spacing: .16em !important } p { margin-bottom: 2em !important }');
                document.adoptedStyleSheets = [sheet];
                """)
            #expect(try !browser.isTooWide(), "\(page), spaced")
            let cut = """
                return [...document.querySelectorAll('main *, header *, nav *')].filter((e) => e.checkVisibility()
                  && e.children.length === 0 && e.innerText && e.clientWidth > 1 && getComputedStyle(e).overflow !== 'visible'
                  && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1))
                  .filter((e) => !e.closest('.scroll, pre, select, .unseen')).map((e) => e.outerHTML)
                """
            #expect(try browser.evaluate(cut) as? [String] == [], "\(page), spaced")
            try browser.expectClean(page)
            // The check can fail.
            try browser.evaluate(
                "const e = document.querySelector('main h1'); e.className = ''; e.textContent += '';"
                    + "e.style.width = '2em'; e.style.overflow = 'hidden'; e.style.whiteSpace = 'nowrap'")
            #expect((try browser.evaluate(cut) as? [String])?.count == 1, "\(page)")
        }
    }
}
