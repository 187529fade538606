// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import Foundation
import Testing
import UBX

/// The page on which a person sets up a u-blox receiver.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ProvisionPageTests {
    private func press(_ selector: String, _ browser: Browser) throws {
        try browser.wait(
            selector,
            for: "const e = document.querySelector(arguments[0]); return !!e && !e.disabled && e.checkVisibility()",
            selector)
        try browser.evaluate("document.querySelector(arguments[0]).focus()", selector)
        try browser.press("\u{E007}")
    }

    private func signIn(_ browser: Browser, _ bench: ProvisionBench) throws {
        let opened = try RunningProgram(
            try Program.gateway, ["console", "open", "--print"],
            environment: ["GNSS_GATEWAY_SOCKET": bench.daemon.socket]
        ).waitForEnd()
        let code = try #require(opened.lines.first?.split(separator: "=").last.map(String.init))
        try browser.open("\(bench.address)/?in#code=\(code)")
        try eventually("it is never signed in", within: 60) {
            try browser.evaluate(waitingFor: "return (await (await fetch('/v1/session')).json()).role") as? String
                == "admin"
        }
        try browser.wait("live", for: "return document.documentElement.dataset.link === 'live'")
    }

    private func wait(for state: String, _ browser: Browser) throws {
        try browser.wait(
            state, within: 120, for: "return document.querySelector('#provision')?.dataset.state === arguments[0]",
            state)
    }

    private func shows(_ words: String, _ selector: String, _ browser: Browser) throws -> Bool {
        try browser.text(selector)?.contains(words) == true
    }

    @Test(.timeLimit(.minutes(4)), arguments: ["en", "de", "fr"])
    func `a receiver is read, its plan is shown, and the changes are made, with the keyboard alone`(language: String)
        throws
    {
        let bench = try ProvisionBench(hasConsole: true)
        let browser = try Browser(language == "en" ? .desk : .phone, language: language)
        try signIn(browser, bench)
        try browser.evaluate("location.hash = '#/receivers/rover'")
        try press("#receiver-provision", browser)
        try browser.wait("the form", for: "return document.querySelector('#provision-read')?.disabled === false")
        #expect(try browser.tooWide() == [])
        try browser.expectClean("the wishes")
        try browser.evaluate("document.querySelector('#provision-rate').value = '5'")
        try press("#provision-read", browser)
        try wait(for: "planned", browser)
        #expect(try shows("ZED-F9P", "#provision-body", browser))
        let words = ["en": "every epoch", "de": "jede Epoche", "fr": "à chaque époque"]
        #expect(try shows(words[language] ?? "?", "#provision-changes", browser))
        #expect(try browser.evaluate("return document.activeElement.id") as? String == "provision-title")
        #expect(bench.receiver.state.changesAsked == 0)
        #expect(try browser.tooWide() == [])
        try browser.takePicture("provision-plan-\(language)")
        try browser.expectClean("the plan")
        // The page is opened again, and finds the plan.
        try browser.evaluate("location.reload()")
        try wait(for: "planned", browser)
        try press("#provision-make", browser)
        try wait(for: "done", browser)
        #expect(
            try browser.evaluate(
                "return [...document.querySelectorAll('#provision-changes li')].every((e) => e.dataset.outcome === 'made')"
            ) as? Bool == true)
        #expect(bench.receiver.state.periodMilliseconds == 200)
        try browser.takePicture("provision-done-\(language)")
        try browser.expectClean("done")
        try press("#provision-back", browser)
        try browser.wait("the receiver", for: "return location.hash === '#/receivers/rover'")
        #expect(try until(60) { try bench.state() == "running" })
    }

    @Test(.timeLimit(.minutes(4))) func `a deaf receiver, a cancelled set-up and a simulated one are explained`() throws
    {
        let bench = try ProvisionBench(hasConsole: true)
        let browser = try Browser(.phone)
        try signIn(browser, bench)
        // A receiver without a line has no such link; its page says why.
        try browser.evaluate("location.hash = '#/receivers/drive'")
        try browser.wait("the receiver", for: "return document.querySelector('[data-command=restart]') !== null")
        #expect(try browser.evaluate("return document.querySelector('#receiver-provision') === null") as? Bool == true)
        try browser.evaluate("location.hash = '#/receivers/drive/provision'")
        try press("#provision-read", browser)
        try browser.wait(for: "serial port", in: "#provision-problem")
        // The browser notes each answer that refuses something.
        #expect(try browser.faults().allSatisfy { $0.contains("409") })
        try browser.expectClean("refused")

        bench.receiver.change { $0.isDeaf = true }
        try browser.evaluate("location.hash = '#/receivers/rover/provision'")
        try press("#provision-read", browser)
        try wait(for: "reading", browser)
        try press("#provision-cancel", browser)
        try wait(for: "cancelled", browser)
        #expect(try until(60) { try bench.state() == "running" })
        try press("#provision-read", browser)
        try wait(for: "failed", browser)
        #expect(try shows("is its input connected", "#provision-error", browser))
        #expect(try browser.tooWide() == [])
        try browser.takePicture("provision-failed")
        try browser.expectClean("failed")
        bench.receiver.change { $0.isDeaf = false }
        try press("#provision-read", browser)
        try wait(for: "planned", browser)
        // The daemon is restarted while the plan is read: the page says so and lets the person begin again.
        bench.daemon.signal(SIGKILL)
        try bench.restart()
        try browser.wait("live", within: 60, for: "return document.documentElement.dataset.link === 'live'")
        try press("#provision-make", browser)
        try browser.wait("words", for: "return document.querySelector('#provision-problem p') !== null")
        try press("#provision-read", browser)
        try wait(for: "planned", browser)
        try press("#provision-decline", browser)
        try wait(for: "cancelled", browser)
        #expect(bench.receiver.state.changesAsked == 0)
    }
}
