// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A Bluetooth receiver from the search to its use in a browser, beside a bluetoothd that is made up. With a radio:
/// `script/guest`.
@Suite(
    .serialized, .enabled(if: Browser.isAvailable),
    .enabled(if: FalseBlueZ.isThere, "dbus-run-session or python3-gi is not installed (script/bootstrap --test)"))
struct BluetoothPageTests {
    private static let address = "00:1D:43:5F:A0:2C"
    private static let device = "[data-address='00:1D:43:5F:A0:2C']"

    /// A daemon with a console, beside a bluetoothd that behaves in one way.
    private final class Bench {
        let daemon: RunningProgram
        let address: String
        private let file: TemporaryFile

        /// - Parameter names: Of further devices.
        init(_ behaviour: String, names: [String] = []) throws {
            let port = try Program.freePort()
            address = "http://127.0.0.1:\(port)"
            file = try TemporaryFile(
                """
                receivers: [{ id: rover, driver: file-simulator, config: { scenario: drive } }]
                listen: { gpsd: ["127.0.0.1:0"], http: ["127.0.0.1:\(port)"] }
                discovery: { enabled: false }
                """, suffix: ".yaml")
            let list = String(decoding: try JSONSerialization.data(withJSONObject: names), as: UTF8.self)
            daemon = try FalseBlueZ.start(
                behaviour, ["run", "--config", file.path], environment: ["GNSS_BLUEZ_NAMES": list])
            _ = daemon.socket
            try #require(daemon.isRunning, "\(daemon.messages)")
        }

        deinit {
            // The bus ends with the daemon, and not the other way round.
            let line = daemon.output.split(separator: "\n").first { $0.hasPrefix("pid ") }
            if let pid = line.flatMap({ Int32($0.dropFirst(4)) }) { kill(pid, SIGTERM) }
            _ = daemon.waitForEnd()
        }

        func ask(_ method: String, _ path: String, _ body: String = "") throws -> PlainHTTP.Answer {
            try PlainHTTP.request(method, path, body: body, socket: daemon.socket)
        }

        /// A browser that is signed in and shows the page.
        func browser(_ size: Browser.Size = .desk, language: String = "en") throws -> Browser {
            let browser = try Browser(size, language: language)
            let opened = try RunningProgram(
                try Program.gateway, ["console", "open", "--print"],
                environment: ["GNSS_GATEWAY_SOCKET": daemon.socket]
            ).waitForEnd()
            let code = try #require(opened.lines.first?.split(separator: "=").last.map(String.init))
            try browser.open("\(address)/?in#code=\(code)")
            try browser.wait("live", for: "return document.documentElement.dataset.link === 'live'")
            try browser.evaluate("location.hash = '#/receivers/add/bluetooth'")
            try browser.wait(
                "the page", for: "return document.querySelector('#bluetooth-search')?.disabled === false")
            return browser
        }
    }

    private func press(_ selector: String, _ browser: Browser) throws {
        try browser.wait(
            selector,
            for: "const e = document.querySelector(arguments[0]); return !!e && !e.disabled && e.checkVisibility()",
            selector)
        try browser.evaluate("document.querySelector(arguments[0]).focus()", selector)
        try browser.press("\u{E007}")
    }

    /// Searches, and pairs with the receiver.
    private func pair(_ browser: Browser) throws {
        try press("#bluetooth-search", browser)
        try press("\(Self.device) button", browser)
    }

    private func isThereNot(_ selector: String, _ browser: Browser) throws -> Bool {
        try browser.evaluate("return document.querySelector(arguments[0]) === null", selector) as? Bool == true
    }

    @Test(.timeLimit(.minutes(4)), arguments: ["en", "de", "fr"])
    func `found, compared, paired, tested and used, with the keyboard alone`(language: String) throws {
        let names = [
            "<img src=x onerror=alert(1)>", "\u{202E}txt.exe \u{0627}", String(repeating: "n", count: 10_000), "🛰️",
        ]
        let bench = try Bench("confirm", names: names)
        let browser = try bench.browser(language == "en" ? .desk : .phone, language: language)
        try browser.expectClean("before")
        // Each as it is found: first the named and the unnamed one, then one after the other, as text.
        try press("#bluetooth-search", browser)
        try browser.wait(
            "two devices", for: "return document.querySelectorAll('#bluetooth-devices li').length >= 2")
        #expect(try browser.text("#bluetooth-stop") != "")
        #expect(
            try browser.evaluate("return document.querySelector('#bluetooth-left').innerText !== ''") as? Bool == true)
        try browser.wait(
            "all devices", for: "return document.querySelectorAll('#bluetooth-devices li').length === 6")
        #expect(try isThereNot("main img", browser))
        try browser.wait(for: "<img src=x", in: "[data-address='00:1D:43:5F:A1:00']")
        let named = try #require(try browser.text(Self.device))
        #expect(named.contains("HC-05") && named.contains("61 dBm") && named.contains(Self.address), "\(named)")
        let placeholder = ["en": "(no name)", "de": "(ohne Namen)", "fr": "(sans nom)"][language] ?? "?"
        #expect(try browser.text("[data-address='00:1D:43:5F:A0:2D']")?.contains(placeholder) == true)
        #expect(try browser.tooWide() == [])
        try browser.takePicture("bluetooth-found-\(language)")
        try browser.expectClean("found")

        // Another number: nothing is paired.
        try press("\(Self.device) button", browser)
        try browser.wait(for: "004711", in: "#pairing-number")
        #expect(try browser.evaluate("return document.activeElement.id") as? String == "pairing-question")
        #expect(
            try browser.evaluate("return document.querySelector('#pairing-left').innerText !== ''") as? Bool == true)
        #expect(try browser.tooWide() == [])
        try browser.takePicture("bluetooth-number-\(language)")
        try browser.expectClean("asked")
        try press("#pairing-no", browser)
        try browser.wait("words", for: "return document.querySelector('#bluetooth-problem p') !== null")
        #expect(try browser.evaluate("return document.activeElement.id") as? String == "bluetooth-again")
        #expect(!bench.daemon.messages.contains("bluez: Trusted = True"))
        try browser.expectClean("declined")
        // The same number.
        try press("#bluetooth-again", browser)
        try browser.wait(for: "004711", in: "#pairing-number")
        try press("#pairing-yes", browser)
        try browser.wait("the test", for: "return document.querySelector('#bluetooth-test') !== null")
        #expect(bench.daemon.messages.contains("bluez: Trusted = True"))
        #expect(try browser.evaluate("return document.activeElement.id") as? String == "bluetooth-title")
        // This machine has no radio: the test says how far it came.
        try press("#bluetooth-test", browser)
        try browser.wait(
            "the steps", within: 60, for: "return document.querySelectorAll('#test-steps li').length === 8")
        #expect(
            try browser.evaluate("return document.querySelector('#test-verdict').dataset.verdict") as? String
                == "not_connected")
        #expect(
            try browser.evaluate("return document.querySelectorAll('#test-steps [data-result=failed]').length") as? Int
                == 1)
        #expect(try browser.visibleKey() == nil)
        #expect(try browser.tooWide() == [])
        try browser.takePicture("bluetooth-test-\(language)")
        try browser.expectClean("tested")
        // Used, also after a restart.
        try press("#bluetooth-use", browser)
        try browser.wait("the form", for: "return document.querySelector('#form-submit') !== null")
        #expect(
            try browser.evaluate("return document.getElementById('field-config-address').value") as? String
                == Self.address)
        try browser.expectClean("the form")
        try press("#form-submit", browser)
        try browser.wait("its page", for: "return location.hash === '#/receivers/bluetooth-5fa02c'")
        let receiver = try bench.ask("GET", "/v1/receivers/bluetooth-5fa02c").json
        #expect(receiver["origin"] as? String == "added" && receiver["chosen"] as? Bool == true, "\(receiver)")
        // It is not offered a second time.
        try browser.evaluate("location.hash = '#/receivers/add/bluetooth'")
        try press("#bluetooth-search", browser)
        try browser.wait("a link", for: "return document.querySelector(\"\(Self.device) a\") !== null")
        try browser.wait(
            "its page", for: "return document.querySelector('[data-receiver]') === null")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2))) func `a wrong PIN is told in words, and the right one pairs`() throws {
        let bench = try Bench("pin=8642")
        let browser = try bench.browser(.phone, language: "de")
        try pair(browser)
        try browser.wait("the question", for: "return document.querySelector('#pairing-pin') !== null")
        try browser.expectClean("asked")
        try browser.evaluate("document.querySelector('#pairing-pin').focus()")
        try browser.press("1111\u{E007}")
        try browser.wait(for: "PIN", in: "#bluetooth-problem")
        let words = try browser.text("#bluetooth-problem") ?? ""
        #expect(!words.contains("rejects"), "\(words)")
        try browser.expectClean("refused")
        try press("#bluetooth-again", browser)
        try browser.wait("the question", for: "return document.querySelector('#pairing-pin') !== null")
        // Neither of the usual ones.
        try press("#pairing-usual", browser)
        try browser.wait("words", for: "return document.querySelector('#bluetooth-problem p') !== null")
        try press("#bluetooth-again", browser)
        try browser.wait("the question", for: "return document.querySelector('#pairing-pin') !== null")
        try browser.evaluate("document.querySelector('#pairing-pin').focus()")
        try browser.press("8642\u{E007}")
        try browser.wait("the test", for: "return document.querySelector('#bluetooth-test') !== null")
        #expect(try browser.tooWide() == [])
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2))) func `digits are typed here or shown to be typed there`() throws {
        do {
            let bench = try Bench("typed=000123")
            let browser = try bench.browser()
            try pair(browser)
            try browser.wait("the question", for: "return document.querySelector('#pairing-passkey') !== null")
            try browser.expectClean("asked")
            try browser.evaluate("document.querySelector('#pairing-passkey').focus()")
            try browser.press("000123\u{E007}")
            try browser.wait("the test", for: "return document.querySelector('#bluetooth-test') !== null")
            try browser.expectClean()
        }
        let bench = try Bench("passkey=slow")
        let browser = try bench.browser()
        try pair(browser)
        try browser.wait(for: "004711", in: "#pairing-number")
        #expect(try browser.text("#pairing-question")?.contains("Type this number") == true)
        try browser.wait("the test", for: "return document.querySelector('#bluetooth-test') !== null")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(3))) func `two people at one radio, and a page that is closed in the middle`() throws {
        let bench = try Bench("confirm")
        let (first, second) = (try bench.browser(), try bench.browser())
        // Who searches second sees the first one's search, and cannot pair meanwhile: told in words.
        try press("#bluetooth-search", first)
        try first.wait("a device", for: "return document.querySelector('#bluetooth-devices li') !== null")
        try press("#bluetooth-search", second)
        try second.wait("a device", for: "return document.querySelector('#bluetooth-devices li') !== null")
        #expect(try second.text("#bluetooth-problem")?.isEmpty == false)
        try press("\(Self.device) button", second)
        try second.wait(for: "in progress", in: "#bluetooth-problem")
        #expect(try second.violations() == [])
        // The first one pairs: his search ends by itself. The second one's turn comes after that.
        try press("\(Self.device) button", first)
        try first.wait(for: "004711", in: "#pairing-number")
        try press("#bluetooth-again", second)
        try second.wait("words", for: "return document.querySelector('#bluetooth-problem p') !== null")
        // The page is closed in the middle of the question: the question ends, and the radio is free at once.
        try first.openTab("about:blank")
        try first.look(atTab: try #require(try first.tabs.first))
        try first.closeTab()
        try first.look(atTab: try #require(try first.tabs.first))
        try #require(
            try until(10) { try bench.ask("GET", "/v1/receivers/pairings/1").json["state"] as? String == "cancelled" })
        try press("#bluetooth-again", second)
        try second.wait(for: "004711", in: "#pairing-number")
        // Another page of the console in the middle: the same.
        try second.evaluate("location.hash = '#/status'")
        try #require(
            try until(10) { try bench.ask("GET", "/v1/receivers/pairings/2").json["state"] as? String == "cancelled" })
        // The session ends in the middle of a question: told, and after signing in the question is still there.
        try second.evaluate("location.hash = '#/receivers/add/bluetooth'")
        try pair(second)
        try second.wait(for: "004711", in: "#pairing-number")
        for session in try bench.ask("GET", "/v1/sessions").json["sessions"] as? [[String: Any]] ?? [] {
            #expect(try bench.ask("DELETE", "/v1/sessions/\(session["id"] ?? "")").status == 204)
        }
        try second.wait(for: "session has ended", in: "#toasts")
        try second.wait("words", for: "return document.querySelector('#bluetooth-problem p') !== null")
        #expect(try bench.ask("GET", "/v1/receivers/pairings/3").json["state"] as? String == "confirm")
        #expect(try second.violations() == [])
        for browser in [first, second] {
            #expect(try browser.faults().allSatisfy { $0.contains("40") })
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: ["off", "bare", "denied", "nobody"])
    func `what keeps the radio from searching is told in the page's language, with what to do`(behaviour: String) throws
    {
        let bench = try Bench(behaviour)
        let browser = try bench.browser(.phone, language: "fr")
        try press("#bluetooth-search", browser)
        try browser.wait("words", for: "return document.querySelector('#bluetooth-problem p') !== null")
        let search = try bench.ask("GET", "/v1/receivers/searches/1").json
        let english = (search["error"] as? [String: Any])?["text"] as? String
        let words = try browser.text("#bluetooth-problem") ?? ""
        #expect(english != nil && words != english && words.count > 10, "\(words) \(english ?? "")")
        // The button is there again.
        try browser.wait(
            "the button", for: "return document.querySelector('#bluetooth-search').checkVisibility()")
        #expect(try browser.tooWide() == [])
        try browser.expectClean()
    }
}
