// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The pages Sign-in and People in real browsers, on this machine and under an address of the network.
@Suite(.serialized, .enabled(if: Browser.isAvailable && PeopleTests.ownAddress != nil)) struct SignInPageTests {
    private static let code = "document.querySelector('#login-code')"

    /// Types a code and presses Enter.
    private func type(_ code: String, _ browser: Browser) throws {
        try browser.evaluate("const e = \(Self.code); e.value = ''; e.focus()")
        try browser.press(code + "\u{E007}")
    }

    /// Nothing but refusals, which the browser writes down, went wrong.
    private func expectOnly(_ statuses: [String], _ browser: Browser, _ what: String) throws {
        let violations = try browser.violations()
        #expect(violations == [], "\(what): \(violations)")
        let faults = try browser.faults().filter { fault in
            !statuses.contains { fault.contains("status of \($0)") || fault.contains("\($0) (") }
        }
        #expect(faults == [], "\(what)")
    }

    @Test(.timeLimit(.minutes(3)), arguments: Browser.engines)
    func `under another address a browser sees nothing, guesses slowly, and signs in once with a code`(
        _ engine: Browser.Engine
    ) throws {
        let gateway = try PeopleGateway()
        let browser = try Browser(.phone, engine: engine, host: gateway.host)
        try browser.open(gateway.away + "/#/status")
        try browser.wait(for: "Sign in", in: "main h1")
        #expect(try browser.text("body")?.contains("tractor") == false)
        #expect(try browser.text("main")?.contains("not encrypted") == true)
        #expect(!(try browser.isTooWide()))
        try browser.takePicture("sign-in")
        let good = try gateway.code(role: "viewer")
        try type("AAAAAAAAAA", browser)
        try browser.wait(for: "wrong", in: "#login-problem")
        try type("BBBBBBBBBB", browser)
        try browser.wait(for: "too many wrong attempts", in: "#login-problem")
        #expect(try browser.evaluate("return document.activeElement === \(Self.code)") as? Bool == true)
        try expectOnly(["401", "403", "429"], browser, "refused")
        // The delay ends.
        let deadline = Date(timeIntervalSinceNow: 20)
        while try browser.text("#toasts")?.contains("signed in") != true {
            try #require(Date() < deadline, "the delay did not end")
            // The page refuses the code until the delay is over; two tries a second.
            usleep(500_000)
            if try browser.evaluate("return \(Self.code) !== null") as? Bool == true { try type(good, browser) }
        }
        try browser.wait(for: "tractor", in: "main")
        #expect(try browser.evaluate("return location.hash") as? String == "#/status")
        try expectOnly(["401", "403", "429"], browser, "signed in")
        // Signed out, and the code is used up.
        try browser.evaluate("location.hash = '#/about'")
        try browser.wait(
            "the button",
            for: "return [...document.querySelectorAll('main button')].some((b) => b.textContent.trim() === 'Sign out')"
        )
        try browser.evaluate(
            "[...document.querySelectorAll('main button')].find((b) => b.textContent.trim() === 'Sign out').click()")
        try browser.wait(for: "Sign in", in: "main h1")
        try type(good, browser)
        try browser.wait(for: "used already", in: "#login-problem")
        #expect(try gateway.sessions().isEmpty)
    }

    @Test(.timeLimit(.minutes(3)))
    func `a session that ends says so, and what was typed is there after signing in again`() throws {
        let gateway = try PeopleGateway(isPlainAllowed: true)
        let browser = try Browser(.desk, host: gateway.host)
        #expect(try gateway.bench.ask("PUT", "/v1/users/Frida", body: #"{"role":"admin"}"#).status == 200)
        try gateway.signIn(browser, try gateway.code("Frida"), at: gateway.away)
        for (page, field, text) in [("people", "person-name", "Grete"), ("settings", "setting-centroid-samples", "33")]
        {
            try browser.evaluate("location.hash = '#/\(page)'")
            try browser.wait(
                "the field",
                for: "const e = document.getElementById(arguments[0]); return !!e && e.offsetParent !== null", field)
            // Typed, and not sent yet.
            try browser.evaluate(
                "const e = document.getElementById(arguments[0]); e.focus(); e.value = arguments[1];"
                    + "e.dispatchEvent(new Event('input', {bubbles: true}))", field, text)
            let id = try #require(try gateway.sessions().first?["id"] as? String)
            #expect(try gateway.console("sessions", "--revoke", id).status == 0)
            try browser.wait(
                "the page Sign-in", within: 8, for: "return document.querySelector('#login-code') !== null")
            try browser.wait(for: "The session of Frida has ended", in: "#toasts", within: 5)
            #expect(try browser.evaluate("return location.hash") as? String == "#/\(page)")
            #expect(try browser.text("body")?.contains("tractor") == false)
            try expectOnly(["401"], browser, "\(page): ended")
            try type(try gateway.code("Frida"), browser)
            try browser.wait(
                "what was typed", within: 10,
                for: "const e = document.getElementById(arguments[0]);"
                    + "return !!e && e.offsetParent !== null && e.value === arguments[1]", field, text)
            try expectOnly(["401"], browser, "\(page): again")
        }
        // It can be sent now.
        try browser.evaluate(
            "const e = document.getElementById('setting-centroid-samples');"
                + "e.dispatchEvent(new Event('change', {bubbles: true}))")
        try browser.wait(for: "Changed: Samples for one point", in: "#toasts")
    }

    @Test(.timeLimit(.minutes(3)))
    func `a role that is lowered while a page is open says so there, and all tabs sign out together`() throws {
        let gateway = try PeopleGateway(isPlainAllowed: true)
        let browser = try Browser(.desk, host: gateway.host)
        try gateway.signIn(browser, try gateway.code(role: "admin"), at: gateway.away)
        try browser.evaluate("location.hash = '#/people'")
        try browser.wait("the lists", for: "return (document.querySelector('#people')?.offsetParent ?? null) !== null")
        let id = try #require(try gateway.sessions().first?["id"] as? String)
        #expect(try gateway.bench.ask("PATCH", "/v1/sessions/\(id)", body: #"{"role":"operator"}"#).status == 200)
        try browser.wait(for: "Only an admin may do this", in: ".state-not-allowed", within: 8)
        try browser.wait(for: "Your role was changed", in: "#toasts", within: 5)
        #expect(try browser.evaluate("return document.querySelector('#people').offsetParent === null") as? Bool == true)
        try browser.expectClean("lowered")
        try browser.evaluate("location.hash = '#/settings'")
        try browser.wait(for: "Only an admin may do this", in: ".not-allowed")
        #expect(
            try browser.evaluate(
                "return [...document.querySelectorAll('.setting input, .setting select, .card button')].every((e) => e.disabled)"
            )
                as? Bool == true)
        // Another tab signs out; this one does not show what it must not.
        let first = try #require(try browser.tabs.first)
        try browser.openTab(gateway.away + "/#/about")
        try browser.waitForLive()
        try browser.evaluate(
            "[...document.querySelectorAll('main button')].find((b) => b.textContent.trim() === 'Sign out').click()")
        try browser.wait(for: "Sign in", in: "main h1", within: 8)
        try browser.look(atTab: first)
        try browser.wait("the page Sign-in", within: 8, for: "return document.querySelector('#login-code') !== null")
        #expect(try browser.text("body")?.contains("tractor") == false)
        try expectOnly(["401"], browser, "signed out in another tab")
    }

    @Test(.timeLimit(.minutes(2)))
    func `the page People lists a browser that used the shown code, and keeps what is being typed`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        try browser.evaluate("location.hash = '#/people'")
        try browser.click("#make-code")
        try browser.wait("a code", for: "return document.querySelector('#invitation .code') !== null")
        let code = try #require(try browser.text("#invitation .code"))
        let count = "document.querySelectorAll('[id^=browser-revoke]').length"
        let before = try #require(try browser.evaluate("return \(count)") as? Int)
        try browser.enter("Anna", in: "#person-name")
        // A browser that signs in with another code does not remove this one.
        let answer = try bench.ask("POST", "/v1/session/invitation", body: #"{"role":"operator"}"#).json
        let other = try #require(answer["code"] as? String)
        let third = try Browser(.phone)
        try third.open("\(bench.address)/#code=\(other)")
        try third.wait(for: "signed in", in: "#toasts")
        try browser.wait("the other browser", within: 15, for: "return \(count) > arguments[0]", before)
        #expect(try browser.text("#invitation .code") == code)
        let second = try Browser(.phone)
        try second.open("\(bench.address)/#code=\(code)")
        try second.wait(for: "signed in", in: "#toasts")
        try browser.wait("the second browser", for: "return \(count) > arguments[0]", before + 1)
        #expect(try browser.text("#invitation") == "")
        #expect(try browser.evaluate("return document.activeElement.value") as? String == "Anna")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(4)))
    func `what a viewer can press is never refused`() throws {
        let gateway = try PeopleGateway()
        let browser = try Browser(.desk, host: gateway.host)
        try gateway.signIn(browser, try gateway.code(role: "viewer"), at: gateway.away)
        try browser.evaluate(
            "window.refused = []; window.asked = 0; const real = window.fetch; window.fetch = async (...a) => {"
                + "const r = await real(...a); asked++; if ([401, 403].includes(r.status)) refused.push(`${a[1]?.method} ${a[0]}`); return r; }"
        )
        var pressed = 0
        for page in ["/", "/status", "/sky", "/position", "/osnma", "/alerts", "/settings", "/people"] {
            try browser.evaluate("location.hash = arguments[0]", "#" + page)
            try browser.wait("the page", for: "return document.querySelector('main h1') !== null")
            // The page's controls follow its first values.
            usleep(700_000)
            let names = try browser.evaluate(
                """
                const names = [];
                for (const button of [...document.querySelectorAll('main button:not(:disabled)')]) {
                  if (!button.isConnected || button.offsetParent === null) continue;
                  names.push(button.innerText || button.ariaLabel);
                  button.click();
                  document.querySelectorAll('dialog').forEach((d) => d.close());
                }
                for (const field of document.querySelectorAll('main input:not(:disabled), main select:not(:disabled)')) {
                  if (field.offsetParent === null) continue;
                  names.push(field.id);
                  field.dispatchEvent(new Event('change', {bubbles: true}));
                }
                return names;
                """)
            pressed += (names as? [String])?.count ?? 0
            // A request that is refused would have its answer by now.
            usleep(300_000)
            #expect(try browser.evaluate("return refused") as? [String] == [], "\(page): \(names ?? "")")
        }
        #expect(pressed > 8, "the test presses something")
        let asked = try #require(try browser.evaluate("return asked") as? Int)
        #expect(asked > 0, "requests are seen")
    }

    @Test(.timeLimit(.minutes(4)), arguments: ["en", "de", "fr"])
    func `people are added, invited, changed and removed with the keyboard, in each language`(
        _ language: String
    ) throws {
        let gateway = try PeopleGateway()
        let browser = try Browser(language == "en" ? .desk : .phone, language: language)
        let code = try gateway.code(role: "admin")
        try browser.open("\(gateway.bench.address)/?x#code=\(code)")
        try browser.wait("live", for: "return document.documentElement.dataset.link === 'live'")
        try browser.evaluate("location.hash = '#/people'")
        try browser.wait("the lists", for: "return (document.querySelector('#people')?.offsetParent ?? null) !== null")
        // A new person, whose name is no markup.
        try browser.evaluate("document.getElementById('person-name').focus()")
        try browser.press("<b>Ann & Bo\u{E007}")
        try browser.wait(for: "<b>Ann & Bo", in: "#people table")
        #expect(try browser.evaluate("return document.getElementById('person-name').value") as? String == "")
        // The role by keyboard: operator.
        try browser.evaluate("document.getElementById('person-role-0').focus()")
        try browser.press("\u{E015}")
        func role() throws -> String? {
            (try gateway.bench.ask("GET", "/v1/users").json["users"] as? [[String: Any]])?.first?["role"] as? String
        }
        try #require(try until(10) { try role() == "operator" }, "the role stays")
        try browser.wait(
            "the focus", for: "return document.activeElement.id === 'person-role-0'")
        // An invitation for the person signs another browser in, on another machine.
        try browser.evaluate(
            "const e = document.getElementById('invite-whom'); e.selectedIndex = e.options.length - 1;"
                + "document.getElementById('make-code').focus()")
        try browser.press("\u{E007}")
        try browser.wait("a code", for: "return document.querySelector('#invitation .code') !== null")
        let invitation = try #require(try browser.text("#invitation .code"))
        #expect(try browser.text("#invitation")?.contains("\(gateway.away)/#code=\(invitation)") == true)
        let wide = try browser.tooWide()
        #expect(wide == [], "\(wide)")
        #expect(try browser.visibleKey() == nil)
        try browser.takePicture("people-\(language)")
        try browser.expectClean("invited")
        guard language == "en" else { return }
        let other = try Browser(.phone, host: gateway.host)
        try gateway.signIn(other, invitation, at: gateway.away)
        try browser.reload()
        try browser.wait(for: "<b>Ann & Bo", in: "#people section:last-child table")
        #expect(try browser.text("#people section:last-child table")?.contains("(this one)") == true)
        // Signed out from here, the other one is at the page Sign-in within seconds.
        let id = try #require(
            try gateway.sessions().first { $0["address"] as? String == gateway.host }?["id"] as? String)
        try browser.evaluate("document.getElementById(arguments[0]).focus()", "browser-revoke-\(id)")
        try browser.press("\u{E007}")
        try other.wait("the page Sign-in", within: 8, for: "return document.querySelector('#login-code') !== null")
        try browser.wait(
            "the shorter list",
            for: "return document.querySelectorAll('#people section:last-child tbody tr').length === 1")
        #expect(try browser.focusedName() != nil, "the focus is lost")
        // Giving up an own right asks first.
        try browser.evaluate("document.querySelector('[id^=browser-role-]').focus()")
        try browser.press("\u{E013}")
        try browser.wait("the question", for: "return document.querySelector('dialog')?.open === true")
        try browser.press("\u{E00C}")
        try browser.wait(
            "the old role",
            for: "return document.querySelector('dialog') === null"
                + " && document.querySelector('[id^=browser-role-]').value === 'admin'")
        // What cannot be undone asks first, and the focus comes back.
        try browser.evaluate("document.getElementById('person-remove-0').focus()")
        try browser.press("\u{E007}")
        try browser.wait("the question", for: "return document.querySelector('dialog')?.open === true")
        try browser.expectClean("asked")
        try browser.press("\u{E00C}")
        try browser.wait("the focus", for: "return document.activeElement.id === 'person-remove-0'")
        try browser.press("\u{E007}")
        try browser.wait("the question", for: "return document.querySelector('dialog')?.open === true")
        try browser.evaluate("document.querySelector('dialog .end button').click()")
        try browser.wait(for: "No person has been added", in: "#people")
        try browser.expectClean("removed")
    }

    @Test(.timeLimit(.minutes(2))) func `on this machine a session that ends leaves a page that looks`() throws {
        let gateway = try PeopleGateway()
        let browser = try Browser()
        try browser.signIn(socket: gateway.bench.daemon.socket, address: gateway.bench.address)
        try browser.evaluate("location.hash = '#/settings'")
        try browser.wait(
            "the field", for: "return document.getElementById('setting-centroid-samples')?.disabled === false")
        let id = try #require(try gateway.sessions().first?["id"] as? String)
        #expect(try gateway.console("sessions", "--revoke", id).status == 0)
        try browser.wait(for: "session has ended", in: "#toasts", within: 8)
        try browser.wait("the refusal", for: "return document.querySelector('.not-allowed') !== null")
        try browser.expectClean("looking")
    }
}
