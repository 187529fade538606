// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The web console in a real browser, before the built program with simulated receivers.
///
/// In every case the browser may not complain: no error on the console, no violation of the content security policy, no
/// request to another host (`Browser.faults`), and at its end axe-core finds nothing.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleTests {
    /// The pages, by their part of the address.
    static let pages = [
        "/", "/status", "/sky", "/position", "/osnma", "/paths", "/centroid", "/agrirouter", "/alerts", "/settings",
        "/about", "/welcome", "/phone", "/photos", "/camera", "/fleet", "/tasks",
        "/nonsense",
        "/receivers", "/receivers/tractor", "/receivers/add/simulated", "/receivers/add/bluetooth", "/corrections",
    ]

    /// Every view, where time does not matter.
    private static let isLong = ProcessInfo.processInfo.environment["GNSS_TEST_LONG"] != nil

    @Test(.timeLimit(.minutes(isLong ? 30 : 5)), arguments: Browser.engines)
    func `each page shows what is live, in sizes, themes and languages, without a complaint`(engine: Browser.Engine)
        throws
    {
        let bench = try ConsoleBench()
        let browser = try Browser(engine: engine)
        try browser.open(bench.address)
        try browser.waitForLive()
        // Pairs of all with all: each page in three of the 27 combinations, or in all where time does not matter. WebKit has
        // each page in one of them, which together are the pairs of sizes, themes and languages.
        let sizes = [Browser.Size.phone, .lying, .desk]
        let (themes, languages) = (["light", "dark", "night"], ["en", "de", "fr"])
        for (number, page) in Self.pages.enumerated() {
            for turn in 0..<(Self.isLong && engine == .chromium ? 27 : 3)
            where engine == .chromium || turn == number / 3 % 3 {
                // The first three turns are the pairs; each nine turns have all pairs of theme and size.
                let (theme, size) = (themes[turn % 3], sizes[(number + turn + turn / 3) % 3])
                let language = languages[(number + 2 * turn + turn / 9) % 3]
                try browser.setSize(size)
                try browser.evaluate(
                    "localStorage.setItem('gnss.theme', arguments[0]); localStorage.setItem('gnss.language', arguments[1])",
                    theme, language)
                try browser.open("\(bench.address)/?\(number)-\(turn)#\(page)")
                try browser.wait(
                    "the page \(page)",
                    for: "return document.documentElement.dataset.link === 'live'"
                        + " && document.querySelector('main h1') !== null && document.querySelector('.state-loading') === null"
                )
                let title = page == "/" ? "map" : page.dropFirst().replacingOccurrences(of: "/", with: "-")
                let name = "\(title)-\(size)-\(theme)-\(language)"
                #expect(try !browser.isTooWide(), "\(name) is wider than the window")
                if page == "/" { #expect(try !browser.isTooHigh(), "\(name) can be scrolled") }
                #expect(try browser.visibleKey() == nil, "\(name) shows a key instead of a text")
                #expect(try browser.evaluate("return document.documentElement.lang") as? String == language)
                #expect(try browser.text("#osnma-status") != "", "\(name)")
                try browser.takePicture(name)
                try browser.expectClean(name)
            }
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: Browser.engines)
    func `faults of a page are seen: the checks can fail`(engine: Browser.Engine) throws {
        let bench = try ConsoleBench()
        let browser = try Browser(engine: engine)
        try browser.open(bench.address + "/#/about")
        try browser.waitForLive()
        try browser.expectClean()
        #expect(try !browser.isTooWide())
        #expect(try browser.visibleKey() == nil)
        try browser.evaluate("document.querySelector('h1').append(document.createElement('button'), ' nav.something')")
        #expect(try browser.violations().contains { $0.hasPrefix("button-name") })
        #expect(try browser.visibleKey() == "nav.something")
        try browser.evaluate("document.querySelector('main').style.width = `${innerWidth + 20}px`")
        #expect(try browser.isTooWide())
        try browser.evaluate("document.querySelector('main').style.height = `${innerHeight + 20}px`")
        #expect(try browser.isTooHigh())
        #expect(try browser.faults() == [])
        try browser.evaluate("document.body.setAttribute('style', 'color: red')")
        try browser.evaluate("fetch('https://example.com/').catch(() => {}); console.error('something')")
        try browser.evaluate("console.warn('a warning'); setTimeout(() => { throw new Error('thrown') })")
        try browser.evaluate("Promise.reject(new Error('not caught'))")
        try browser.evaluate("try { document.body.innerHTML = '<img src=x onerror=alert(1)>' } catch {}")
        // The browser reports in its own time.
        usleep(500_000)
        let faults = try browser.faults().joined(separator: "\n")
        for part in ["style-src", "connect-src", "something", "a warning", "thrown", "not caught", "TrustedHTML"] {
            #expect(faults.contains(part), "\(part) is not in \(faults)")
        }
        #expect(try browser.faults() == [], "each is reported once")
        // The tiles' host is allowed to those who want tiles, and cannot be reached here.
        try browser.evaluate("document.cookie = 'gnss_tiles=osm; SameSite=Strict; Path=/'")
        try browser.open(bench.address + "/?tiles#/about")
        try browser.waitForLive()
        try browser.evaluate("window.tile = new Image(); window.tile.src = 'https://tile.openstreetmap.org/0/0/0.png'")
        // As above.
        usleep(500_000)
        let foreign = try browser.faults().joined(separator: "\n")
        #expect(foreign.contains("tile.openstreetmap.org"), "\(foreign)")
    }

    @Test(.timeLimit(.minutes(2)), arguments: Browser.engines)
    func `the start says what is missing until the first values are there, and then shows the map`(
        engine: Browser.Engine
    ) throws {
        let bench = try ConsoleBench()
        let relay = try Relay(to: bench.address)
        defer { relay.end() }
        let browser = try Browser(.phone, engine: engine)
        try browser.open(relay.address)
        try browser.wait(for: "Loading", in: "#map-words")
        #expect(try browser.text("#link-status") == "connecting")
        #expect(try browser.text("#fix-badge") == "—")
        #expect(try browser.text("#receiver-name") == "", "it is not known yet")
        let places = """
            return ['header', '.map-frame', 'nav'].flatMap((name) => {
              const box = document.querySelector(name).getBoundingClientRect();
              return [box.x, box.y, box.width, box.height].map(Math.round);
            })
            """
        let before = try browser.evaluate(places) as? [Int]
        #expect(try !browser.isTooHigh())
        try browser.takePicture("start-loading")
        // It is late.
        try browser.wait(for: "has not been reached for", in: "#banner", within: 10)
        #expect(try browser.text("#map-words")?.contains("Loading") == true)
        #expect(try browser.evaluate("return document.querySelector('.own-dot') === null") as? Bool == true)
        try browser.expectClean("late")
        relay.open()
        try browser.waitForLive()
        try browser.wait(
            "the map",
            for: "return document.querySelector('.own-dot') !== null && document.querySelector('#map-words').hidden"
                + " && document.querySelector('#banner').hidden")
        #expect(try browser.evaluate(places) as? [Int] == before && before?.count == 12, "something moved")
        #expect(try !browser.isTooHigh())
        try browser.takePicture("start-map")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2)))
    func `a page that the browser has kept works when it is loaded again`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address)
        try browser.waitForLive()
        for _ in 0..<2 {
            try browser.reload()
            try browser.waitForLive()
            // The gateway has only said that it is the same (304).
            let isKept =
                "const [e] = performance.getEntriesByType('navigation'); return e.transferSize < e.encodedBodySize"
            #expect(try browser.evaluate(isKept) as? Bool == true)
            try browser.expectClean()
        }
    }

    @Test(.timeLimit(.minutes(3))) func `the dot is where the receiver is, and goes when the position does`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address)
        try browser.waitForLive()
        try browser.wait("the dot", for: "return document.querySelector('.own-dot') !== null")
        let place = try #require(
            try PlainHTTP.request("GET", "/v1/live/snapshot?topics=fix", socket: bench.daemon.socket).json["fix"]
                as? [String: Any])
        let latitude = try #require(place["latitude_deg"] as? Double)
        #expect(abs(latitude - 52.475) < 0.001)
        try browser.wait(for: "52.47", in: "#map-info")
        // The map follows: the dot is in its middle, to a pixel.
        try browser.wait(
            "the dot in the middle",
            for: """
                const dot = document.querySelector('.own-dot')?.getBoundingClientRect();
                const map = document.querySelector('#map').getBoundingClientRect();
                return !!dot && Math.abs(dot.x + dot.width / 2 - map.x - map.width / 2) <= 1.5
                  && Math.abs(dot.y + dot.height / 2 - map.y - map.height / 2) <= 1.5
                """)
        let button = try browser.evaluate(
            "const b = document.querySelector('#settings-button').getBoundingClientRect(); return Math.min(b.width, b.height)"
        )
        #expect((button as? Double ?? 0) >= 44)
        try expectSameViewWhenTurned(browser, right: 0)
        // The same for a map that does not follow and has been moved by one press, which is 80 pixels.
        try browser.click("#follow")
        try browser.evaluate("document.querySelector('#map').focus()")
        try browser.press("\u{E014}")
        try expectSameViewWhenTurned(browser, right: 80)
        try browser.click("#follow")
        _ = try PlainHTTP.request("POST", "/v1/receivers/tractor/stop", socket: bench.daemon.socket)
        try browser.wait(for: "The position is", in: "#map-words")
        #expect(try browser.evaluate("return document.querySelector('.map-frame').dataset.age") as? String == "stale")
        try browser.wait(for: "Stopped by a command", in: "#map-words", within: 60)
        try browser.wait("no dot any more", within: 60, for: "return document.querySelector('.own-dot') === null")
        #expect(try browser.text("#fix-badge") == "—")
        try browser.expectClean()
    }

    /// Turns the device to its side and back. The map keeps its middle, its scale, its mode and what is drawn.
    ///
    /// - Parameter right: How far the middle is to the right of the position, in pixels; noise is some pixels.
    private func expectSameViewWhenTurned(_ browser: Browser, right: Int) throws {
        let mode =
            "return document.querySelector('#follow').ariaPressed"
            + " + document.querySelector('.leaflet-control-scale-line').innerText"
        let before = try browser.evaluate(mode) as? String
        // The first size is the window's own, in which the map comes to rest.
        for size in [Browser.Size.desk, .phone, .lying, .phone, .desk] {
            try browser.setSize(size)
            try browser.wait(
                "the same view in \(size)",
                for: """
                    const [dot, map, drawing] = ['.own-dot', '#map', '.leaflet-overlay-pane canvas']
                      .map((each) => document.querySelector(each).getBoundingClientRect());
                    return innerWidth === arguments[0] && map.width <= innerWidth && drawing.width >= map.width
                      && document.querySelector('.leaflet-pan-anim') === null
                      && Math.abs(dot.x + dot.width / 2 - map.x - map.width / 2 + arguments[1]) <= 8
                      && Math.abs(dot.y + dot.height / 2 - map.y - map.height / 2) <= 8
                    """, size.width, right)
            #expect(try browser.evaluate(mode) as? String == before, "\(size)")
        }
    }

    @Test(.timeLimit(.minutes(3))) func `a gateway that is gone is said, and it comes back without a reload`() throws {
        let port = try Program.freePort()
        var bench: ConsoleBench? = try ConsoleBench(port: port)
        let browser = try Browser()
        try browser.open("\(try #require(bench).address)/#/status")
        try browser.waitForLive()
        try browser.evaluate("window.mark = 'same page'")
        bench?.daemon.signal(SIGKILL)
        _ = bench?.daemon.waitForEnd()
        try browser.wait(for: "has not been reached for", in: "#banner")
        #expect(try browser.text("#osnma-status")?.contains("Unverified GNSS") == true)
        #expect(try browser.text("#status-receivers")?.contains("tractor") == true, "the last known ones stay")
        bench = try ConsoleBench(port: port)
        try browser.wait("the gateway again", within: 60, for: "return document.querySelector('#banner').hidden")
        try browser.waitForLive()
        #expect(try browser.evaluate("return window.mark") as? String == "same page")
        // That nobody answered was to be expected.
        let faults = try browser.faults().filter { !$0.contains("ERR_") }
        #expect(faults == [])
    }

    @Test(.timeLimit(.minutes(2))) func `names from outside are text, whatever they contain`() throws {
        let hostile = "<img src=x onerror=alert(1)>\u{202E}rtl𝓧" + String(repeating: "y", count: 150)
        let bench = try ConsoleBench()
        let body = try JSONSerialization.data(withJSONObject: ["name": hostile])
        let browser = try Browser(.phone)
        try browser.open(bench.address)
        try browser.waitForLive()
        let path = try PlainHTTP.request(
            "POST", "/v1/paths", body: String(decoding: body, as: UTF8.self), socket: bench.daemon.socket)
        #expect(path.status == 201, "\(path.text)")
        for page in Self.pages {
            try browser.open("\(bench.address)/?\(page)#\(page)")
            try browser.waitForLive()
            #expect(try browser.evaluate("return document.querySelectorAll('img[src=x]').length") as? Int == 0)
            #expect(try browser.tooWide() == [], "\(page)")
            try browser.expectClean(page)
        }
        try browser.open("\(bench.address)/?map#/")
        try browser.wait(for: "<img src=x", in: "#path-running")
        try browser.wait(for: "recording", in: "#recording-status")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2))) func `twelve tabs share one stream, and hidden ones ask for nothing`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address + "/#/position")
        try browser.waitForLive()
        func streams() throws -> Int {
            let status = try PlainHTTP.request("GET", "/v1/status", socket: bench.daemon.socket).json
            let consumers = (status["bus"] as? [String: Any])?["consumers"] as? [[String: Any]] ?? []
            return consumers.filter { ($0["name"] as? String)?.hasPrefix("live") == true }.count
        }
        for _ in 0..<11 {
            try browser.openTab(bench.address + "/#/sky")
            try browser.waitForLive()
        }
        #expect(try browser.tabs.count == 12)
        // The feed has two subscriptions, for any number of viewers. When a tab comes before another the stream is opened
        // anew for what the new one shows; the server may see the end of the old stream a moment later.
        #expect(try until(5) { try bench.streams() == 1 })
        #expect(try streams() == 2)
        // A stream that comes later would be open by then.
        usleep(1_000_000)
        #expect(try bench.streams() == 1, "no tab opens a stream of its own later")
        // Another page before all of them: nobody looks, nothing is sent.
        try browser.openTab("about:blank")
        #expect(try until(10) { try bench.streams() == 0 })
        #expect(try until(10) { try streams() == 0 })
        try browser.closeTab()
        try browser.look(atTab: try #require(try browser.tabs.last))
        try browser.wait("live again", within: 5, for: "return document.documentElement.dataset.link === 'live'")
        #expect(try until(5) { try bench.streams() == 1 })
        for tab in try browser.tabs.dropLast() {
            try browser.look(atTab: tab)
            try browser.closeTab()
        }
        try browser.look(atTab: try #require(try browser.tabs.first))
        try browser.wait("the last tab is live", for: "return document.documentElement.dataset.link === 'live'")
        try browser.closeTab()
    }

    @Test(.timeLimit(.minutes(2))) func `a browser that signs in may pause sending, one that does not only looks`()
        throws
    {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address + "/#/about")
        try browser.waitForLive()
        #expect(try browser.text("main")?.contains("gnss-gateway console invite --role operator") == true)
        let opened = try RunningProgram(
            try Program.gateway, ["console", "open", "--print"],
            environment: ["GNSS_GATEWAY_SOCKET": bench.daemon.socket]
        ).waitForEnd()
        #expect(opened.status == 0, "\(opened.messages)")
        let link = try #require(opened.lines.first.map(String.init))
        #expect(link.hasPrefix(bench.address + "/#code="))
        try browser.open(bench.address + "/?signing-in" + link.dropFirst(bench.address.count + 1))
        try browser.wait(for: "signed in", in: "#toasts")
        #expect(try browser.evaluate("return location.href.includes('code')") as? Bool == false)
        try browser.open(bench.address + "/?again#/about")
        try browser.wait(for: "view and change everything", in: "main")
        // The code was for one browser.
        let second = try Browser()
        try second.open(link)
        try second.wait(for: "was used already", in: "#toasts")
        try browser.evaluate("[...document.querySelectorAll('button')].find((b) => b.innerText === 'Sign out').click()")
        try browser.wait(for: "gnss-gateway console invite --role operator", in: "main")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2))) func `the keyboard reaches every page, and a dialog returns the focus`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address)
        try browser.waitForLive()
        for (key, title) in [
            ("s", "Status"), ("y", "Sky"), ("p", "Position"), ("o", "Authentication"), ("a", "Alerts"),
        ] {
            try browser.press("g\(key)")
            try browser.wait(for: title, in: "main h1")
        }
        try browser.press("gm")
        try browser.wait("the map", for: "return document.querySelector('#settings-button') !== null")
        try browser.evaluate("document.querySelector('#settings-button').focus()")
        try browser.press("\u{E007}")
        try browser.wait("the dialog", for: "return document.querySelector('dialog')?.open === true")
        try browser.evaluate(
            "document.querySelector('dialog select[name=units]').value = 'imperial';"
                + "document.querySelector('dialog select[name=units]').dispatchEvent(new Event('change', {bubbles: true}))"
        )
        try browser.press("\u{E00C}")
        try browser.wait(
            "the focus",
            for: "return document.querySelector('dialog') === null && document.activeElement.id === 'settings-button'")
        try browser.wait(for: " ft", in: "#map-info")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2))) func `the tab key visits what can be used, in order, with its name and a mark`()
        throws
    {
        let bench = try ConsoleBench()
        let browser = try Browser()
        for page in Self.pages {
            try browser.open("\(bench.address)/?tab-\(page)#\(page)")
            try browser.waitForLive()
            try browser.wait(page, for: "return document.querySelector('\(page == "/" ? ".own-dot" : "h1")') !== null")
            try browser.evaluate("document.activeElement.blur(); document.body.focus(); window.seen = []")
            var names: [String] = []
            // Behind the last one the focus leaves the page.
            for _ in 0..<80 {
                try browser.press("\u{E004}")
                guard let name = try browser.focusedName() else { break }
                let isNew = """
                    const e = document.activeElement; if (seen.includes(e)) return false; seen.push(e); return true
                    """
                guard try browser.evaluate(isNew) as? Bool == true else { break }
                names.append(name)
                #expect(!name.isEmpty, "\(page): \(names)")
                let isMarked = """
                    const e = document.activeElement, s = getComputedStyle(e), b = e.getBoundingClientRect();
                    return (s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 1) && b.width > 0 && b.height > 0
                    """
                #expect(try browser.evaluate(isMarked) as? Bool == true, "\(page): \(name) shows no focus")
            }
            #expect(names.first == "Skip to content", "\(page): \(names)")
            for name in ["Map", "Status", "Sky", "Position", "About"] {
                #expect(names.contains(name), "\(page): \(names)")
            }
            // Nothing that can be used is left out.
            let left = """
                return [...document.querySelectorAll('a[href], button:not([disabled]), select:enabled, input:enabled, summary')]
                  .filter((e) => e.checkVisibility() && !seen.includes(e) && e.tabIndex >= 0).map((e) => e.outerHTML)
                """
            #expect(try browser.evaluate(left) as? [String] == [], "\(page)")
            try browser.expectClean(page)
        }
    }

    @Test(.timeLimit(.minutes(2))) func `map tiles are asked for only after consent`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address)
        try browser.waitForLive()
        #expect(try browser.evaluate("return document.querySelectorAll('img.leaflet-tile').length") as? Int == 0)
        try browser.click("#settings-button")
        try browser.evaluate(
            "const s = document.querySelector('dialog select[name=tiles]'); s.value = 'osm';"
                + "s.dispatchEvent(new Event('change', {bubbles: true}))")
        try browser.wait("tiles", for: "return document.querySelectorAll('img.leaflet-tile').length > 0")
        try browser.wait(for: "OpenStreetMap", in: ".attribution")
        // The host cannot be reached here, which is said; the policy let the requests through all the same.
        try browser.wait(for: "cannot be loaded from OpenStreetMap", in: "#map-words")
        let faults = try browser.faults()
        #expect(!faults.contains { $0.contains("Content Security Policy") || $0.contains("img-src") }, "\(faults)")
        #expect(faults.allSatisfy { $0.contains("tile.openstreetmap.org") }, "\(faults)")
    }

    @Test(.timeLimit(.minutes(2))) func `without script there is a link to the plain page`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser(scripting: false)
        try browser.open(bench.address)
        #expect(try browser.text("noscript a") == "The plain page")
        try browser.open(bench.address + "/plain")
        #expect(try browser.text("table")?.contains("52.47") == true)
        let faults = try browser.faults()
        #expect(faults == [])
    }
}
