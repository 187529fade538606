// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The pages on receivers in a browser: the list, one receiver, and the commands for each.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ReceiverPageTests {
    private static let second = #"{"id":"second","driver":"file-simulator","config":{"scenario":"drive"}}"#
    private static let isAsked = "return document.querySelector('dialog')?.open === true"

    private func command(_ name: String, of id: String) -> String {
        "[data-receiver='\(id)'] [data-command='\(name)']"
    }

    private func press(_ selector: String, _ browser: Browser) throws {
        try browser.wait(
            selector, for: "return document.querySelector(arguments[0])?.disabled === false", selector)
        try browser.evaluate("document.querySelector(arguments[0]).focus()", selector)
        try browser.press("\u{E007}")
    }

    @Test(.timeLimit(.minutes(2))) func `who only looks sees everything, can press nothing, and is told whom to ask`()
        throws
    {
        let bench = try ConsoleBench()
        let browser = try Browser(.phone)
        for page in ["/receivers", "/receivers/tractor", "/receivers/add/simulated", "/receivers/add/bluetooth"] {
            try browser.open("\(bench.address)/?\(page)#\(page)")
            try browser.wait(for: "console open", in: ".not-allowed")
            try browser.wait(
                "buttons that cannot be pressed",
                for: """
                    const all = [...document.querySelectorAll('main button:not(.quiet)')].filter((e) => e.checkVisibility());
                    return all.length > 0 && all.every((e) => e.disabled || e.id === 'add-by-hand')
                    """)
            #expect(try browser.tooWide() == [], "\(page)")
            try browser.expectClean(page)
        }
        try browser.open("\(bench.address)/?edit#/receivers/tractor/edit")
        try browser.wait(for: "console open", in: ".not-allowed")
        // From the moment on in which this browser may change something, the same page lets it.
        try browser.open("\(bench.address)/?again#/receivers")
        try browser.wait("the list", for: "return document.querySelector('[data-command]')?.disabled === true")
        let opened = try RunningProgram(
            try Program.gateway, ["console", "open", "--print"],
            environment: ["GNSS_GATEWAY_SOCKET": bench.daemon.socket]
        ).waitForEnd()
        let code = try #require(opened.lines.first?.split(separator: "=").last.map(String.init))
        try browser.evaluate("location.hash = '#/login'")
        try browser.wait("the page Sign-in", for: "return document.querySelector('#login-code') !== null")
        try browser.evaluate("document.querySelector('#login-code').focus()")
        // A code that was copied with the blanks around it.
        try browser.press(" \(code) \u{E007}")
        try browser.wait("the commands", for: "return document.querySelector('[data-command=use]')?.disabled === false")
        #expect(try browser.evaluate("return document.querySelector('.not-allowed') === null") as? Bool == true)
        try browser.expectClean("signed in")
    }

    @Test(.timeLimit(.minutes(3)))
    func `receivers are selected, restarted, stopped and removed with the keyboard, and what others notice asks first`()
        throws
    {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        #expect(try bench.ask("POST", "/v1/receivers", body: Self.second).status == 201)
        try browser.evaluate("location.hash = '#/receivers'")
        func receiver(_ id: String) throws -> [String: Any] { try bench.ask("GET", "/v1/receivers/\(id)").json }
        try browser.wait(for: "Running", in: "[data-receiver=second]")
        try browser.wait(for: "epochs per second", in: "[data-receiver=tractor]")
        try browser.expectClean("the list")
        try browser.takePicture("receivers")

        // Selected, and given back.
        try press(command("use", of: "second"), browser)
        try browser.wait(for: "selected by the operator", in: "[data-receiver=second] h2")
        #expect(try receiver("second")["chosen"] as? Bool == true)
        #expect(try browser.focusedName() == "Select automatically: second")
        try press(command("automatic", of: "second"), browser)
        try #require(try until(10) { try receiver("second")["chosen"] as? Bool == false })

        // The active one is not stopped by a slip: Escape, and Enter on the button that is offered, leave it.
        try #require(
            try until(10) {
                try receiver("tractor")["active"] as? Bool == true || receiver("second")["active"] as? Bool == true
            })
        let active = try receiver("tractor")["active"] as? Bool == true ? "tractor" : "second"
        for key in ["\u{E00C}", "\u{E007}"] {
            try press(command("stop", of: active), browser)
            try browser.wait("the question", for: Self.isAsked)
            #expect(try browser.text("dialog")?.contains("positions come from another receiver") == true)
            try browser.expectClean("asked")
            try browser.press(key)
            try browser.wait("the page", for: "return document.querySelector('dialog') === null")
            #expect(try browser.focusedName() == "Stop: \(active)")
        }
        #expect(try receiver(active)["state"] as? String == "running")
        try press(command("stop", of: active), browser)
        try browser.wait("the question", for: Self.isAsked)
        try press("dialog [value=do]", browser)
        try browser.wait(for: "Stopped", in: "[data-receiver=\(active)]")
        try press(command("start", of: active), browser)
        try browser.wait(for: "Running", in: "[data-receiver=\(active)]")
        let restarts = try receiver("second")["restarts"] as? Int ?? 0
        try press(command("restart", of: "second"), browser)
        try browser.wait(for: "second is restarting", in: "#toasts")
        try #require(
            try until(20) {
                let now = try receiver("second")
                return now["state"] as? String == "running" && now["restarts"] as? Int ?? 0 >= restarts
            })

        // One of the file cannot be removed, one that was added can.
        try press(command("forget", of: "tractor"), browser)
        try browser.wait(for: "the configuration file names it", in: "dialog")
        try browser.press("\u{E00C}")
        // The dialog gives the focus back when it closes.
        try browser.wait("the page", for: "return document.querySelector('dialog') === null")
        try press(command("remove", of: "second"), browser)
        try browser.wait(for: "its settings are deleted", in: "dialog")
        try browser.expectClean("removing")
        try press("dialog [value=do]", browser)
        try browser.wait("one receiver", for: "return document.querySelectorAll('[data-receiver]').length === 1")
        #expect(try receiver("second")["status"] as? Int == 404)
        #expect(try browser.focusedName() != nil, "the focus is lost")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2)))
    func `one receiver's page says what it is, what it delivered, what it can and how usable it is`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser(.phone)
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        try browser.evaluate("location.hash = '#/receivers'")
        try browser.wait("the list", for: "return document.querySelector('[data-receiver=tractor] a') !== null")
        try browser.evaluate("document.querySelector('[data-receiver=tractor] a').click()")
        try browser.wait(for: "Positions", in: "#receiver-kinds")
        try browser.wait(for: "Galileo", in: "#receiver-abilities")
        let page = try #require(try browser.text("main"))
        for words in ["file-simulator", "named in the configuration file", "52.47", "only in the configuration file"] {
            #expect(page.contains(words), "\(words): \(page)")
        }
        // What is shown is what the interface says, by kind and ability.
        let can = try bench.ask("GET", "/v1/receivers/tractor/capabilities").json
        let kinds = can["kinds"] as? [[String: Any]] ?? []
        func count(_ selector: String) throws -> Int? {
            try browser.evaluate("return document.querySelectorAll(arguments[0]).length", selector) as? Int
        }
        #expect(try kinds.count > 3 && kinds.count == count("#receiver-kinds li"))
        let abilities = can["abilities"] as? [[String: Any]] ?? []
        #expect(try !abilities.isEmpty && abilities.count == count("#receiver-abilities li"))
        #expect(try browser.tooWide() == [])
        try browser.expectClean("the page")
        try press("#receiver-test", browser)
        try browser.wait("the verdict", for: "return document.querySelector('#test-verdict') !== null")
        #expect(
            try browser.evaluate("return document.querySelector('#test-verdict').dataset.verdict") as? String
                == "compatible_without_osnma")
        try browser.wait("the button", for: "return document.querySelector('#receiver-test').disabled === false")
        try browser.takePicture("receiver")
        try browser.expectClean("tested")

        // Nothing that stands in an address becomes a part of the page or breaks it.
        for name in [
            "<img src=x onerror=alert(1)>", "%E0%A4%A", "..", "\u{202E}x", String(repeating: "x", count: 10_000),
        ] {
            try browser.evaluate("location.hash = '#/receivers/' + arguments[0]", name)
            try browser.wait(for: "no longer there", in: "main")
            #expect(try browser.evaluate("return document.querySelector('main img') === null") as? Bool == true)
            #expect(try browser.tooWide() == [], "\(name.prefix(20))")
            #expect(try browser.violations() == [], "\(name.prefix(20))")
        }
        try browser.evaluate("location.hash = '#/photos/%'")
        try browser.wait(for: "This photo does not exist", in: "main")
        // That there is no such receiver is an answer, not a fault.
        #expect(try browser.faults().allSatisfy { $0.contains("404") || $0.contains("400") })
    }

    @Test(.timeLimit(.minutes(2)))
    func `an old position is not shown as one of now, nor dead reckoning as a fix`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser(.phone)
        try browser.open("\(bench.address)/#/about")
        try browser.waitForLive()
        try browser.evaluate(
            """
            const real = window.fetch;
            window.fetch = async (path, options) => {
              const answer = await real(path, options);
              return path === '/v1/receivers/tractor' ? new Response(JSON.stringify({...await answer.json(), fix_age_s: window.age})) : answer;
            };
            window.age = 29;
            location.hash = '#/receivers/tractor';
            """)
        try browser.wait(for: "52.47", in: "main")
        try browser.evaluate("window.age = 31")
        try browser.wait(for: "No position.", in: "main")
        let page = try #require(try browser.text("main"))
        #expect(!page.contains("52.47") && !page.contains("±"), "\(page)")
        let badge = try browser.evaluate(
            waitingFor: ConsoleUseTests.parts
                + "const { text, level } = parts.fixBadge({ kind: '2d', quality: 'dead_reckoning' }); return `${text} ${level}`"
        )
        #expect(badge as? String == "DR bad")
        // Ages grow after their report has arrived, and a report that is too old says nothing.
        let words = try browser.evaluate(
            waitingFor: """
                const { delivery } = await import(document.querySelector('script[src$="app.js"]').src.replace('app.js', 'pages/receiver-parts.js'));
                const now = performance.now.bind(performance);
                const report = { rate_hz: 10, last_data_age_s: 1 };
                const words = [0, 9000, 31000].map((passed) => {
                  performance.now = () => now() + passed;
                  return delivery(report);
                });
                delete performance.now;
                return words.join();
                """)
        #expect(
            words as? String
                == "10.0 epochs per second · last data 1.0 s ago,10.0 epochs per second · last data 10 s ago,—")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2))) func `a port that another program holds is told with that program`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser(.phone, language: "de")
        try browser.open("\(bench.address)/#/about")
        try browser.wait("live", for: "return document.documentElement.dataset.link === 'live'")
        // A device that the machine does not have: one of a receiver, and one that nobody uses.
        try browser.evaluate(
            """
            const real = window.fetch;
            window.fetch = async (path, options) => {
              if (path !== '/v1/devices') return real(path, options);
              const device = {identity: 'usb:1546:01a9:A1', node: '/dev/ttyACM0', links: [], vendor: 'u-blox', model: '<b>9</b>', accessible: true, holders: ['gpsd (pid 812)'], risks: []};
              return new Response(JSON.stringify([{...device, receiver: 'tractor'},
                {...device, node: '/dev/ttyACM1', accessible: false, holders: [], advice: 'sudo usermod -aG dialout gnss', risks: ['ModemManager may open it']}]));
            };
            location.hash = '#/receivers';
            """)
        try browser.wait(for: "gpsd (pid 812)", in: "[data-receiver=tractor] .problem")
        try browser.wait(for: "darf dieses Gerät nicht öffnen", in: "#receivers-unused .problem")
        try browser.wait(for: "sudo usermod -aG dialout gnss", in: "#receivers-unused")
        try browser.wait(for: "<b>9</b>", in: "#receivers-unused")
        try browser.expectClean("the list")
        try browser.evaluate("location.hash = '#/receivers/tractor'")
        try browser.wait(for: "gpsd (pid 812)", in: "#receiver-port .problem")
        try browser.evaluate("location.hash = '#/receivers/add/usb'")
        try browser.wait(for: "gpsd (pid 812)", in: "[data-node='/dev/ttyACM0']")
        try browser.wait(for: "ModemManager", in: "[data-node='/dev/ttyACM1']")
        #expect(try browser.tooWide() == [])
        try browser.expectClean()
    }
}
