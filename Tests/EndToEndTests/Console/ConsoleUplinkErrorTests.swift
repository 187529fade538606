// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What goes wrong while a person onboards the gateway in the browser, and what the page says to that.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleUplinkErrorTests {
    @Test(.timeLimit(.minutes(4)))
    func `an answer that comes after the page was left is told, and two tabs do not onboard twice`() throws {
        let uplink = try ConsoleUplink()
        let bench = uplink.bench
        let browser = try uplink.browser()
        let second = try uplink.browser()
        try bench.arm(#"{"kind":"delay","where":"headers","seconds":15,"listener":"onboarding","next":1}"#)
        let codes = (try bench.code(), try bench.code())
        try uplink.enter(codes.0, browser)
        try browser.wait(for: "Waiting for agrirouter", in: "#agrirouter-busy")
        #expect(try browser.evaluate("return document.querySelector('.spinner').checkVisibility()") as? Bool == true)
        try browser.expectClean("waiting")
        // Once is enough, however often the key is pressed.
        try browser.press(Browser.Key.enter + Browser.Key.enter)
        // The second one is too late, and is told.
        try uplink.enter(codes.1, second)
        try second.wait(for: "nother onboarding or disconnection is in progress", in: "dialog")
        try second.leaveDialog(focusing: "agrirouter-code")
        try browser.evaluate("location.hash = '#/sky'")
        try browser.wait(for: "Onboarded. The gateway is now an endpoint in QA", in: "#toasts", within: 60)
        #expect(try browser.evaluate("return document.querySelector('dialog') === null") as? Bool == true)
        try browser.expectClean("left")
        try second.wait("the other buttons", for: "return !document.getElementById('agrirouter-disconnect').hidden")
        let requests = try bench.journal().filter { $0["listener"] as? String == "onboarding" }
        #expect(requests.count == 1, "\(requests.count) onboardings")
        // What is in the second tab's field is a code for onboarding again now.
        try second.press(Browser.Key.enter)
        try second.wait(for: "Onboarded again", in: "dialog h2")
        #expect(try second.faults(but: "409") == [])
    }

    @Test(.timeLimit(.minutes(4)))
    func `the router dies behind the code: what may have become of it is said, and a new code makes the same endpoint`()
        throws
    {
        let uplink = try ConsoleUplink()
        let bench = uplink.bench
        let browser = try uplink.browser()
        try bench.arm(#"{"kind":"drop","when":"after","reset":true,"listener":"onboarding","next":1}"#)
        let code = try bench.code()
        try uplink.enter(code, browser)
        try browser.wait(for: "the code may be used up", in: "dialog", within: 60)
        try browser.leaveDialog(focusing: "agrirouter-code")
        #expect(try uplink.state() == "not_onboarded")
        let first = try bench.endpoint()["id"] as? String
        try browser.press(Browser.Key.enter)
        try browser.wait(for: "0401", in: "dialog")
        try browser.leaveDialog(focusing: "agrirouter-code")
        try uplink.enter(try bench.code(), browser)
        try browser.wait(for: "Onboarded", in: "dialog h2")
        #expect(try bench.uplink()["endpoint"] as? String == first)
        try browser.leaveDialog(focusing: "agrirouter-code")
        // Deleted in the portal: the page says so, and a new code mends it; what waited is sent.
        try uplink.round.rest()
        try bench.admin("PATCH", "/endpoints/\(try #require(first))", #"{"status":"deleted"}"#)
        try browser.wait(for: "onboard again", in: "#sending-status", within: 60)
        try browser.wait("the error", for: "return document.querySelector('#agrirouter-error') !== null")
        #expect(try browser.text("#agrirouter-error")?.contains("What to do") == true)
        try browser.takePicture("agrirouter-deleted")
        #expect(try browser.violations() == [])
        try uplink.enter(try bench.code(), browser)
        try browser.wait(for: "Onboarded again", in: "dialog h2")
        try uplink.round.rest()
        try browser.wait("no error", for: "return document.querySelector('#agrirouter-error') === null")
        // A code of another account changes nothing.
        try browser.leaveDialog(focusing: "agrirouter-code")
        try bench.admin("POST", "/accounts", #"{"id":"neighbour"}"#)
        let before = uplink.secret
        try uplink.enter(try bench.code("neighbour"), browser)
        try browser.wait(for: "belongs to another account", in: "dialog")
        #expect(uplink.secret == before)
        #expect(try browser.faults(but: "409", "503") == [])
    }

    @Test(.timeLimit(.minutes(6)))
    func `a gateway that is killed goes on sending without being onboarded again, and a pause stays`() throws {
        let uplink = try ConsoleUplink(drivingAt: 10)
        let bench = uplink.bench
        let software = try bench.partner("Software", dropsEqualIDs: true)
        let browser = try uplink.browser()
        // Killed while agrirouter thinks: nothing is half done, and the page says that it does not know.
        try bench.arm(#"{"kind":"delay","where":"headers","seconds":600,"listener":"onboarding","next":1}"#)
        try uplink.enter(try bench.code(), browser)
        try browser.wait(for: "Waiting for agrirouter", in: "#agrirouter-busy")
        try bench.killAndRestart(at: try bench.second() + 10)
        try browser.wait(for: "It is unknown whether agrirouter accepted the code", in: "dialog", within: 60)
        try bench.clearFaults()
        try browser.leaveDialog(focusing: "agrirouter-code")
        try browser.wait(
            "the gateway again", within: 60, for: "return document.documentElement.dataset.link === 'live'")
        #expect(try uplink.state() == "not_onboarded" && uplink.secret == nil)
        try signInAgain(uplink, browser)
        try uplink.enter(try bench.code(), browser)
        try browser.wait(for: "Onboarded", in: "dialog h2")
        try browser.leaveDialog(focusing: "agrirouter-code")
        try bench.wait("positions") { try bench.received(software).positions.count > 3 }
        let secret = uplink.secret
        // Killed while it sends: it sends again by itself, within one interval.
        try bench.killAndRestart(at: try bench.second() + 20)
        let (begin, count) = (try bench.second(), try bench.received(software).positions.count)
        try bench.wait("positions by itself") { try bench.received(software).positions.count > count }
        #expect(try bench.second() - begin <= 45 && uplink.secret == secret)
        try browser.wait(for: "sending", in: "#sending-status", within: 60)
        try signInAgain(uplink, browser)
        try browser.tap("#pause-sending")
        try bench.wait("the pause") { try uplink.state() == "paused" }
        try bench.killAndRestart(at: try bench.second() + 20)
        #expect(try uplink.state() == "paused")
        try browser.wait(for: "sending paused", in: "#sending-status", within: 60)
        let paused = try bench.received(software).positions.count
        // Positions would go out at least once in this time.
        usleep(5_000_000)
        #expect(try bench.received(software).positions.count == paused)
        try signInAgain(uplink, browser)
        try browser.tap("#pause-sending")
        try bench.wait("positions again") { try bench.received(software).positions.count > paused }
        let faults = try browser.faults(but: "ERR_", "401", "409")
        #expect(faults == [])
    }

    /// What the page says in a language: no code, a wrong code, the locked environment, and what remains to do.
    struct Words: CustomTestStringConvertible {
        var language: String
        var noCode: String
        var wrongCode: String
        var locked: String
        var disconnected: String
        var missing: String
        var testDescription: String { language }

        static let all = [
            Words(
                language: "de", noCode: "Das ist kein Registrierungscode: er hat zehn",
                wrongCode: "falsch, verbraucht oder zu alt; im Portal einen neuen erzeugen",
                locked: "lässt sich nicht ändern, solange es einen Endpunkt in qa gibt",
                disconnected: "auch im Portal löschen (https://app.qa.agrirouter.farm, Endpunkt ",
                missing: "agrirouter ist nicht eingerichtet: „agrirouter.production.application_id“"),
            Words(
                language: "fr", noCode: "Ce n’est pas un code d’enregistrement : il a dix",
                wrongCode: "erroné, déjà utilisé ou trop ancien ; créez-en un nouveau",
                locked: "ne peut pas être changé tant qu’il y a un point d’accès dans qa",
                disconnected: "aussi dans le portail (https://app.qa.agrirouter.farm, point d’accès ",
                missing: "agrirouter n’est pas configuré : mettez « agrirouter.production.application_id »"),
        ]
    }

    @Test(.timeLimit(.minutes(3)), arguments: Words.all)
    func `what is refused and what was done is said in the language of the page`(_ words: Words) throws {
        let uplink = try ConsoleUplink()
        let browser = try uplink.browser(.phone, language: words.language)
        try uplink.enter("AB-12", browser)
        try browser.wait(for: words.noCode, in: "#agrirouter-code-problem")
        try uplink.enter("AAAAAAAAA1", browser)
        try browser.wait(for: words.wrongCode, in: "dialog")
        try browser.wait(for: "[0401]", in: "dialog")
        try browser.leaveDialog(focusing: "agrirouter-code")
        let production = #"{"agrirouter.environment":"production"}"#
        #expect(try uplink.bench.request("PATCH", "/v1/settings", production).status == 200)
        try browser.wait(for: words.missing, in: "#agrirouter-state")
        #expect(
            try uplink.bench.request("PATCH", "/v1/settings", #"{"agrirouter.environment":null}"#).status == 200)
        try uplink.enter(try uplink.bench.code(), browser)
        try browser.wait("the result", for: "return document.querySelector('#agrirouter-result') !== null")
        try browser.leaveDialog(focusing: "agrirouter-code")
        try browser.wait(for: words.locked, in: "#setting-agrirouter-environment-locked")
        let locked = try uplink.bench.request("PATCH", "/v1/settings", production)
        let code = (locked.json["message"] as? [String: Any])?["code"] as? String
        #expect(locked.status == 409 && code == "onboarding.locked", "\(locked.text)")
        try browser.tap("#agrirouter-disconnect")
        try browser.wait("the question", for: "return document.querySelector('dialog')?.open === true")
        try browser.tap("dialog .danger")
        try browser.wait("the result", for: "return document.querySelector('#agrirouter-result') !== null")
        try browser.wait(for: words.disconnected, in: "#agrirouter-result")
        #expect(try uplink.state() == "not_onboarded")
        #expect(try browser.violations() == [])
        #expect(try browser.faults(but: "400", "409") == [])
    }

    /// Sessions of the control socket's admin end with the daemon only if they were not stored.
    private func signInAgain(_ uplink: ConsoleUplink, _ browser: Browser) throws {
        try uplink.signIn(browser, "admin")
        try browser.evaluate("location.hash = '#/agrirouter'")
        try uplink.waitForPage(browser)
    }
}
