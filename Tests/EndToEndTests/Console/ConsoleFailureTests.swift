// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the console shows when something fails: a receiver, the way to the gateway, or the gateway itself.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleFailureTests {
    /// A receiver at the end of a cable, which the test may pull.
    private func receiver(_ scenario: TemporaryFile, at link: String) throws -> RunningProgram {
        let receiver = try RunningProgram(
            try Program.gateway, ["simulate", scenario.path, "--output", "pty:\(link)", "--receiver", "none"])
        let deadline = Date(timeIntervalSinceNow: 30)
        while !FileManager.default.fileExists(atPath: link), Date() < deadline { usleep(20_000) }
        return receiver
    }

    private func scenario(_ more: String = "") throws -> TemporaryFile {
        try TemporaryFile(
            """
            start: now
            place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }
            receiver: { rate_hz: 5 }
            output: { ubx: { generation: 9 } }
            \(more)
            """, suffix: ".yaml")
    }

    /// Whether the page shows a position that no receiver has: that of zero, or any after it is gone.
    ///
    /// - Parameter isReached: whether the gateway answers; if not, the last position stays on the map, marked as old.
    private func expectNoFalsePosition(_ browser: Browser, _ what: String, isReached: Bool = true) throws {
        // The head is drawn once a second, at a different time from the page.
        try browser.wait("no badge", within: 3, for: "return document.querySelector('#fix-badge').innerText === '—'")
        let text = try browser.text("body") ?? ""
        #expect(!text.contains("0.0000000°"), "\(what): \(text)")
        #expect(try browser.evaluate(isReached ? Self.hasNoDot : Self.hasOldDot) as? Bool == true, "\(what)")
        #expect(try browser.evaluate("return document.querySelector('.osnma-authenticated') === null") as? Bool == true)
    }

    private static let hasFreshDot = "return document.querySelector('.own-dot:not(.is-old)') !== null"
    private static let hasDot = "return document.querySelector('.own-dot') !== null"
    private static let hasOldDot =
        "return document.querySelector('.own-dot.is-old') !== null && !document.querySelector('.own-dot:not(.is-old)')"
    private static let hasNoDot = "return document.querySelector('.own-dot') === null"

    @Test(.timeLimit(.minutes(4)))
    func `a receiver that is unplugged or sees no sky is said, and back without a reload`()
        throws
    {
        let folder = try TemporaryFolder()
        let link = folder.path + "/receiver"
        let plain = try scenario()
        var device: RunningProgram? = try receiver(plain, at: link)
        let bench = try ConsoleBench(driver: "ubx", receiver: "device: \(link)")
        let browser = try Browser()
        try browser.open(bench.address)
        try browser.waitForLive()
        try browser.evaluate("window.mark = 'same page'")
        try browser.wait("the dot", for: Self.hasDot)

        // Unplugged: the words say so, the values age and go.
        device?.signal(SIGKILL)
        _ = device?.waitForEnd()
        try FileManager.default.removeItem(atPath: link)
        try browser.wait(
            "an old position", within: 10, for: "return document.querySelector('.map-frame').dataset.age === 'stale'")
        try browser.wait(for: "The position is", in: "#map-words")
        try browser.wait("no dot", within: 40, for: Self.hasNoDot)
        try browser.wait(for: "No position yet", in: "#map-words")
        try browser.wait(for: link, in: "#map-words")
        try expectNoFalsePosition(browser, "unplugged")
        // A page that is opened only now does not take the last position for one of now.
        do {
            let late = try Browser()
            try late.open(bench.address)
            try late.wait(for: link, in: "#map-words")
            #expect(try late.evaluate(Self.hasNoDot) as? Bool == true)
            try expectNoFalsePosition(late, "opened late")
        }
        try browser.evaluate("location.hash = '#/status'")
        try browser.wait(for: "Lost", in: "#status-receivers")
        try browser.wait(for: "last data", in: "#status-receivers")
        try browser.expectClean("unplugged")
        try browser.evaluate("location.hash = '#/'")

        // Plugged in again; after a while it sees no sky.
        let blind = try scenario("events: [{ at_s: 12, kind: fix-lost }]")
        device = try receiver(blind, at: link)
        try browser.wait("the dot again", within: 30, for: Self.hasDot)
        try browser.wait("the words are gone", for: "return document.querySelector('#map-words').hidden")
        try browser.wait("no dot", within: 60, for: Self.hasNoDot)
        try browser.wait(for: "No position yet", in: "#map-words")
        try expectNoFalsePosition(browser, "no sky")
        for page in ["/position", "/sky", "/status", "/receivers/tractor"] {
            try browser.evaluate("location.hash = arguments[0]", "#\(page)")
            try browser.wait("the page", for: "return document.querySelector('main h1') !== null")
            // What the page draws a second later.
            usleep(1_200_000)
            let text = try browser.text("body") ?? ""
            // Nor the code of a fix without dimensions.
            #expect(!text.contains("0.0000000°") && !text.contains("NONE"), "\(page): \(text)")
            try browser.expectClean(page)
        }
        #expect(try browser.evaluate("return window.mark") as? String == "same page")
    }

    @Test(.timeLimit(.minutes(4)))
    func `a network that is cut and a gateway that hangs are said, values dim and go, and come back without a reload`()
        throws
    {
        let bench = try ConsoleBench()
        let relay = try Relay(to: bench.address)
        defer { relay.end() }
        relay.open()
        let browser = try Browser(.phone)
        try browser.open(relay.address)
        try browser.waitForLive()
        try browser.evaluate("window.mark = 'same page'")
        try browser.wait("the dot", for: Self.hasDot)
        for (what, fail, mend) in [
            ("cut", { relay.cut() }, { relay.mend() }),
            ("hanging", { bench.daemon.signal(SIGSTOP) }, { bench.daemon.signal(SIGCONT) }),
        ] {
            fail()
            // If an expectation fails the daemon would otherwise be left as it is.
            defer { mend() }
            try browser.wait(
                "an old position", within: 12,
                for: "return document.querySelector('.map-frame').dataset.age === 'stale'")
            // A hidden one still has its words.
            try browser.wait("the banner", within: 12, for: "return !document.querySelector('#banner').hidden")
            try browser.wait(for: "has not been reached for", in: "#banner")
            #expect(try browser.text("#link-status") == "not reachable", "\(what)")
            #expect(try browser.text("#osnma-status")?.contains("Unverified GNSS") == true, "\(what)")
            try browser.takePicture("not-reached-\(what)")
            // The page counts ages by a clock that only goes forward: 22 s pass at once.
            try browser.evaluate(
                "const now = performance.now.bind(performance); performance.now = () => now() + 22000")
            try browser.wait("an old dot", within: 15, for: Self.hasOldDot)
            try expectNoFalsePosition(browser, what, isReached: false)
            #expect(try browser.violations() == [], "\(what)")
            mend()
            try browser.wait("the gateway again", within: 40, for: "return document.querySelector('#banner').hidden")
            try browser.waitForLive()
            try browser.wait("the dot again", for: Self.hasFreshDot)
            #expect(try browser.evaluate("return window.mark") as? String == "same page", "\(what)")
        }
        // A stream that was given up is no fault of the page.
        let faults = try browser.faults().filter { !$0.contains("ERR_") }
        #expect(faults == [])
    }

    @Test(.timeLimit(.minutes(2))) func `a killed gateway is lost at once`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address + "/#/about")
        try browser.waitForLive()
        // The stream has been open for some time.
        usleep(2_000_000)
        bench.daemon.signal(SIGKILL)
        _ = bench.daemon.waitForEnd()
        try browser.wait("the banner", within: 3, for: "return !document.querySelector('#banner').hidden")
        #expect(try browser.text("#link-status") == "not reachable")
    }

    @Test(.timeLimit(.minutes(3)))
    func `a lost gateway sounds once where alerts may sound, but not on a page that was only shown again`() throws {
        let port = try Program.freePort()
        var bench = try ConsoleBench(port: port)
        let browser = try Browser()
        try browser.open(bench.address + "/#/alerts")
        try browser.waitForLive()
        try browser.evaluate(
            """
            window.tones = 0;
            const make = AudioContext.prototype.createOscillator;
            AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this) };
            """)
        try browser.wait(for: "if the gateway is lost", in: "main")
        try browser.tap("#alerts-tone")
        try browser.wait("the example", for: "return window.tones === 2")
        func lose() throws {
            bench.daemon.signal(SIGKILL)
            _ = bench.daemon.waitForEnd()
            try browser.wait("the banner", within: 15, for: "return !document.querySelector('#banner').hidden")
        }
        try lose()
        try browser.wait("the sound of a critical alert", within: 3, for: "return window.tones === 6")
        // Several attempts to reach it follow, each of which could sound.
        usleep(6_000_000)
        #expect(try browser.evaluate("return window.tones") as? Int == 6)
        bench = try ConsoleBench(port: port)
        try browser.wait("the gateway again", within: 60, for: "return document.querySelector('#banner').hidden")
        try browser.waitForLive()
        // Its alerts have begun anew, and sound if there are any.
        usleep(3_000_000)
        let tones = try browser.evaluate("return window.tones") as? Int
        try browser.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        try lose()
        // The time in which the sound would come.
        usleep(1_000_000)
        #expect(try browser.evaluate("return window.tones") as? Int == tones)
    }

    @Test(.timeLimit(.minutes(2))) func `a slow link gets one question at a time, and no question waits forever`()
        throws
    {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address + "/#/about")
        try browser.waitForLive()
        try browser.evaluate(
            """
            const [ask, timeout] = [window.fetch, AbortSignal.timeout.bind(AbortSignal)];
            window.held = [];
            AbortSignal.timeout = (milliseconds) => timeout(window.limit = milliseconds);
            window.slow = '/v1/receivers';
            window.fetch = (path, ...more) => {
              if (path !== window.slow) return ask(path, ...more);
              window.patience = window.limit;
              return new Promise((resolve) => window.held.push(() => resolve(ask(path, ...more))));
            };
            location.hash = '#/receivers';
            """)
        try browser.wait("the first question", for: "return window.held.length > 0")
        // The states of 40 receivers have about 80 kB, for which a poor link needs more than 10 s.
        #expect(try browser.evaluate("return window.patience") as? Int == 30_000)
        // The page asks every 2 s.
        usleep(5_000_000)
        #expect(try browser.evaluate("return window.held.length") as? Int == 1)
        try browser.evaluate("window.held.shift()()")
        try browser.wait("the list", for: "return document.querySelector('#receivers-list section') !== null")
        try browser.wait("the next question", for: "return window.held.length === 1")
        for page in ["corrections", "receivers/tractor"] {
            try browser.evaluate(
                "window.slow = `/v1/${arguments[0]}`; window.held = []; location.hash = `#/${arguments[0]}`", page)
            try browser.wait("the first question", for: "return window.held.length > 0")
            #expect(try browser.evaluate("return window.patience") as? Int == 30_000, "\(page)")
            // The page would ask again every 2 s.
            usleep(5_000_000)
            #expect(try browser.evaluate("return window.held.length") as? Int == 1, "\(page)")
        }
        // A network that stays silent: the question is given up after three minutes, which the test does not wait for.
        let given = try browser.evaluate(
            waitingFor: """
                const { send } = await import(document.querySelector('script[src$="app.js"]').src.replace('app.js', 'request.js'));
                const [ask, timeout] = [window.fetch, AbortSignal.timeout];
                const waits = [];
                AbortSignal.timeout = (milliseconds) => {
                  waits.push(milliseconds);
                  return AbortSignal.abort();
                };
                window.fetch = (path, { signal }) => (signal?.aborted ? Promise.reject(signal.reason) : Promise.resolve(new Response('{}')));
                const answers = [await send('GET', '/v1/test'), await send('POST', '/v1/test'), await send('PATCH', '/v1/test')];
                Object.assign(window, { fetch: ask });
                Object.assign(AbortSignal, { timeout });
                return [waits.join(), ...answers.map(({ ok, problem }) => problem?.code ?? ok)].join(' ');
                """)
        #expect(given as? String == "180000,180000 no_answer true no_answer")
        // An earlier question about the session that is answered last.
        let known = try browser.evaluate(
            waitingFor: """
                const { renew, current } = await import(document.querySelector('script[src$="app.js"]').src.replace('app.js', 'session.js'));
                const [ask, held] = [window.fetch, []];
                window.fetch = (path, ...more) => (path === '/v1/session' ? new Promise((resolve) => held.push(resolve)) : ask(path, ...more));
                const asked = [renew(), renew()];
                window.fetch = ask;
                for (const [index, name] of [[1, 'newer'], [0, 'older']]) {
                  held[index](new Response(JSON.stringify({ ...current(), name })));
                  await asked[index];
                }
                return current().name;
                """)
        #expect(known as? String == "newer")
    }

    @Test(.timeLimit(.minutes(2))) func `a page whose request is refused says why`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address + "/#/about")
        try browser.waitForLive()
        try browser.evaluate(
            """
            const ask = window.fetch;
            window.fetch = (path, ...more) => (/^\\/v1\\/(settings|alerts)/.test(path)
              ? Promise.resolve(new Response(JSON.stringify({ detail: `not now: ${path}` }), { status: 503 }))
              : String(path).endsWith('licences.txt') ? Promise.reject(new TypeError('cut')) : ask(path, ...more));
            """)
        for (page, path) in [("settings", "/v1/settings"), ("alerts", "/v1/alerts?limit=200")] {
            try browser.evaluate("location.hash = arguments[0]", "#/\(page)")
            try browser.wait(for: "not now: \(path)", in: ".page .state-error")
        }
        try browser.evaluate("location.hash = '#/about'")
        try browser.wait(for: "The gateway does not answer.", in: "#licences")
        try browser.expectClean()
        // A script that did not load is asked for again.
        try browser.devTools("Network.enable")
        try browser.devTools("Network.setBlockedURLs", ["urls": ["*leaflet.js"]])
        try browser.evaluate("location.hash = '#/'")
        try browser.wait(for: "The map did not load", in: "main")
        try browser.devTools("Network.setBlockedURLs", ["urls": []])
        // Twice, as by a double tap or a connection that returns: there is still one map.
        try browser.evaluate(
            "const again = document.querySelector('main .state-error button'); again.click(); again.click()")
        try browser.wait("the map", for: "return document.querySelector('#map .leaflet-pane') !== null")
        #expect(try browser.faults().filter { $0.contains("already initialized") } == [])
    }

    @Test(.timeLimit(.minutes(2))) func `a page whose shared worker dies opens a stream of its own`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.devTools(
            "Page.addScriptToEvaluateOnNewDocument",
            [
                "source": """
                { const Real = globalThis.SharedWorker;
                  globalThis.SharedWorker = class extends Real {
                    constructor(...a) { super(...a); globalThis.theWorker = this; }
                  }; }
                """
            ])
        try browser.open(bench.address + "/#/about")
        try browser.waitForLive()
        _ = try browser.evaluate(
            waitingFor: """
                const store = await import(document.querySelector('script[src$="app.js"]').src.replace('app.js', 'store.js'));
                window.states = [];
                store.on('link', ({ state }) => states.push(state));
                """)
        // A page asks its worker each 10 s whether it lives: after two such times, this one would have left it.
        usleep(22_000_000)
        #expect(try browser.evaluate("return states.join()") as? String == "", "the page left a worker that lives")
        // Nothing comes from a worker that the system has killed.
        try browser.evaluate("theWorker.port.onmessage = null")
        try browser.wait(
            "old values", within: 15, for: "return document.querySelector('#fix-badge').dataset.age !== 'fresh'")
        try browser.wait(
            "new values", within: 40, for: "return document.querySelector('#fix-badge').dataset.age === 'fresh'")
        try browser.wait(for: "live", in: "#link-status")
        #expect(try browser.evaluate("return states.join()") as? String == "connecting,live")
        // The page has left its worker, which lives after all, so that there is no second stream.
        #expect(try until(10) { try bench.streams() == 1 })
        #expect(try browser.faults() == [])
    }

    @Test(.timeLimit(.minutes(2))) func `a question whose action fails by a defect says so, and can be answered again`()
        throws
    {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address + "/#/about")
        try browser.waitForLive()
        _ = try browser.evaluate(
            waitingFor: """
                const { question } = await import(document.querySelector('script[src$="app.js"]').src.replace('app.js', 'pages/question.js'));
                let tries = 0;
                question('Title', 'Text', 'Do it', async () => {
                  if (++tries === 1) throw new TypeError('a defect');
                  return null;
                });
                """)
        try browser.click("dialog button[value=do]")
        try browser.wait(for: "Failed.", in: "dialog .problem")
        #expect(try browser.violations() == [])
        try browser.click("dialog button[value=do]")
        try browser.wait("the end", for: "return document.querySelector('dialog') === null")
        // One that is closed while its action runs: the action learns that, and a later refusal is seen.
        let isEnded = try browser.evaluate(
            waitingFor: """
                const { question } = await import(document.querySelector('script[src$="app.js"]').src.replace('app.js', 'pages/question.js'));
                return new Promise((resolve) => {
                  question('Title', 'Text', 'Do it', async (isEnded) => {
                    // A form ignores a second button while it handles the first.
                    await new Promise((then) => setTimeout(then));
                    const end = new Promise((then) => document.querySelector('dialog').addEventListener('close', then));
                    document.querySelector('dialog button[value=close]').click();
                    await end;
                    resolve(isEnded());
                    return 'refused later';
                  });
                  document.querySelector('dialog button[value=do]').click();
                });
                """)
        #expect(isEnded as? Bool == true)
        try browser.wait(for: "Refused later.", in: "#toasts")
        let deleted = try browser.evaluate(
            waitingFor: """
                const { remove } = await import(document.querySelector('script[src$="app.js"]').src.replace('app.js', 'pages/photo-list.js'));
                const ask = window.fetch;
                const paths = [];
                window.fetch = async (path) => {
                  paths.push(path);
                  return new Response(null, { status: 204 });
                };
                const reason = await remove(['a', 'b', 'c'], () => paths.length > 1, () => {});
                window.fetch = ask;
                return `${paths.join()} ${reason === ''}`;
                """)
        #expect(deleted as? String == "/v1/captures/a,/v1/captures/b true")
        // A dialog belongs to its page.
        _ = try browser.evaluate(
            waitingFor: ConsoleUseTests.parts + "parts.dialog('One', []); location.hash = '#/status'")
        try browser.wait("no dialog on another page", for: "return document.querySelector('dialog') === null")
        // The browser logs the defect.
        let faults = try browser.faults()
        #expect(!faults.isEmpty && faults.allSatisfy { $0.contains("a defect") }, "\(faults)")
    }

    @Test(.timeLimit(.minutes(2))) func `a refused stream is no lost gateway while snapshots arrive`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address + "/#/about")
        try browser.waitForLive()
        // A connection of its own, whose stream is always refused. Then snapshots are refused for 10 s, and at the end the
        // connection is cut.
        let states = try browser.evaluate(
            waitingFor: """
                const { Link } = await import(document.querySelector('script[src$="app.js"]').src.replace('app.js', 'link.js'));
                const [stream, request] = [window.EventSource, window.fetch];
                window.EventSource = class extends EventTarget {
                  constructor() {
                    super();
                    setTimeout(() => this.dispatchEvent(new Event('error')));
                  }
                  close() {}
                };
                const states = [];
                const link = new Link((type, data) => type === 'link' && states.push(data));
                const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
                link.want('state:1');
                await pause(9000);
                const refused = [...new Set(states)].join();
                window.fetch = () => Promise.resolve(new Response('{}', { status: 503 }));
                await pause(3000);
                const early = states.includes('lost');
                await pause(7000);
                const late = states.includes('lost');
                window.fetch = request;
                await pause(4000);
                const back = states.at(-1);
                window.fetch = () => Promise.reject(new TypeError('cut'));
                await pause(2500);
                const cut = states.at(-1);
                link.stop();
                Object.assign(window, { EventSource: stream, fetch: request });
                return [refused, early, late, back, cut].join(' ');
                """)
        #expect(states as? String == "live false true live lost")
    }

    @Test(.timeLimit(.minutes(3)))
    func `pages that were opened while the gateway was away load when it is back`() throws {
        let port = try Program.freePort()
        var bench = try ConsoleBench(port: port)
        let browser = try Browser()
        let pages = [
            "paths": "#paths-list .state-empty", "settings": ".setting", "receivers/add/network": "#form-submit",
        ]
        // Each page's code is loaded before the gateway goes.
        for (page, content) in pages {
            try browser.open("\(bench.address)/?\(page.count)#/\(page)")
            try browser.wait(page, for: "return document.querySelector(arguments[0]) !== null", content)
        }
        try browser.open("\(bench.address)/#/about")
        try browser.waitForLive()
        try browser.wait(
            "the code of all pages", within: 60,
            for: "const names = performance.getEntriesByType('resource').map((e) => e.name);"
                + "return ['paths', 'settings', 'setting-fields', 'receiver-add'].every((page) =>"
                + " names.some((name) => name.endsWith(`/pages/${page}.js`)))")
        // The last of them still have to arrive.
        usleep(2_000_000)
        for (page, content) in pages {
            bench.daemon.signal(SIGKILL)
            _ = bench.daemon.waitForEnd()
            try browser.evaluate("location.hash = arguments[0]", "#/\(page)")
            try browser.wait(for: "The gateway does not answer.", in: ".page .state-error")
            bench = try ConsoleBench(port: port)
            try browser.wait(
                page, within: 60,
                for: "return document.querySelector(arguments[0]) !== null && !document.querySelector('.state-error')",
                content)
        }
        // The browser also looks for another service worker.
        #expect(try browser.faults(but: "ERR_", "fetching the script") == [])
    }

    @Test(.timeLimit(.minutes(2))) func `a device whose clock is an hour wrong sees ages and times of the gateway`()
        throws
    {
        let bench = try ConsoleBench()
        let browser = try Browser()
        for (hours, words) in [(1, "behind"), (-1, "ahead of")] {
            // Before any script of the page runs, and in its worker not at all: that asks for no time.
            try browser.devTools(
                "Page.addScriptToEvaluateOnNewDocument",
                [
                    "source": """
                    { const Real = globalThis.RealDate ?? Date; globalThis.RealDate = Real;
                      const wrong = \(hours) * 3600000;
                      globalThis.Date = class extends Real {
                        constructor(...a) { a.length ? super(...a) : super(Real.now() + wrong); }
                        static now() { return Real.now() + wrong; }
                      }; }
                    """
                ])
            try browser.open(bench.address + "/?\(hours)#/status")
            try browser.waitForLive()
            try browser.devTools("Emulation.setTimezoneOverride", ["timezoneId": "UTC"])
            try browser.wait(for: words + " this device's clock", in: "main")
            let shown = try #require(
                try browser.evaluate(
                    "return [...document.querySelectorAll('dt')].find((e) => e.innerText === 'Time').nextSibling.innerText"
                )
                    as? String)
            let now = Calendar(identifier: .gregorian).dateComponents(
                in: try #require(TimeZone(identifier: "UTC")), from: Date())
            let hour = try #require(now.hour)
            // The hour of the gateway, or that before where it has just begun.
            let (twelve, minute) = ((hour + 11) % 12 + 1, try #require(now.minute))
            #expect(shown.contains("\(twelve):") || (minute == 0 && shown.contains(":59:")), "\(shown) \(twelve)")
            #expect(shown.contains("60 min"), "\(shown)")
            // Ages are the gateway's: nothing is old.
            try browser.evaluate("location.hash = '#/'")
            try browser.wait("the dot", for: Self.hasDot)
            #expect(
                try browser.evaluate("return document.querySelector('.map-frame').dataset.age") as? String == "fresh")
            try browser.evaluate("location.hash = '#/osnma'")
            try browser.wait(for: "Authentication", in: "main h1")
            try browser.expectClean("\(hours)")
        }
        // With a clock that is right nothing is said of it.
        let right = try Browser()
        try right.open(bench.address + "/#/status")
        try right.waitForLive()
        try right.wait(for: "Time", in: "main")
        #expect(try right.text("main")?.contains("this device's clock") == false)
    }
}
