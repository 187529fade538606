// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The gateway's settings in a browser.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleSettingsTests {
    private func value(_ bench: ConsoleBench, _ name: String) throws -> [String: Any] {
        let entries = try bench.ask("GET", "/v1/settings").json["settings"] as? [[String: Any]] ?? []
        return try #require(entries.first { $0["name"] as? String == name })
    }

    private func wait(_ what: String, until condition: () throws -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: 20)
        let pause = PollPause(least: 50)
        while try !condition() {
            try #require(Date() < deadline, "\(what) did not come to pass")
            pause.wait()
        }
    }

    /// Enters a value as a person does, and leaves the field.
    private func enter(_ text: String, _ id: String, _ browser: Browser) throws {
        try browser.evaluate(
            "const e = document.getElementById(arguments[0]); e.focus(); e.value = arguments[1];"
                + "e.dispatchEvent(new Event('change', {bubbles: true}))", id, text)
    }

    @Test(.timeLimit(.minutes(2)))
    func `each setting is there once, is changed by those who may, and says where it comes from`()
        throws
    {
        let bench = try ConsoleBench(more: "centroid: { samples: 25 }")
        let browser = try Browser(.phone)
        try browser.open(bench.address + "/#/settings")
        try browser.waitForLive()
        try browser.wait("the settings", for: "return document.querySelectorAll('.setting').length > 5")
        let names = try (bench.ask("GET", "/v1/settings").json["settings"] as? [[String: Any]] ?? []).compactMap {
            ($0["name"] as? String).map { "setting-" + $0.replacingOccurrences(of: ".", with: "-") }
        }
        let ids = try browser.evaluate(
            "return [...document.querySelectorAll('.setting input, .setting select')].map((e) => e.id)")
        #expect((ids as? [String])?.sorted() == names.sorted() && names.count > 10)
        // One that only looks.
        #expect(
            try browser.evaluate(
                "return [...document.querySelectorAll('.setting input, .setting select')].every((e) => e.disabled)")
                as? Bool == true)
        #expect(try browser.text(".not-allowed")?.contains("console open") == true)
        #expect(!(try browser.isTooWide()))
        try browser.expectClean("looking")
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        try browser.evaluate("location.hash = '#/settings'")
        try browser.wait(
            "the field", for: "return document.getElementById('setting-centroid-samples')?.disabled === false")
        let field = "document.getElementById('setting-centroid-samples')"
        #expect(try browser.evaluate("return \(field).value") as? String == "25")
        #expect(
            try browser.evaluate("return \(field).closest('.setting').innerText.includes('configuration file')")
                as? Bool == true)
        try enter("30", "setting-centroid-samples", browser)
        try wait("30 samples") { try value(bench, "centroid.samples")["value"] as? Int == 30 }
        try browser.wait(for: "Changed: Samples for one point", in: "#toasts")
        try browser.wait(for: "without the change: 25", in: "#settings-list")
        #expect(
            try browser.evaluate("return document.activeElement === \(field)") as? Bool == true, "the focus is lost")
        // What is not allowed is said where it stands, and not done.
        for (text, words) in [("51", "above the maximum 50"), ("0", "below the minimum 1"), ("", "wrong type")] {
            try enter(text, "setting-centroid-samples", browser)
            try browser.wait(for: words, in: "#setting-centroid-samples-problem")
        }
        #expect(try value(bench, "centroid.samples")["value"] as? Int == 30)
        // The browser writes down that the gateway refused; nothing else went wrong.
        #expect(try browser.violations() == [])
        let refusals = try browser.faults()
        #expect(
            refusals.count == 3 && refusals.allSatisfy { $0.contains("/v1/settings") && $0.contains("400") },
            "\(refusals)")
        try browser.evaluate(
            "const e = document.getElementById('setting-osnma-require'); e.value = 'true';"
                + "e.dispatchEvent(new Event('change', {bubbles: true}))")
        try wait("the requirement") { try value(bench, "osnma.require")["value"] as? Bool == true }
        try browser.evaluate("[...document.querySelectorAll('.setting button')][0].click()")
        try wait("the reset") { try value(bench, "osnma.require")["origin"] as? String == "default" }
        try browser.takePicture("settings-changed")
        // After a kill and a restart of the page all is as it was said to be.
        try browser.reload()
        try browser.wait("30 after the reload", for: "return \(field)?.value === '30'")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2)))
    func `a key that the page has never heard of appears and is changed, and a group is reset`() throws {
        let bench = try ConsoleBench(more: "centroid: { samples: 25 }")
        let browser = try Browser()
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        // The gateway describes one more setting, and takes it.
        try browser.evaluate(
            """
            const real = window.fetch;
            window.sent = [];
            window.fetch = async (path, options) => {
              if (options?.method === 'PATCH') { sent.push(options.body); if (options.body.includes('novel')) return new Response('{}', {status: 400}); }
              const answer = await real(path, options);
              if (!String(path).startsWith('/v1/settings') || !answer.ok) return answer;
              const value = await answer.json();
              if (value.settings) value.settings.push({name: 'novel.depth_m', value: 4, file: 4, default: 4, origin: 'default'});
              else value.properties.novel = {type: 'object', properties: {depth_m: {type: 'integer', minimum: 2, maximum: 9000, unit: 'm', description: 'How deep.'}}};
              return new Response(JSON.stringify(value), {status: 200});
            };
            location.hash = '#/settings';
            """)
        try browser.wait(
            "the new field", for: "return document.getElementById('setting-novel-depth_m')?.disabled === false")
        let field = try browser.evaluate(
            "const e = document.getElementById('setting-novel-depth_m'); return [e.type, e.inputMode, e.value, e.closest('.setting').innerText].join('|')"
        )
        #expect(
            (field as? String)?.hasPrefix("text|decimal|4|") == true && "\(field ?? "")".contains("How deep."),
            "\(field ?? "")")
        // Typed as 9,000, it would be read as 9.
        #expect("\(field ?? "")".contains("Allowed: 2 to 9000."))
        #expect("\(field ?? "")".contains("(m)"))
        try enter("7", "setting-novel-depth_m", browser)
        try browser.wait("the change", for: "return sent.length === 1")
        #expect(try browser.evaluate("return sent[0]") as? String == #"{"novel.depth_m":7}"#)
        // Several filters are changed, and one button takes all of them back; what is outside the group stays.
        _ = try bench.ask(
            "PATCH", "/v1/settings", body: #"{"centroid":{"samples":30,"filter":{"max_hdop":2,"min_satellites":9}}}"#)
        let button =
            "[...document.querySelectorAll('.card')].find((c) => c.querySelector('h2').innerText === 'Limits for samples')"
            + ".querySelector(':scope > div > button')"
        try browser.evaluate("document.activeElement.blur(); location.hash = '#/about'")
        try browser.wait("the page", for: "return document.querySelector('#licences') !== null")
        try browser.evaluate("location.hash = '#/settings'")
        try browser.wait(
            "the group's button", for: "return document.querySelectorAll('.card h2').length > 3 && \(button) !== null")
        #expect(try browser.violations() == [])
        try browser.evaluate("\(button).click()")
        try wait("the filters") {
            try value(bench, "centroid.filter.max_hdop")["origin"] as? String == "default"
                && value(bench, "centroid.filter.min_satellites")["origin"] as? String == "default"
        }
        #expect(try value(bench, "centroid.samples")["value"] as? Int == 30)
        try browser.wait("no button", for: "return \(button) === null")
    }

    @Test(.timeLimit(.minutes(2)))
    func `explanations are in the language of the page, even if the browser asks for another one`() throws {
        func texts(_ schema: [String: Any]) -> [String] {
            let inner = schema["properties"] as? [String: [String: Any]] ?? [:]
            guard inner.isEmpty else { return inner.values.flatMap(texts) }
            return [schema["description"] as? String ?? ""]
        }
        let bench = try ConsoleBench()
        let english = texts(try bench.ask("GET", "/v1/settings/schema").json)
        #expect(english.count > 20 && !english.contains(""))
        let browser = try Browser(.phone, language: "de")
        try browser.open(bench.address + "/#/settings")
        try browser.wait(for: "Schaltet Fotos ein.", in: "#setting-captures-enabled-text")
        try browser.evaluate("localStorage.setItem('gnss.language', 'fr')")
        try browser.reload()
        try browser.wait(for: "Active les photos.", in: "#setting-captures-enabled-text")
        let page = try #require(try browser.text("#settings-list"))
        for text in english { #expect(!page.contains(text)) }
        #expect(!(try browser.isTooWide()))
        try browser.expectClean()
        // So does the reason why a number is not taken, and the number stays.
        try browser.evaluate("localStorage.setItem('gnss.language', 'en')")
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        try browser.evaluate("localStorage.setItem('gnss.language', 'fr'); location.hash = '#/settings'")
        try browser.reload()
        try browser.wait(
            "the field", for: "return document.getElementById('setting-centroid-samples')?.disabled === false")
        try enter("51", "setting-centroid-samples", browser)
        try browser.wait(for: "Valeurs permises : de 1 à 50.", in: "#setting-centroid-samples-problem")
        #expect(try browser.text("#setting-centroid-samples-problem")?.contains("above") == false)
        #expect(
            try browser.evaluate("return document.getElementById('setting-centroid-samples').value") as? String
                == "51")
    }

    @Test(.timeLimit(.minutes(2))) func `two people who change the same setting see both values, and one decides`()
        throws
    {
        let bench = try ConsoleBench()
        let browsers = try (0..<2).map { _ in try Browser() }
        for browser in browsers {
            try browser.signIn(socket: bench.daemon.socket, address: bench.address)
            try browser.evaluate("location.hash = '#/settings'")
            try browser.wait(
                "the field", for: "return document.getElementById('setting-centroid-samples')?.disabled === false")
        }
        let (first, second) = (browsers[0], browsers[1])
        // The second looks at the field while the first changes it: it is not taken from under the hands.
        try second.evaluate("document.getElementById('setting-centroid-samples').focus()")
        try enter("30", "setting-centroid-samples", first)
        try wait("30 samples") { try value(bench, "centroid.samples")["value"] as? Int == 30 }
        usleep(2_000_000)
        #expect(
            try second.evaluate("return document.getElementById('setting-centroid-samples').value") as? String == "20")
        try enter("40", "setting-centroid-samples", second)
        try second.wait("the question", for: "return document.querySelector('dialog')?.open === true")
        let words = try second.text("dialog") ?? ""
        #expect(words.contains("now 30") && words.contains("entered 40"), "\(words)")
        #expect(try value(bench, "centroid.samples")["value"] as? Int == 30)
        try second.takePicture("settings-conflict")
        #expect(try second.violations() == [])
        try second.evaluate(
            "[...document.querySelectorAll('dialog button')].find((b) => b.innerText.includes('40')).click()")
        try wait("40 samples") { try value(bench, "centroid.samples")["value"] as? Int == 40 }
        // The first one, who looks at nothing, sees it by itself.
        try first.evaluate("document.activeElement.blur()")
        _ = try bench.ask("PATCH", "/v1/settings", body: #"{"centroid":{"samples":17}}"#)
        try first.wait(
            "17 in the other browser", for: "return document.getElementById('setting-centroid-samples').value === '17'")
        // Quick steps of one's own are no change by another person, and the newest value stays.
        try first.evaluate(
            """
            const e = document.getElementById('setting-centroid-samples');
            for (const value of ['21', '22', '23']) {
              e.value = value;
              for (const type of ['input', 'change']) e.dispatchEvent(new Event(type, { bubbles: true }));
            }
            """)
        try wait("23 samples") { try value(bench, "centroid.samples")["value"] as? Int == 23 }
        #expect(try first.evaluate("return document.querySelector('dialog') === null") as? Bool == true)
        // A decimal comma, once the page has drawn the answer, which ends a selection of text.
        try first.wait(
            "the answer",
            for: """
                return document.getElementById('setting-centroid-samples').value === '23'
                  && document.getElementById('toasts').innerText.includes('hanged')
                """)
        try first.evaluate(
            "const e = document.getElementById('setting-centroid-filter-max_accuracy_m'); e.focus(); e.select()")
        try first.press("1,5\u{E004}")
        try wait("1.5 m") { try value(bench, "centroid.filter.max_accuracy_m")["value"] as? Double == 1.5 }
        // A change that comes while a field has the focus is seen when the field is left.
        try first.evaluate("document.getElementById('setting-centroid-samples').focus()")
        _ = try bench.ask("PATCH", "/v1/settings", body: #"{"centroid":{"samples":19}}"#)
        // The page learns of it within a second, and must not draw it, so there is nothing to wait for.
        usleep(2_000_000)
        try first.evaluate("document.activeElement.blur()")
        try first.wait(
            "19 after the field was left",
            for: "return document.getElementById('setting-centroid-samples').value === '19'")
        // Another setting was changed meanwhile: that is no conflict.
        _ = try bench.ask("PATCH", "/v1/settings", body: #"{"centroid":{"method":"compatible"}}"#)
        try enter("18", "setting-centroid-samples", first)
        try wait("18 samples") { try value(bench, "centroid.samples")["value"] as? Int == 18 }
        #expect(try value(bench, "centroid.method")["value"] as? String == "compatible")
        // The page asked, and the gateway said no: that is not a fault.
        #expect(try first.faults().allSatisfy { $0.contains("412") })
        #expect(try second.faults().allSatisfy { $0.contains("412") })
    }

    @Test(.timeLimit(.minutes(2))) func `a preference that one tab changes holds in another one at once`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try browser.open(bench.address + "/#/about")
        try browser.waitForLive()
        let first = try #require(try browser.tabs.first)
        #expect(try browser.evaluate("return document.documentElement.dataset.theme") as? String == "system")
        try browser.evaluate("window.mark = 'same page'")
        try browser.openTab(bench.address + "/#/sky")
        try browser.waitForLive()
        // A page that is left before its code is there takes nothing from the one that is opened instead.
        let goesOn = try browser.evaluate(
            waitingFor: """
                const store = await import(document.querySelector('script[src$="app.js"]').src.replace('app.js', 'store.js'));
                const pause = (time) => new Promise((resolve) => setTimeout(resolve, time, false));
                location.hash = '#/raw';
                addEventListener('hashchange', () => { location.hash = '#/sky'; }, { once: true });
                await pause(1500);
                let values = 0;
                return Promise.race([pause(10000), new Promise((resolve) => store.on('sky', () => ++values > 2 && resolve(true)))]);
                """)
        #expect(goesOn as? Bool == true)
        let yes = try browser.evaluate(
            waitingFor: """
                const part = (name) => import(document.querySelector('script[src$="app.js"]').src.replace('app.js', name));
                const { change } = await part('settings.js');
                // The French texts come later than the English ones, which are there, but the last choice counts.
                change('language', 'fr');
                change('language', 'en');
                await part('texts/fr.js');
                await new Promise((resolve) => setTimeout(resolve, 500));
                const yes = (await part('text.js')).t('yes');
                change('language', 'de');
                change('theme', 'dark');
                return yes;
                """)
        #expect(yes as? String == "yes")
        try browser.wait("German", for: "return document.documentElement.lang === 'de'")
        try browser.look(atTab: first)
        // Every minute the theme is set anyway.
        try browser.wait(
            "the theme", within: 5, for: "return document.documentElement.dataset.theme === 'dark'")
        // In another language the page would be drawn anew, without what was typed in it.
        #expect(try browser.evaluate("return document.documentElement.lang") as? String == "en")
        #expect(try browser.evaluate("return window.mark") as? String == "same page")
        #expect(try browser.faults() == [])
    }
}
