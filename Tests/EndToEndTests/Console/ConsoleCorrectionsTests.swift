// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The page Corrections in a browser: the chain from a caster to a position, and its set-up.
@Suite(.serialized, .enabled(if: Browser.isAvailable && FalseCaster.isAvailable)) struct ConsoleCorrectionsTests {
    private static let secret = "secret-word"
    private static let isAsked = "return document.querySelector('dialog')?.open === true"

    private func bench(_ receiver: TalkingReceiver) throws -> ConsoleBench {
        try ConsoleBench(driver: "nmea-serial", receiver: "device: \(receiver.path)")
    }

    private func put(_ values: [String: Any], _ bench: ConsoleBench) throws {
        let body = String(decoding: try JSONSerialization.data(withJSONObject: values), as: UTF8.self)
        let answer = try bench.ask("PUT", "/v1/corrections", body: body)
        try #require(answer.status == 200, "\(answer)")
    }

    /// Waits until the steps of the chain that is shown have these states.
    private func wait(_ browser: Browser, _ states: String...) throws {
        try browser.wait(
            "the chain \(states)", within: 60,
            for:
                "return JSON.stringify([...document.querySelectorAll('#corrections-chain li')].map((e) => e.dataset.state))"
                + " === JSON.stringify(arguments[0])", states)
    }

    /// Waits until the page is there and its chain, or what stands in its place.
    private func open(_ browser: Browser, _ address: String, language: String = "en") throws {
        try browser.evaluate("localStorage.setItem('gnss.language', arguments[0])", language)
        try browser.open("\(address)/?\(UUID().uuidString)#/corrections")
        try browser.wait(
            "the page Corrections",
            for:
                "return document.documentElement.dataset.link === 'live' && document.documentElement.lang === arguments[0]"
                + " && document.querySelector('#corrections-chain')?.checkVisibility() === true"
                + " && document.querySelector('#corrections-setup')?.children.length > 0", language)
    }

    /// Replaces what stands in a field by typing.
    private func type(_ text: String, in selector: String, _ browser: Browser) throws {
        try browser.evaluate(
            "const e = document.querySelector(arguments[0]); e.focus(); e.select(); e.scrollIntoView({block: 'center'})",
            selector)
        try browser.press(Browser.Key.back + text)
    }

    private func press(_ selector: String, _ browser: Browser) throws {
        try browser.wait(
            selector, for: "return document.querySelector(arguments[0])?.disabled === false", selector)
        try browser.evaluate("document.querySelector(arguments[0]).focus()", selector)
        try browser.press(Browser.Key.enter)
    }

    /// Neither the page nor its fields hold the password.
    private func expectNoSecret(_ browser: Browser) throws {
        let script = """
            return document.documentElement.outerHTML.includes(arguments[0])
              || [...document.querySelectorAll('input')].some((e) => e.value.includes(arguments[0]))
            """
        #expect(try browser.evaluate(script, Self.secret) as? Bool == false)
    }

    @Test(.timeLimit(.minutes(2))) func `what was typed stays while this browser may change nothing`() throws {
        let receiver = try TalkingReceiver()
        defer { receiver.end() }
        let bench = try bench(receiver)
        let browser = try Browser()
        try browser.open(bench.address)
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        try open(browser, bench.address)
        try browser.wait("the form", for: "return document.querySelector('#corrections-form') !== null")
        try type("ntrip://caster.example", in: "#field-caster", browser)
        // As when the session ends or its role is lowered, and the person signs in again.
        func take(_ role: String) throws {
            _ = try browser.evaluate(
                waitingFor: """
                    const store = await import(document.querySelector('script[src$="app.js"]').src.replace('app.js', 'store.js'));
                    store.hello.role = arguments[0];
                    store.set('hello', { ...store.hello });
                    """, role)
        }
        let isSeen = "document.querySelector('#corrections-form').checkVisibility()"
        try take("viewer")
        try browser.wait(for: "console open", in: "#corrections-setup")
        try browser.wait("no form", for: "return !\(isSeen)")
        try take("admin")
        try browser.wait("the form again", for: "return \(isSeen)")
        let value = try browser.evaluate("return document.querySelector('#field-caster').value") as? String
        #expect(value?.hasSuffix("caster.example") == true, "\(value ?? "")")
        #expect(try browser.text("#corrections-setup")?.contains("console open") == false)
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(4)))
    func `a caster is set up with the keyboard: listed by distance, refused, corrected, streaming, stopped`() throws {
        let caster = try FalseCaster()
        let receiver = try TalkingReceiver()
        defer { receiver.end() }
        let bench = try bench(receiver)
        let browser = try Browser(.phone)
        // Who only looks is told whom to ask.
        try browser.open(bench.address)
        try open(browser, bench.address)
        try browser.wait(for: "No caster is set", in: "#corrections-chain")
        try browser.wait(for: "console open", in: "#corrections-setup")
        #expect(try browser.evaluate("return document.querySelector('#corrections-form') === null") as? Bool == true)
        #expect(try browser.tooWide() == [])
        try browser.expectClean("looking")

        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        try open(browser, bench.address)
        try browser.wait("the form", for: "return document.querySelector('#corrections-form') !== null")
        try browser.expectClean("the empty form")

        // The mount points of the caster, the nearest first.
        try type("ntrip://127.0.0.1:\(caster.port)", in: "#field-caster", browser)
        try press("#corrections-list", browser)
        try browser.wait(for: "5 mount points, the nearest first", in: "#mountpoints-words")
        let names = "return [...document.querySelectorAll('#mountpoints li')].map((e) => e.dataset.mountpoint).join()"
        #expect(try browser.evaluate(names) as? String == "NEAR,RAWNEAR,OFFLINE,V2,FAR")
        let near = try #require(try browser.text("#mountpoints li"))
        for words in ["Fürth", "7.3 km", "needs the position", "needs a password", "RTCM 3.3", "1077(1)"] {
            #expect(near.contains(words), "\(words): \(near)")
        }
        #expect(try browser.focusedName() == "Show the caster's mount points")
        try type("fürth", in: "#mountpoints-filter", browser)
        try browser.wait("two", for: "return document.querySelectorAll('#mountpoints li').length === 2")
        try browser.expectClean("the list")
        try browser.takePicture("corrections-list")
        try press("[data-mountpoint=NEAR] button", browser)
        #expect(try browser.evaluate("return document.activeElement.id") as? String == "field-mountpoint")
        #expect(try browser.evaluate("return document.querySelector('#field-mountpoint').value") as? String == "NEAR")

        // A wrong password: which step fails, and what to do.
        try type("user", in: "#field-user", browser)
        try type("wrong-word", in: "#field-password", browser)
        try press("#corrections-save", browser)
        try wait(browser, "ok", "failed", "unknown", "unknown")
        try browser.wait(for: "rejects the user or password", in: "[data-link=data]")
        try browser.wait(for: "Enter the user and the password again", in: "[data-link=data] .cure")
        #expect(try browser.tooWide() == [])
        try browser.expectClean("refused")
        for (language, words, cure) in [
            ("de", "lehnt Benutzer oder Passwort ab", "Benutzer und Passwort noch einmal eingeben"),
            ("fr", "refuse l’utilisateur ou le mot de passe", "Saisissez à nouveau l’utilisateur"),
        ] {
            try open(browser, bench.address, language: language)
            try browser.wait(for: words, in: "[data-link=data]")
            try browser.wait(for: cure, in: "[data-link=data] .cure")
            #expect(try browser.tooWide() == [], "\(language)")
            try browser.expectClean(language)
        }

        // The right one, and the receiver's own words.
        try open(browser, bench.address)
        try browser.wait("the form", for: "return document.querySelector('#field-user')?.value === 'user'")
        try type(Self.secret, in: "#field-password", browser)
        try press("#corrections-save", browser)
        try wait(browser, "ok", "ok", "ok", "waiting")
        try browser.wait("no password", for: "return document.querySelector('#field-password').value === ''")
        receiver.uses(quality: 4, age: 1.2, station: 42)
        try wait(browser, "ok", "ok", "ok", "ok")
        try browser.wait(for: "1.2 s old from station 42", in: "[data-link=use]")
        try browser.wait(for: "RTK, ambiguities fixed", in: "#corrections-receivers")
        try browser.wait(for: "m from the station", in: "#corrections-receivers")
        try browser.wait(for: "1005: ", in: "main")
        try expectNoSecret(browser)
        // The age is there, and grows when nothing arrives.
        try browser.wait(for: "s ago", in: "#corrections-age")
        caster.end()
        try browser.wait(
            "an age above 2 s", within: 60,
            for: "return parseFloat(document.querySelector('#corrections-age').innerText) > 2")
        try wait(browser, "failed", "unknown", "unknown", "ok")
        try browser.expectClean("the caster is gone")

        // Stopped after a question, which Escape leaves; started again.
        try press("#corrections-stop", browser)
        try browser.wait("the question", for: Self.isAsked)
        try browser.expectClean("asked")
        try browser.leaveDialog(focusing: "corrections-stop")
        #expect(try bench.ask("GET", "/v1/corrections").json["stopped"] as? Bool == false)
        try press("#corrections-stop", browser)
        try browser.wait("the question", for: Self.isAsked)
        try press("dialog [value=do]", browser)
        try browser.wait(for: "Corrections are stopped", in: "#corrections-chain")
        try browser.expectClean("stopped")
        try press("#corrections-start", browser)
        try browser.wait("the chain", for: "return document.querySelectorAll('#corrections-chain li').length === 4")
        // Removed: nothing is left, and the form is empty.
        try press("#corrections-reset", browser)
        try browser.wait(for: "password is deleted", in: "dialog")
        try press("dialog [value=do]", browser)
        try browser.wait(for: "No caster is set", in: "#corrections-chain")
        try browser.wait("an empty form", for: "return document.querySelector('#field-user')?.value === ''")
        #expect(try browser.focusedName() != nil, "the focus is lost")
        try expectNoSecret(browser)
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(4))) func `each failure has its step and its words in three languages`() throws {
        let caster = try FalseCaster()
        let receiver = try TalkingReceiver()
        defer { receiver.end() }
        let bench = try bench(receiver)
        let browser = try Browser(.phone)
        try browser.open(bench.address)
        let cases = [
            ("OFFLINE", "data", "no_data"), ("NOWHERE", "data", "mountpoint_gone"), ("HTML", "caster", "html"),
            ("GARBAGE", "messages", "not_rtcm"), ("FORBIDDEN", "data", "forbidden"), ("BUSY", "data", "busy"),
        ]
        var catalogues: [String: [String: Any]] = [:]
        for language in ["de", "fr"] {
            catalogues[language] =
                try PlainHTTP.request(
                    "GET", "/v1/messages", headers: ["Accept-Language": language], socket: bench.daemon.socket
                ).json
        }
        for (number, (mountpoint, step, cause)) in cases.enumerated() {
            try put(["caster": caster.address, "mountpoint": mountpoint, "gga_interval_s": 0], bench)
            // Each language with half of them.
            for language in number % 2 == 0 ? ["en", "de"] : ["fr"] {
                try open(browser, bench.address, language: language)
                try browser.wait(
                    "\(cause) at \(step)", within: 60,
                    for:
                        "return document.querySelector(`#corrections-chain [data-link=${arguments[0]}]`)?.dataset.state === 'failed'",
                    step)
                if let catalogue = catalogues[language] {
                    let words = try #require(catalogue["corrections.cause.\(cause)"] as? String)
                    try browser.wait(for: words, in: "[data-link=\(step)]")
                    let cure = try #require(catalogue["corrections.cure.\(cause)"] as? String)
                    try browser.wait(for: String(cure.dropFirst(1)), in: "[data-link=\(step)] .cure")
                } else {
                    try browser.wait("a cure", for: "return document.querySelector('.cure')?.innerText.length > 20")
                }
                #expect(try browser.tooWide() == [], "\(cause) \(language)")
                try browser.expectClean("\(cause) \(language)")
            }
        }
        // The page Status says the same, and leads here.
        try browser.evaluate("localStorage.setItem('gnss.language', 'en')")
        try browser.open("\(bench.address)/?status#/status")
        try browser.wait(
            "the chain",
            for: "return document.querySelector('#status-corrections [data-link=data]')?.dataset.state === 'failed'")
        #expect(
            try browser.evaluate("return document.querySelector('main a[href=\"#/corrections\"]') !== null") as? Bool
                == true)
        try browser.expectClean("status")
    }

    @Test(.timeLimit(.minutes(3))) func `what a caster calls its mount points is text, and what is no list is told`()
        throws
    {
        let receiver = try TalkingReceiver()
        defer { receiver.end() }
        let bench = try bench(receiver)
        let browser = try Browser(.phone)
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        try open(browser, bench.address)
        try browser.wait("the form", for: "return document.querySelector('#corrections-form') !== null")
        let hostile = try FalseCaster(table: "hostile")
        try type("127.0.0.1:\(hostile.port)", in: "#field-caster", browser)
        try press("#corrections-list", browser)
        try browser.wait(for: "2 with names that cannot be requested are left out", in: "#mountpoints-words")
        try browser.wait(for: "<img src=x onerror=alert(1)>", in: "[data-mountpoint=RTL]")
        #expect(
            try browser.evaluate("return document.querySelector('main img, main script, main b') === null") as? Bool
                == true)
        #expect(
            try browser.evaluate(
                "return document.querySelector('[data-mountpoint=RTL] strong + bdi')?.innerText.includes('evil')")
                as? Bool
                == true)
        #expect(try browser.tooWide() == [])
        try browser.expectClean("hostile names")
        for (kind, words) in [
            ("huge", "larger than 4 MiB"), ("html", "web page"), ("binary", "not a list of mount points"),
        ] {
            let caster = try FalseCaster(table: kind)
            try type("127.0.0.1:\(caster.port)", in: "#field-caster", browser)
            try press("#corrections-list", browser)
            try browser.wait(for: words, in: "#mountpoints-words")
            try browser.wait("a cure", for: "return document.querySelector('#mountpoints-cure').innerText.length > 20")
            #expect(try browser.evaluate("return document.querySelectorAll('#mountpoints li').length") as? Int == 0)
            try browser.expectClean(kind)
        }
        // What is not allowed is told where it stands. The browser notes the refusal.
        try type("127.0.0.1/path", in: "#field-caster", browser)
        try press("#corrections-save", browser)
        try browser.wait(
            "the problem", for: "return document.querySelector('#field-caster-problem').innerText.length > 10")
        #expect(try browser.focusedName()?.hasPrefix("Caster") == true)
        try browser.wait(
            "the problem of the mount point",
            for: "return document.querySelector('#field-mountpoint-problem').innerText.length > 5")
        #expect(try browser.violations() == [])
        #expect(try browser.faults(but: "400").isEmpty)
    }
}
