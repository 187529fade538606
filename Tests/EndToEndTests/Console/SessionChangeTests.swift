// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The console when a browser's session becomes another one while pages are open: nothing of a person is left to the next one, and a
/// role holds at once.
@Suite(.serialized, .enabled(if: Browser.isAvailable && PeopleTests.ownAddress != nil)) struct SessionChangeTests {
    private static let password = "kestrel meadow anvil"

    private func add(_ name: String, _ role: String, to gateway: PeopleGateway) throws {
        let answer = try gateway.bench.ask("PUT", "/v1/users/\(name)", body: #"{"role":"\#(role)"}"#)
        try #require(answer.status == 200, "\(answer)")
    }

    /// Types a text into a field, as a person who has not finished.
    private func type(_ text: String, _ id: String, _ browser: Browser) throws {
        try browser.wait(
            "the field \(id)",
            for:
                "const e = document.getElementById(arguments[0]); return !!e && e.offsetParent !== null && !e.disabled",
            id
        )
        try browser.evaluate(
            "const e = document.getElementById(arguments[0]); e.focus(); e.value = arguments[1];"
                + "e.dispatchEvent(new Event('input', {bubbles: true}))", id, text)
    }

    private func show(_ page: String, _ browser: Browser) throws {
        try browser.evaluate("location.hash = arguments[0]", "#/\(page)")
    }

    /// Whether a text is anywhere in the document: shown, hidden, or in a field.
    private func contains(_ text: String, _ browser: Browser) throws -> Bool {
        try browser.evaluate(
            "return document.documentElement.textContent.includes(arguments[0])"
                + "|| [...document.querySelectorAll('input, textarea')].some((e) => e.value.includes(arguments[0]))",
            text)
            as? Bool ?? true
    }

    private func revoke(_ name: String, _ gateway: PeopleGateway) throws {
        for session in try gateway.sessions() where session["name"] as? String == name {
            let id = try #require(session["id"] as? String)
            #expect(try gateway.bench.ask("DELETE", "/v1/sessions/\(id)").status == 204)
        }
    }

    private func enter(_ code: String, _ browser: Browser) throws {
        try browser.wait("the page Sign-in", within: 8, for: "return document.querySelector('#login-code') !== null")
        try browser.evaluate("const e = document.querySelector('#login-code'); e.value = ''; e.focus()")
        try browser.press(code + "\u{E007}")
    }

    /// A gateway with two admins, of whom Frida adds a person in a browser.
    private func fridaTyping() throws -> (PeopleGateway, Browser) {
        let gateway = try PeopleGateway(isPlainAllowed: true)
        for name in ["Frida", "Bert"] { try add(name, "admin", to: gateway) }
        let browser = try Browser(.desk, host: gateway.host)
        try gateway.signIn(browser, try gateway.code("Frida"), at: gateway.away)
        try show("people", browser)
        try type("Grete", "person-name", browser)
        try type(Self.password, "person-password", browser)
        return (gateway, browser)
    }

    private enum Next: String, CaseIterable { case bert, unnamed, frida }

    @Test(.timeLimit(.minutes(3)), arguments: Next.allCases)
    private func
        `after a session has ended, only the same person finds what was typed, and nobody a password or a code`(
            _ next: Next
        ) throws
    {
        let (gateway, browser) = try fridaTyping()
        try browser.evaluate("document.getElementById('make-code').click()")
        try browser.wait("a code", for: "return document.querySelector('#invitation .code') !== null")
        let invitation = try #require(try browser.text("#invitation .code"))
        // A dialog belongs to what is shown behind it.
        try browser.evaluate("document.querySelector('[id^=person-remove]').click()")
        try browser.wait("the question", for: "return document.querySelector('dialog')?.open === true")
        try revoke("Frida", gateway)
        try browser.wait("the page Sign-in", within: 8, for: "return document.querySelector('#login-code') !== null")
        #expect(try !contains(Self.password, browser) && !contains(invitation, browser))
        #expect(try browser.evaluate("return document.querySelector('dialog') === null") as? Bool == true)
        #expect(try contains("Grete", browser), "the page waits for Frida")
        let code =
            switch next {
            case .bert: try gateway.code("Bert")
            case .unnamed: try gateway.code(role: "admin")
            case .frida: try gateway.code("Frida")
            }
        try enter(code, browser)
        try browser.wait(
            "the page People", within: 10,
            for: "const e = document.getElementById('person-name'); return !!e && e.offsetParent !== null")
        #expect(try contains("Grete", browser) == (next == .frida))
        #expect(try !contains(Self.password, browser) && !contains(invitation, browser))
        #expect(try browser.violations() == [])
    }

    @Test(.timeLimit(.minutes(3)))
    func `a person who signs out, or another who signs in in another tab, leaves nothing in the first tab`() throws {
        let (gateway, browser) = try fridaTyping()
        let first = try #require(try browser.tabs.first)
        // Bert has the same role, so that nothing but the person changes.
        let code = try gateway.code("Bert")
        try browser.openTab("\(gateway.away)/?bert#code=\(code)")
        try browser.wait(for: "signed in", in: "#toasts")
        try browser.look(atTab: first)
        try browser.wait(for: "Bert is now signed in", in: "#toasts", within: 10)
        try browser.wait(
            "an empty page", within: 5,
            for:
                "const e = document.getElementById('person-name'); return !!e && e.offsetParent !== null && e.value === ''"
        )
        #expect(try !contains("Grete", browser) && !contains(Self.password, browser))
        // Bert signs out: the next one finds the start page.
        try type("Hanna", "person-name", browser)
        try show("about", browser)
        try browser.wait(
            "the button",
            for: "return [...document.querySelectorAll('main button')].some((b) => b.textContent.trim() === 'Sign out')"
        )
        try browser.evaluate(
            "[...document.querySelectorAll('main button')].find((b) => b.textContent.trim() === 'Sign out').click()")
        try browser.wait("the page Sign-in", within: 8, for: "return document.querySelector('#login-code') !== null")
        #expect(try !contains("Hanna", browser))
        #expect(
            try browser.evaluate("return document.querySelectorAll('.page').length") as? Int == 1,
            "no page waits for a person who has left")
    }

    @Test(.timeLimit(.minutes(2))) func `on this machine another person finds an empty page where one could only look`()
        throws
    {
        let gateway = try PeopleGateway()
        for name in ["Frida", "Bert"] { try add(name, "admin", to: gateway) }
        let browser = try Browser()
        let address = gateway.bench.address
        try gateway.signIn(browser, try gateway.code("Frida"), at: address)
        try show("people", browser)
        try type("Grete", "person-name", browser)
        try type(Self.password, "person-password", browser)
        try revoke("Frida", gateway)
        // Everyone may look here, so the page stays; the password goes at once.
        try browser.wait(for: "The session of Frida has ended", in: "#toasts", within: 8)
        #expect(try !contains(Self.password, browser) && contains("Grete", browser))
        let code = try gateway.code("Bert")
        try browser.evaluate("location.hash = `#code=${arguments[0]}`", code)
        try browser.wait(for: "signed in", in: "#toasts")
        try show("people", browser)
        try browser.wait(
            "the page People", within: 10,
            for: "const e = document.getElementById('person-name'); return !!e && e.offsetParent !== null")
        #expect(try !contains("Grete", browser))

        // The list of paths is that of the person, without another visit to the page.
        func hasPath(_ isThere: Bool) throws {
            try browser.wait(
                "the path of Bert: \(isThere)", within: 10,
                for: "return document.querySelector('#paths-list')?.textContent.includes('meadow') === \(isThere)")
        }
        try browser.evaluate(
            "fetch('/v1/paths/import?format=csv&name=meadow', { method: 'POST', body: 'lat,lon\\n1,2\\n3,4\\n',"
                + "headers: { 'Content-Type': 'application/octet-stream' } })")
        try show("paths", browser)
        try hasPath(true)
        try browser.evaluate("document.querySelector('[id^=path-points-]').click()")
        try browser.wait(
            "the points", within: 10, for: "return document.querySelector('dialog[open] tbody tr') !== null")
        try revoke("Bert", gateway)
        try hasPath(false)
        try browser.wait("no points", within: 10, for: "return document.querySelector('dialog[open]') === null")
        let another = try gateway.code("Bert")
        try show("login", browser)
        try enter(another, browser)
        try hasPath(true)

        // So is a path on the map.
        func showsPath(_ isThere: Bool) throws {
            try browser.wait(
                "the path on the map: \(isThere)", within: 10,
                for: "return Boolean(document.getElementById('map-paths')?.dataset.chosen) === \(isThere)")
        }
        try browser.evaluate(
            "location.hash = `#/?path=${document.querySelector('#paths-list [data-path]').dataset.path}`")
        try showsPath(true)
        try revoke("Bert", gateway)
        try showsPath(false)
    }

    @Test(.timeLimit(.minutes(3)))
    func `a role that an admin raises or lowers in one browser holds at once in the other`() throws {
        let gateway = try PeopleGateway(isPlainAllowed: true)
        try add("Anna", "viewer", to: gateway)
        let (admin, anna) = (try Browser(), try Browser(.phone, host: gateway.host))
        try admin.signIn(socket: gateway.bench.daemon.socket, address: gateway.bench.address)
        try show("people", admin)
        try admin.wait("Anna", for: "return document.getElementById('person-role-0') !== null")
        try gateway.signIn(anna, try gateway.code("Anna"), at: gateway.away)
        try show("settings", anna)
        let field = "document.getElementById('setting-centroid-samples')"
        try anna.wait("the settings", for: "return \(field)?.disabled === true")
        try anna.evaluate("window.mark = 'same page'")
        for (role, words, isDisabled) in [
            ("admin", "change everything", false), ("operator", "record", true), ("admin", "change everything", false),
            ("viewer", "view", true),
        ] {
            try anna.evaluate("document.querySelectorAll('.toast').forEach((e) => e.remove())")
            try admin.wait("the choice", for: "return document.getElementById('person-role-0') !== null")
            try admin.evaluate(
                "const e = document.getElementById('person-role-0'); e.value = arguments[0];"
                    + "e.dispatchEvent(new Event('change', {bubbles: true}))", role)
            let begin = ContinuousClock.now
            try anna.wait("\(role) at once", within: 3, for: "return \(field)?.disabled === \(isDisabled)")
            #expect(ContinuousClock.now - begin < .seconds(3))
            try anna.wait(for: "Your role was changed", in: "#toasts", within: 3)
            let toasts = try anna.text("#toasts") ?? ""
            #expect(toasts.contains(words), "\(role): \(toasts)")
        }
        #expect(try anna.evaluate("return window.mark") as? String == "same page")
        try anna.expectClean("Anna")
        try admin.expectClean("the admin")
    }
}
