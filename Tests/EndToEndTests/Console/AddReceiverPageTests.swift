// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Receivers that are added, changed and removed in a browser, and what others do meanwhile.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct AddReceiverPageTests {
    /// A daemon with a console, whose state survives it.
    private final class Bench {
        let folder = try? TemporaryFolder()
        let port: Int
        private(set) var console: ConsoleBench

        init() throws {
            port = try Program.freePort()
            console = try ConsoleBench(
                port: port, more: "discovery: { enabled: false }", environment: ["STATE_DIRECTORY": folder?.path ?? ""])
        }

        /// Kills it, and starts it again at the same address.
        func restart() throws {
            console.daemon.signal(SIGKILL)
            _ = console.daemon.waitForEnd()
            console = try ConsoleBench(
                port: port, more: "discovery: { enabled: false }", environment: ["STATE_DIRECTORY": folder?.path ?? ""])
        }

        func ask(_ method: String, _ path: String, _ body: String = "") throws -> PlainHTTP.Answer {
            try console.ask(method, path, body: body)
        }

        func signIn(_ browser: Browser) throws {
            try browser.signIn(socket: console.daemon.socket, address: console.address)
        }

        /// A code that signs in one browser as a person.
        func code(_ name: String) throws -> String {
            let answer = try ask("POST", "/v1/session/invitation", #"{"name":"\#(name)"}"#)
            return try #require(answer.json["code"] as? String, "\(answer)")
        }
    }

    private func open(_ page: String, until selector: String, _ browser: Browser) throws {
        try browser.evaluate("location.hash = arguments[0]", "#\(page)")
        try browser.wait(selector, for: "return document.querySelector(arguments[0]) !== null", selector)
    }

    private func enter(_ text: String, _ id: String, _ browser: Browser) throws {
        try browser.evaluate(
            "const e = document.getElementById(arguments[0]); e.closest('details')?.setAttribute('open', '');"
                + "e.focus(); e.select?.()", id)
        try browser.press(text.isEmpty ? "\u{E017}" : text)
    }

    private func problem(_ id: String, _ browser: Browser) throws -> String {
        try browser.text("#\(id)-problem") ?? ""
    }

    private func submit(_ browser: Browser) throws {
        try browser.evaluate("document.getElementById('form-submit').focus()")
        try browser.press("\u{E007}")
    }

    @Test(.timeLimit(.minutes(4)), arguments: ["en", "de", "fr"])
    func `a receiver is added with the form of its driver, wrong values are refused where they stand, and it is used`(
        language: String
    ) throws {
        let bench = try Bench()
        let device = PseudoReceiver("\(bench.folder?.path ?? "")/port")
        try device.plug()
        let feeding = Feeding(device)
        defer { feeding.end() }
        let browser = try Browser(language == "en" ? .desk : .phone, language: language)
        try browser.open(bench.console.address)
        let opened = try RunningProgram(
            try Program.gateway, ["console", "open", "--print"],
            environment: ["GNSS_GATEWAY_SOCKET": bench.console.daemon.socket]
        ).waitForEnd()
        let code = try #require(opened.lines.first?.split(separator: "=").last.map(String.init))
        try browser.open("\(bench.console.address)/?in#code=\(code)")
        try browser.wait("live", for: "return document.documentElement.dataset.link === 'live'")
        try open("/receivers/add/usb", until: "#add-by-hand", browser)
        try browser.expectClean("the ports")
        try browser.evaluate("document.getElementById('add-by-hand').focus()")
        try browser.press("\u{E007}")
        try browser.wait("the form", for: "return document.activeElement.id === 'field-config-device'")

        // Each key of the schema once, in the driver's order where nothing is set.
        let drivers = try JSONSerialization.jsonObject(with: Data(try bench.ask("GET", "/v1/drivers").text.utf8))
        let schema =
            (drivers as? [[String: Any]])?.first { $0["driver"] as? String == "nmea-serial" }?["schema"]
            as? [String: Any]
        let keys = try #require((schema?["properties"] as? [String: Any])?.keys)
        try browser.evaluate(
            "const e = document.getElementById('field-driver'); e.value = 'nmea-serial'; e.dispatchEvent(new Event('change'))"
        )
        let fields = try browser.evaluate(
            "return [...document.querySelectorAll('#receiver-form [id^=field-config-]')].filter((e) => e.matches('input, select')).map((e) => e.id.slice(13))"
        )
        #expect((fields as? [String])?.sorted() == keys.sorted() && keys.count > 4, "\(fields ?? "")")

        // Nothing is there, and then each is wrong: told where it stands, and nothing is added.
        try enter("", "field-config-device", browser)
        try submit(browser)
        try browser.wait(
            "the refusal", for: "return document.getElementById('field-config-device-problem').innerText !== ''")
        #expect(try browser.evaluate("return document.activeElement.id") as? String == "field-config-device")
        try enter("/dev/nothing", "field-config-device", browser)
        try enter("49", "field-config-baud", browser)
        try enter("a b", "field-id", browser)
        try enter("101", "field-priority", browser)
        try submit(browser)
        try browser.wait(
            "three refusals", for: "return document.querySelectorAll('#receiver-form [aria-invalid=true]').length === 3"
        )
        let words = try ["field-config-baud", "field-id", "field-priority"].map { try problem($0, browser) }
        #expect(words[0].contains("50") && words[0].contains("4000000"), "\(words)")
        #expect(words.allSatisfy { !$0.isEmpty } && words[2].contains("100"), "\(words)")
        let allowed = ["en": "allowed", "de": "erlaubt", "fr": "autorisé"][language] ?? "?"
        #expect(words.allSatisfy { $0.contains(allowed) }, "\(words)")
        #expect(try problem("field-config-device", browser) == "")
        #expect(try browser.evaluate("return document.activeElement.id") as? String == "field-config-baud")
        #expect(try browser.visibleKey() == nil)
        #expect(try browser.tooWide() == [])
        #expect(try browser.violations() == [])
        try browser.takePicture("receiver-wrong-\(language)")
        #expect(try bench.ask("GET", "/v1/receivers/rover").status == 404)

        // As it should be.
        try enter(device.path, "field-config-device", browser)
        try enter("", "field-config-baud", browser)
        try enter("rover", "field-id", browser)
        try enter("40", "field-priority", browser)
        try submit(browser)
        try browser.wait("its page", for: "return location.hash === '#/receivers/rover'")
        func rover() throws -> [String: Any] { try bench.ask("GET", "/v1/receivers/rover").json }
        try #require(try until(30) { try rover()["state"] as? String == "running" })
        #expect(try rover()["chosen"] as? Bool == true && rover()["priority"] as? Int == 40)
        let entry = try bench.ask("GET", "/v1/receivers/rover/entry").json
        #expect((entry["config"] as? [String: Any])?.keys.sorted() == ["device"], "\(entry)")
        try browser.wait(
            "a position", for: "return /[0-9]{2}[.,][0-9]{4}/.test(document.querySelector('.page-receiver')?.innerText)"
        )
        try browser.takePicture("receiver-added-\(language)")
        #expect(try browser.violations() == [])
        let faults = try browser.faults()
        #expect(
            faults.count == 2 && faults.allSatisfy { $0.contains("400") && $0.contains("/v1/receivers") }, "\(faults)")
        guard language == "en" else { return }

        // After kill -9 it is the active one again, and the open page shows it without being loaded again.
        try bench.restart()
        try #require(
            try until(30) { try rover()["active"] as? Bool == true && rover()["state"] as? String == "running" })
        try browser.wait(
            "the page", within: 40,
            for:
                "return document.querySelector('#receiver-state')?.innerText.includes('Running') && document.documentElement.dataset.link === 'live'"
        )
        _ = try browser.faults()
        // Changed: only what this person changed is sent.
        try open("/receivers/rover/edit", until: "#receiver-form", browser)
        #expect(try browser.evaluate("return document.getElementById('field-id') === null") as? Bool == true)
        try enter("9", "field-config-baud", browser)
        try submit(browser)
        try browser.wait(
            "the refusal", for: "return document.getElementById('field-config-baud-problem').innerText !== ''")
        try enter("9600", "field-config-baud", browser)
        try enter("", "field-priority", browser)
        #expect(try browser.violations() == [])
        try submit(browser)
        try browser.wait("its page", for: "return location.hash === '#/receivers/rover'")
        let changed = try bench.ask("GET", "/v1/receivers/rover/entry").json
        #expect(
            (changed["config"] as? [String: Any])?["baud"] as? Int == 9600 && changed["priority"] == nil, "\(changed)")
        #expect(try rover()["priority"] as? Int == 10)
    }

    @Test(.timeLimit(.minutes(3)))
    func `what others do in the middle is told in words, and nothing that was typed is lost`()
        throws
    {
        let bench = try Bench()
        #expect(try bench.ask("PUT", "/v1/users/Anna", #"{"role":"admin"}"#).status == 200)
        let browsers = try (0..<2).map { _ in try Browser() }
        // What was typed waits for a person who has a name.
        try browsers[0].open("\(bench.console.address)/?anna#code=\(try bench.code("Anna"))")
        try browsers[0].wait(for: "signed in", in: "#toasts")
        try bench.signIn(browsers[1])
        for browser in browsers { try open("/receivers/add/network", until: "#receiver-form", browser) }
        let (first, second) = (browsers[0], browsers[1])
        // Two admins add the same device.
        for browser in browsers { try enter("tcp://127.0.0.1:9", "field-config-device", browser) }
        try enter("one", "field-id", first)
        try enter("two", "field-id", second)
        try submit(first)
        try first.wait("its page", for: "return location.hash === '#/receivers/one'")
        try submit(second)
        try second.wait(for: "already has this device", in: "#form-problem")
        #expect(try second.evaluate("return document.getElementById('field-id').value") as? String == "two")
        #expect(try second.violations() == [])
        // The same name.
        try enter("tcp://127.0.0.1:10", "field-config-device", second)
        try enter("one", "field-id", second)
        try submit(second)
        try second.wait(for: "already a receiver \"one\"", in: "#form-problem")

        // It is removed in another tab while one looks at it and the other changes it.
        // The page before has a form too.
        try open("/receivers/one/edit", until: "#edit-place #receiver-form", second)
        #expect(try bench.ask("DELETE", "/v1/receivers/one").status == 204)
        try first.wait(for: "no longer there", in: "#receiver-notice")
        #expect(try first.violations() == [])
        try enter("30", "field-priority", second)
        try submit(second)
        try second.wait("the refusal", for: "return document.querySelector('#form-problem').innerText !== ''")
        #expect(try second.evaluate("return document.getElementById('field-priority').value") as? String == "30")
        // In the list a command for it is refused in words, and it disappears.
        #expect(
            try bench.ask(
                "POST", "/v1/receivers", #"{"id":"gone","driver":"file-simulator","config":{"scenario":"drive"}}"#
            ).status == 201)
        try open("/receivers", until: "[data-receiver=gone] [data-command=restart]", second)
        // A network that swallows the question about the list, until the page gives it up.
        try second.evaluate(
            """
            const real = window.fetch;
            window.fetch = (path, options) => (options?.method === 'POST' || path !== '/v1/receivers' ? real(path, options)
              : new Promise((_, fail) => options?.signal?.addEventListener('abort', () => fail(options.signal.reason))));
            window.real = real;
            """)
        #expect(try bench.ask("DELETE", "/v1/receivers/gone").status == 204)
        try second.evaluate("document.querySelector('[data-receiver=gone] [data-command=restart]').focus()")
        try second.press("\u{E007}")
        try second.wait(for: "gone", in: "#toasts .toast-warning")
        try second.evaluate("window.fetch = window.real")
        try second.wait(
            "the list", within: 45, for: "return document.querySelector('[data-receiver=gone]') === null")
        #expect(try second.focusedName() != nil, "the focus is lost")

        // The session ends while the form is filled in: the refusal is told, and after signing in again it goes on.
        try open("/receivers/add/simulated", until: "#receiver-form", first)
        try enter("late", "field-id", first)
        for session in try bench.ask("GET", "/v1/sessions").json["sessions"] as? [[String: Any]] ?? [] {
            #expect(try bench.ask("DELETE", "/v1/sessions/\(session["id"] ?? "")").status == 204)
        }
        try first.wait(for: "The session of Anna has ended", in: "#toasts")
        try first.wait("the button", for: "return document.getElementById('form-submit').disabled")
        #expect(try first.evaluate("return document.getElementById('field-id').value") as? String == "late")
        #expect(try first.text(".not-allowed")?.contains("console open") == true)
        try first.evaluate("location.hash = '#/login'")
        try first.wait("the page Sign-in", for: "return document.querySelector('#login-code') !== null")
        try first.evaluate("document.querySelector('#login-code').focus()")
        try first.press(try bench.code("Anna") + "\u{E007}")
        try first.wait("the form", for: "return document.getElementById('form-submit')?.disabled === false")
        #expect(try first.evaluate("return document.getElementById('field-id').value") as? String == "late")
        try submit(first)
        try first.wait("its page", for: "return location.hash === '#/receivers/late'")
        #expect(try bench.ask("GET", "/v1/receivers/late").status == 200)
        // Two presses of the button add one.
        try open("/receivers/add/simulated", until: "#receiver-form", first)
        try first.evaluate("const b = document.getElementById('form-submit'); b.click(); b.click()")
        try first.wait("its page", for: "return /^#\\/receivers\\/file-simulator/.test(location.hash)")
        let all = try JSONSerialization.jsonObject(with: Data(try bench.ask("GET", "/v1/receivers").text.utf8))
        #expect((all as? [[String: Any]])?.count == 3)
        for browser in browsers {
            // Refusals are answers.
            let faults = try browser.faults().filter { !$0.contains("40") }
            #expect(faults == [])
        }
    }

    @Test(
        .enabled(if: Machine.isThere, "umockdev is not installed (script/bootstrap --test)"), .timeLimit(.minutes(4)))
    func `a receiver that was found gets its own settings, and one that is unplugged while its form is open is told`()
        throws
    {
        let machine = try Machine()
        let port = try Program.freePort()
        let file = try TemporaryFile(
            "listen: { gpsd: [\"127.0.0.1:0\"], http: [\"127.0.0.1:\(port)\"] }\n", suffix: ".yaml")
        try machine.start("run", "--config", file.path)
        try machine.wait(for: "start: ready")
        try machine.plug("ttyACM0", serial: "A1", port: "1-1")
        try machine.command("send ttyACM0 52.4")
        try machine.wait(for: "found receiver u-blox-9-A1")
        let browser = try Browser(.phone)
        try browser.signIn(socket: machine.socket, address: "http://127.0.0.1:\(port)")
        try open("/receivers/u-blox-9-A1", until: "#receiver-edit", browser)
        try browser.wait(for: "found automatically", in: "main")
        try browser.expectClean("found")
        try browser.evaluate("document.getElementById('receiver-edit').focus()")
        try browser.press("\u{E007}")
        try browser.wait(
            "the form",
            for: "return document.getElementById('field-config-device')?.value === 'usb:1546:01a9:A1'")
        try browser.wait(
            "the ports", for: "return document.querySelector('#add-ports [data-node$=ttyACM0]') !== null")
        #expect(try browser.text("#add-unplugged") == "")
        try enter("mine", "field-id", browser)
        // Pulled out while the form is open: told, and what was typed stays. And put back.
        try machine.command("unplug ttyACM0")
        try browser.wait(for: "not plugged in at the moment", in: "#add-unplugged")
        #expect(try browser.evaluate("return document.getElementById('field-id').value") as? String == "mine")
        #expect(try browser.violations() == [])
        try machine.plug("ttyACM1", serial: "A1", port: "1-1")
        try machine.command("send ttyACM1 52.4")
        try browser.wait("nothing to tell", for: "return document.getElementById('add-unplugged').innerText === ''")
        try submit(browser)
        try browser.wait("its page", for: "return location.hash === '#/receivers/mine'")
        try browser.wait(for: "added at run time", in: "main")
        // The found receiver may hold the port for a while, and the new one tries again later.
        let isRunning = try until(90) { try browser.text("#receiver-state")?.contains("Running") == true }
        #expect(isRunning, "\(machine.messages.suffix(3000))")
        // The one that was found has made room.
        try open("/receivers", until: "[data-receiver=mine]", browser)
        try browser.wait("one receiver", for: "return document.querySelectorAll('[data-receiver]').length === 1")
        #expect(try browser.tooWide() == [])
        #expect(try browser.violations() == [])
        // Removed, it is found again.
        try browser.evaluate(
            "document.querySelector('[data-command=remove]').click(); document.querySelector('dialog [value=do]').click()"
        )
        try browser.wait("the found one", for: "return document.querySelector('[data-receiver=u-blox-9-A1]') !== null")
        let status = try machine.command("signal 15")
        #expect(status == "0", "\(status): \(machine.messages.suffix(3000))")
    }
}
