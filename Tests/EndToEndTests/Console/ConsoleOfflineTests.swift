// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The console as an application: its files stay in the browser, and its pages open while the gateway is gone.
@Suite(
    .serialized,
    .enabled(if: Browser.isAvailable && PeopleTests.ownAddress != nil && Program.installed("certutil") != nil))
struct ConsoleOfflineTests {
    /// The caches of the browser with the number of their files, once its service worker has the page.
    private func caches(_ browser: Browser) throws -> [String: Int] {
        let script = """
            if (!navigator.serviceWorker.controller) return {};
            const counts = {};
            for (const name of await caches.keys()) counts[name] = (await (await caches.open(name)).keys()).length;
            return counts;
            """
        return try browser.evaluate(waitingFor: script) as? [String: Int] ?? [:]
    }

    private func waitForFiles(_ browser: Browser) throws {
        try eventually("the browser keeps no files", within: 60) { try caches(browser).values.contains { $0 > 60 } }
    }

    private func lastLatitude(_ browser: Browser) throws -> Double? {
        let script = "return JSON.parse(localStorage.getItem('gnss.last'))?.fix.latitude_deg ?? null"
        return try browser.evaluate(script) as? Double
    }

    @Test(.timeLimit(.minutes(4)))
    func `while the gateway is gone every page opens, with the last position marked as old`() throws {
        let bench = try HTTPSBench()
        let host = try #require(PeopleTests.ownAddress)
        let browser = try Browser(.phone, authority: try bench.authority(), host: host)
        let address = "https://\(host):\(bench.port)/"
        try browser.open("\(address)?sign-in#code=\(try bench.code(["--role", "viewer"]))")
        try browser.waitForLive()
        try waitForFiles(browser)
        try browser.wait("a position", for: "return localStorage.getItem('gnss.last') !== null")
        try browser.expectClean("before")
        let latitude = try #require(try lastLatitude(browser))

        bench.daemon.signal(SIGKILL)
        _ = bench.daemon.waitForEnd()
        try browser.open("\(address)?gone#/")
        try browser.wait(for: "not reachable", in: "#link-status")
        try browser.wait(for: "Last known position", in: "#banner")
        let banner = try #require(try browser.text("#banner"))
        #expect(banner.contains(String(format: "%.7f°", latitude)), "\(banner)")
        try browser.wait("the old dot", for: "return document.querySelector('.own-dot.is-old') !== null")
        #expect(try browser.text("#fix-badge") == "—")
        #expect(try browser.text("#osnma-status")?.contains("uthenticated") == false)
        let reason = try browser.evaluate("return document.querySelector('#osnma-status').title") as? String
        #expect(reason?.contains("cannot be reached") == true, "\(reason ?? "")")
        #expect(try browser.tooWide() == [])
        try browser.takePicture("offline")
        for route in [
            "status", "receivers", "corrections", "sky", "position", "osnma", "paths", "centroid", "raw", "agrirouter",
            "alerts", "settings", "people", "about", "phone", "welcome", "photos", "camera", "fleet",
        ] {
            try browser.evaluate("location.hash = '#/\(route)'")
            try browser.wait(
                route, for: "return document.querySelector('main .page-\(route) h1') !== null")
            // No page waits for an answer, or gives advice for a role that is not known.
            try browser.wait(
                "\(route): that the gateway does not answer",
                for: "const text = document.querySelector('main').innerText;"
                    + "return !text.includes('Loading') && !text.includes('gnss-gateway console')")
            #expect(try browser.tooWide() == [], "\(route)")
            #expect(try browser.violations() == [], "\(route)")
        }
        #expect(try browser.faults(but: "ERR_CONNECTION_REFUSED", "ERR_FAILED") == [])

        try bench.startAgain()
        try browser.evaluate("location.hash = '#/'")
        try browser.wait("it is live again", within: 60, for: "return document.documentElement.dataset.link === 'live'")
        try browser.wait(
            "a new position", for: "return document.querySelector('.own-dot:not(.is-old)') !== null")
        #expect(try browser.evaluate("return document.getElementById('banner').hidden") as? Bool == true)

        // A network that is silent, rather than gone: the page does not wait for its answers.
        do {
            bench.daemon.signal(SIGSTOP)
            defer { bench.daemon.signal(SIGCONT) }
            try browser.open("\(address)?silent#/")
            try browser.wait("the page", within: 20, for: "return document.querySelector('header') !== null")
        }
        try browser.wait("it is live", within: 60, for: "return document.documentElement.dataset.link === 'live'")

        // Who signs out leaves no position behind.
        try browser.evaluate("location.hash = '#/about'")
        try browser.wait("the page", for: "return document.querySelector('.page-about button') !== null")
        try browser.evaluate(
            "[...document.querySelectorAll('button')].find((b) => b.innerText === 'Sign out').click()")
        try browser.wait("nothing is left", for: "return localStorage.getItem('gnss.last') === null")
        usleep(6_000_000)
        #expect(try lastLatitude(browser) == nil)
    }

    @Test(.timeLimit(.minutes(3)))
    func `what is stored wrongly, or at another time, is never shown as a current position`() throws {
        let bench = try HTTPSBench()
        let host = try #require(PeopleTests.ownAddress)
        let browser = try Browser(authority: try bench.authority(), host: host)
        let address = "https://\(host):\(bench.port)/"
        try browser.open("\(address)?sign-in#code=\(try bench.code(["--role", "viewer"]))")
        try browser.waitForLive()
        try waitForFiles(browser)
        bench.daemon.signal(SIGKILL)
        _ = bench.daemon.waitForEnd()
        try browser.wait(for: "not reachable", in: "#link-status")
        for (number, stored) in [
            "{", "null", "[]", #"{"at":1,"fix":null}"#, #"{"at":1,"fix":{"latitude_deg":"x","longitude_deg":5}}"#,
            #"{"at":1,"fix":{"latitude_deg":91,"longitude_deg":5}}"#,
        ].enumerated() {
            try browser.evaluate("localStorage.setItem('gnss.last', arguments[0])", stored)
            try browser.open("\(address)?\(number)#/")
            try browser.wait(for: "not reachable", in: "#link-status")
            #expect(try browser.text("#banner")?.contains("Last known") == false, "\(stored)")
        }
        // The clock of the phone was set back by a day.
        try browser.evaluate(
            "localStorage.setItem('gnss.last', JSON.stringify({at: Date.now() + 864e5, fix: {latitude_deg: 1, longitude_deg: 2}}))"
        )
        try browser.open("\(address)?future#/position")
        try browser.wait(for: "Last known position, —: 1.0000000° 2.0000000°.", in: "#banner")
        #expect(try browser.text("#fix-badge") == "—")
        #expect(try browser.faults(but: "ERR_CONNECTION_REFUSED", "ERR_FAILED") == [])
    }

    @Test(.timeLimit(.minutes(3)))
    func `a new program replaces the files that a browser keeps, and a foreign page does not`() throws {
        let folder = try TemporaryFolder()
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Console").path
        let files = folder.path + "/console"
        let copied = try Program.run(try #require(Program.installed("cp")), ["-r", source, files])
        try #require(copied.status == 0, "\(copied)")
        let bench = try ConsoleBench(files: files)
        let browser = try Browser()
        try browser.open(bench.address)
        try browser.waitForLive()
        try waitForFiles(browser)
        let before = try #require(try caches(browser).keys.first)
        let page = files + "/index.html"
        let text = try String(contentsOfFile: page, encoding: .utf8)
        try text.replacing("<body>", with: "<body class=\"changed\">").write(
            toFile: page, atomically: true, encoding: .utf8)
        try browser.open(bench.address + "/?changed")
        try browser.wait("the new page", for: "return document.body.className === 'changed'")
        try eventually("the old files are still there", within: 60) {
            let kept = try caches(browser)
            return kept.count == 1 && kept[before] == nil && kept.values.allSatisfy { $0 > 60 }
        }
        try browser.waitForLive()
        #expect(try browser.faults() == [])

        // Somebody else's page at this address is shown, and not kept.
        try "<!DOCTYPE html><title>other</title>".write(toFile: page, atomically: true, encoding: .utf8)
        try browser.open(bench.address + "/?other")
        #expect(try browser.evaluate("return document.title") as? String == "other")
        let kept = "return (await (await caches.match('/')).text()).includes('class=\"changed\"')"
        #expect(try browser.evaluate(waitingFor: kept) as? Bool == true)
    }

    @Test(.timeLimit(.minutes(3)), arguments: ["en", "de", "fr"])
    func `the page Phone leads to the address, the certificate and the installation`(language: String) throws {
        let bench = try HTTPSBench()
        let host = try #require(PeopleTests.ownAddress)
        let browser = try Browser(.phone, language: language, authority: try bench.authority(), host: host)
        let address = "https://\(host):\(bench.port)/"
        try browser.open("\(address)?sign-in#code=\(try bench.code(["--role", "admin"]))")
        try browser.wait(
            "it is live", for: "return document.documentElement.dataset.link === 'live'")
        try browser.evaluate("location.hash = '#/phone'")
        try browser.wait("the fingerprint", for: "return document.querySelector('#fingerprint') !== null")
        let shown = try #require(try browser.text("#fingerprint"))
        #expect(try bench.console(["certificate"]).output.contains(shown))
        try browser.wait("the button", for: "return document.querySelector('#phone-make') !== null")
        try browser.tap("#phone-make")
        try browser.wait("a code", for: "return document.querySelector('#phone-code svg') !== null")
        let label = try #require(
            try browser.evaluate("return document.querySelector('#phone-code svg').ariaLabel") as? String)
        #expect(label.contains("https://"), "\(label)")
        #expect(try browser.visibleKey() == nil)
        #expect(try browser.tooWide() == [])
        try browser.takePicture("phone-\(language)")
        try browser.expectClean("the page")
        // Chromium would install it.
        try waitForFiles(browser)
        let answer = try browser.devTools("Page.getInstallabilityErrors") as? [String: Any]
        let errors = try #require(answer?["installabilityErrors"] as? [[String: Any]], "\(answer ?? [:])")
        #expect(errors.compactMap { $0["errorId"] as? String } == [], "\(errors)")
    }

    @Test(.timeLimit(.minutes(2)))
    func `without https the page Phone says what is missing, and a viewer gets no code`() throws {
        let bench = try ConsoleBench(listen: "0.0.0.0")
        let host = try #require(PeopleTests.ownAddress)
        let browser = try Browser(.phone, host: host)
        try browser.open("http://\(host):\(bench.address.split(separator: ":").last ?? "")/#/login")
        try browser.wait("the page", for: "return document.querySelector('#login-code') !== null")
        try browser.evaluate("document.querySelector('#login-code').focus()")
        let made = try bench.ask("POST", "/v1/session/invitation", body: #"{"role":"viewer"}"#).json
        try browser.press(try #require(made["code"] as? String) + "\u{E007}")
        try browser.wait(for: "signed in", in: "#toasts")
        try browser.evaluate("location.hash = '#/phone'")
        try browser.wait(for: "does not serve https", in: "main")
        try browser.wait(for: "Open the console over https first", in: "main")
        #expect(try browser.evaluate("return document.querySelector('#phone-make') === null") as? Bool == true)
        #expect(try browser.tooWide() == [])
        try browser.expectClean("the page")
    }
}
