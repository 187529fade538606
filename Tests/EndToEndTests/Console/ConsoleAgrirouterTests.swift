// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a person does with agrirouter in the browser, from the first code to the end, against the simulated service.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleAgrirouterTests {
    private let environment = "document.getElementById('setting-agrirouter-environment')"

    @Test(.timeLimit(.minutes(6)))
    func `with the keyboard alone the gateway is onboarded, onboarded again and disconnected, twice`() throws {
        let uplink = try ConsoleUplink()
        let browser = try uplink.browser(.phone)
        try refusesWhatIsNoCode(uplink, browser)
        try choosesEnvironment(uplink, browser)
        try onboards(uplink, browser)
        try tellsOnEveryPage(uplink, browser)
        try onboardsAgain(uplink, browser)
        try disconnects(uplink, browser)
        // And once more, all the way.
        try uplink.enter(try uplink.bench.code(), browser)
        try browser.wait(for: "Onboarded", in: "dialog h2")
        try browser.leaveDialog(focusing: "agrirouter-code")
        try uplink.round.rest()
        try disconnects(uplink, browser)
        let violations = try uplink.bench.admin("GET", "/violations")
        #expect(violations["count"] as? Int == 0, "\(violations)")
    }

    /// Before there is an endpoint: a field and one button, which is not there for nothing.
    private func refusesWhatIsNoCode(_ uplink: ConsoleUplink, _ browser: Browser) throws {
        let isDisabled = "return document.getElementById('agrirouter-onboard').disabled"
        #expect(try browser.buttons(in: "#agrirouter-form") == ["Onboard"])
        #expect(try browser.evaluate(isDisabled) as? Bool == true)
        #expect(
            try browser.evaluate("return document.getElementById('agrirouter-code').autocomplete") as? String == "off")
        try browser.takePicture("agrirouter-before")
        try browser.reach("Registration code (TAN)")
        try browser.press("  ")
        #expect(try browser.evaluate(isDisabled) as? Bool == true)
        let mark = try uplink.bench.journalEnd()
        try browser.press("AB-12")
        #expect(try browser.evaluate(isDisabled) as? Bool == false)
        try browser.press(Browser.Key.enter)
        try browser.wait(for: "ten letters and digits", in: "#agrirouter-code-problem")
        #expect(try browser.focusedName() == "Registration code (TAN)")
        #expect(try uplink.bench.journalEnd() == mark, "something was sent")
        #expect(try browser.violations() == [])
        #expect(try browser.faults(but: "400") == [])
        try uplink.enter("AAAAAAAAA1", browser)
        try browser.wait(for: "Not onboarded", in: "dialog h2")
        let words = try browser.text("dialog") ?? ""
        for part in ["wrong, used or too old", "create a new one in the portal", "0401"] {
            #expect(words.contains(part), "\(words)")
        }
        #expect(try browser.focusedName() == "Close")
        #expect(try browser.violations() == [])
        try browser.takePicture("agrirouter-wrong-code")
        try browser.leaveDialog(focusing: "agrirouter-code")
        #expect(try uplink.state() == "not_onboarded" && uplink.secret == nil)
        // The browser writes down that the gateway refused.
        #expect(try browser.faults(but: "409") == [])
        #expect(try browser.tooWide() == [])
    }

    private func choosesEnvironment(_ uplink: ConsoleUplink, _ browser: Browser) throws {
        func chosen() throws -> String? {
            let settings = try uplink.bench.request("GET", "/v1/agrirouter/settings").json["settings"] as? [String: Any]
            return settings?["environment"] as? String
        }
        #expect(try chosen() == "qa")
        #expect(
            try browser.evaluate("return [...\(environment).options].map((o) => o.text).join()") as? String
                == "QA (for testing),Production")
        #expect(try browser.evaluate("return \(environment).selectedOptions[0].text") as? String == "QA (for testing)")
        try browser.reach("Environment")
        try browser.press(Browser.Key.down)
        try uplink.bench.wait("Production") { try chosen() == "production" }
        // Ids of one environment are none of the other, which is said with what to do.
        try browser.wait(for: "agrirouter.production", in: "#agrirouter-state")
        #expect(try browser.focusedName() == "Environment", "the focus is lost")
        try uplink.enter(try uplink.bench.code(), browser)
        try browser.wait(for: "agrirouter.production", in: "dialog")
        try browser.leaveDialog(focusing: "agrirouter-code")
        try browser.reach("Environment")
        try browser.press(Browser.Key.up)
        try uplink.bench.wait("QA") { try chosen() == "qa" }
        #expect(try browser.faults(but: "409") == [])
    }

    private func onboards(_ uplink: ConsoleUplink, _ browser: Browser) throws {
        let code = try uplink.bench.code()
        // As people copy it.
        try uplink.enter("  \(code.prefix(5))-\(code.suffix(5)) ", browser)
        try browser.wait(for: "Onboarded", in: "dialog h2")
        let words = try browser.text("dialog") ?? ""
        for part in [
            "QA (for testing)", "certificate is valid until", "Create a route", "https://app.qa.agrirouter.farm",
        ] {
            #expect(words.contains(part), "\(words)")
        }
        try browser.expectClean("onboarded")
        try browser.takePicture("agrirouter-onboarded")
        try browser.leaveDialog(focusing: "agrirouter-code")
        #expect(try browser.buttons(in: "#agrirouter-form") == ["Onboard again", "Disconnect"])
        #expect(try browser.evaluate("return document.getElementById('agrirouter-code').value") as? String == "")
        // The code is good once and stays nowhere.
        let kept =
            "return [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie, document.documentElement.outerHTML].join()"
        #expect((try browser.evaluate(kept) as? String)?.contains(code) == false)
        try browser.wait("the locked environment", for: "return \(environment).disabled")
        try browser.wait(
            for: "cannot be changed while there is an endpoint in qa", in: "#setting-agrirouter-environment-locked")
        let locked = try uplink.bench.request("PATCH", "/v1/settings", #"{"agrirouter.environment":"production"}"#)
        #expect(locked.status == 409 && locked.json["code"] as? String == "onboarded", "\(locked.text)")
        try uplink.round.rest()
        try browser.wait(
            "the figures", for: "return document.getElementById('agrirouter-state').innerText.includes('sending')")
        let report = try uplink.bench.uplink()
        let page = try browser.text("main") ?? ""
        for key in ["endpoint", "external_id", "portal"] {
            #expect(page.contains(try #require(report[key] as? String)), "\(key)")
        }
        try browser.wait(
            "the last success", for: "return !/Last success\\s+—/.test(document.querySelector('main').innerText)")
        #expect(page.contains("Certificate valid until"))
        #expect(try browser.tooWide() == [])
        try browser.expectClean("sending")
    }

    /// Whichever page is open, it is seen that positions are sent, or that they are not.
    private func tellsOnEveryPage(_ uplink: ConsoleUplink, _ browser: Browser) throws {
        let seen =
            "const e = document.getElementById('sending-status'); return e.checkVisibility() ? e.innerText + ' ' + e.className : 'unseen'"
        for (name, words) in [
            ("Pause sending", "sending sending is-on"), ("Resume sending", "sending paused sending is-off"),
        ] {
            // The receiver of the one page is not here: the browser would log its refusals.
            for page in ConsoleTests.pages where page != "/receivers/tractor" {
                try browser.evaluate("location.hash = arguments[0]", "#\(page)")
                try browser.wait(
                    "the page \(page)",
                    for: "return location.hash === arguments[0] && document.querySelector('main h1') !== null",
                    "#\(page)")
                #expect(try browser.evaluate(seen) as? String == words, "\(page)")
                let isInside =
                    "const b = document.getElementById('sending-status').getBoundingClientRect(); return b.left >= 0 && b.right <= innerWidth && b.top >= 0"
                #expect(try browser.evaluate(isInside) as? Bool == true, "\(page)")
            }
            try browser.evaluate("location.hash = '#/agrirouter'")
            try uplink.waitForPage(browser)
            try browser.reach(name)
            try browser.press(Browser.Key.enter)
            try browser.wait(
                "the other", for: "return document.getElementById('pause-sending').innerText.trim() !== arguments[0]",
                name)
            #expect((try uplink.state() == "paused") == (name == "Pause sending"))
            #expect(try browser.focusedName() != name && browser.focusedName() != nil, "the focus is lost")
        }
        try browser.wait(for: "sending", in: "#sending-status")
        try browser.expectClean("paused and resumed")
    }

    private func onboardsAgain(_ uplink: ConsoleUplink, _ browser: Browser) throws {
        let endpoint = try uplink.bench.uplink()["endpoint"] as? String
        let before = try #require(uplink.secret)
        try uplink.enter("AAAAAAAAA1", browser)
        try browser.wait(for: "Not onboarded again", in: "dialog h2")
        try browser.leaveDialog(focusing: "agrirouter-code")
        #expect(uplink.secret == before)
        #expect(try browser.faults(but: "409") == [])
        try browser.evaluate("document.activeElement.blur()")
        try browser.reach("Registration code (TAN)")
        let code = try uplink.bench.code()
        try browser.press(String(repeating: Browser.Key.back, count: 10) + code)
        try browser.reach("Onboard again")
        try browser.press(Browser.Key.enter)
        try browser.wait(for: "Onboarded again", in: "dialog h2")
        try browser.expectClean("onboarded again")
        try browser.leaveDialog(focusing: "agrirouter-code")
        #expect(try uplink.bench.uplink()["endpoint"] as? String == endpoint)
        #expect(uplink.secret != nil && uplink.secret != before)
        let sent = try uplink.bench.uplink()["sent"] as? Int ?? 0
        try uplink.bench.wait("sending with the new certificate") {
            (try uplink.bench.uplink()["sent"] as? Int ?? 0) > sent
        }
    }

    private func disconnects(_ uplink: ConsoleUplink, _ browser: Browser) throws {
        try browser.reach("Disconnect")
        try browser.press(Browser.Key.enter)
        try browser.wait(for: "Disconnect this gateway", in: "dialog h2")
        #expect(try browser.focusedName() == "Cancel")
        try browser.expectClean("the question")
        try browser.takePicture("agrirouter-disconnect")
        try browser.leaveDialog(focusing: "agrirouter-disconnect")
        #expect(try uplink.state() != "not_onboarded" && uplink.secret != nil)
        try browser.press(Browser.Key.enter)
        try browser.wait(for: "Disconnect this gateway", in: "dialog h2")
        try browser.reach("Disconnect")
        try browser.press(Browser.Key.enter)
        try browser.wait(for: "Disconnected", in: "dialog h2")
        let words = try browser.text("dialog") ?? ""
        #expect(
            words.contains("delete it in the portal too") && words.contains("https://app.qa.agrirouter.farm"),
            "\(words)")
        try browser.expectClean("disconnected")
        try browser.leaveDialog(focusing: "agrirouter-code")
        // The page gets the new state with the next report, which may be later than the answer.
        #expect(try until(10) { try browser.buttons(in: "#agrirouter-form") == ["Onboard"] })
        #expect(try uplink.state() == "not_onboarded" && uplink.secret == nil)
        try browser.wait("the free environment", for: "return !\(environment).disabled")
        try browser.wait("no indicator", for: "return document.getElementById('sending-status').hidden")
        #expect(
            try browser.evaluate("return document.getElementById('pause-sending').checkVisibility()") as? Bool == false)
    }

    @Test(.timeLimit(.minutes(4)))
    func `with a finger on a phone the same is done, and every target is large enough`() throws {
        let uplink = try ConsoleUplink()
        let browser = try uplink.browser(.phone)
        try browser.tap("#agrirouter-code")
        try browser.press(try uplink.bench.code())
        try browser.tap("#agrirouter-onboard")
        try browser.wait(for: "Onboarded", in: "dialog h2")
        try browser.tap("dialog button[value=close]")
        try browser.wait("no dialog", for: "return document.querySelector('dialog') === null")
        try uplink.round.rest()
        try browser.tap("#pause-sending")
        try uplink.bench.wait("the pause") { try uplink.state() == "paused" }
        let small = """
            return [...document.querySelectorAll('main button, main input, main select, dialog button')].filter((e) => e.checkVisibility())
              .map((e) => [e.innerText || e.id, Math.min(e.offsetWidth, e.offsetHeight)]).filter(([, size]) => size < 44).map(([name]) => name)
            """
        #expect(try browser.evaluate(small) as? [String] == [])
        try browser.tap("#agrirouter-disconnect")
        try browser.wait("the question", for: "return document.querySelector('dialog')?.open === true")
        #expect(try browser.evaluate(small) as? [String] == [])
        try browser.tap("dialog .danger")
        try browser.wait(for: "Disconnected", in: "dialog h2")
        try browser.expectClean()
        #expect(try browser.tooWide() == [])
        #expect(try uplink.state() == "not_onboarded")
    }
}
