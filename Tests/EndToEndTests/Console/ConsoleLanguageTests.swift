// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension ConsoleDataTests {
    /// Whatever the gateway says with a code is put into the reader's language.
    @Test(
        .timeLimit(.minutes(2)),
        arguments: [("de", "Arbeitsspeicher", "hat eine Position"), ("fr", "mémoire", "a une position")])
    func `a page in another language shows no reason, alert or indicator in English`(
        language: String, alert: String, indicator: String
    ) throws {
        // The state folder cannot be made: there is an alert.
        let file = try TemporaryFile("")
        let bench = try ConsoleBench(environment: ["STATE_DIRECTORY": file.path + "/state"])
        let browser = try Browser(language: language)
        try browser.open(bench.address + "/#/status")
        try browser.wait("the page is live", for: "return document.documentElement.dataset.link === 'live'")
        try browser.wait(for: alert, in: "main")
        try browser.wait(for: indicator, in: "main")
        let page = try #require(try browser.evaluate("return document.querySelector('main').innerText") as? String)
        let state = try bench.ask("GET", "/v1/status").json
        let parts = ["indicators", "alerts", "receivers"].flatMap { state[$0] as? [[String: Any]] ?? [] }
        var count = 0
        for part in parts {
            let code = try #require((part["message"] as? [String: Any])?["code"] as? String, "\(part)")
            // A driver's own sentence stays as it is, and is marked.
            guard code != "receiver.driver", let text = (part["text"] ?? part["reason"]) as? String else { continue }
            #expect(!page.contains(text), "\(code)")
            count += 1
        }
        #expect(count > 3)
        let driver = language == "de" ? "Angabe des Treibers" : "indication du pilote"
        #expect(page.contains(driver))
        // An alert that an older version stored without a parameter of today's sentence.
        let stored = try browser.evaluate(
            waitingFor: """
                const { phrase } = await import(document.querySelector('script[src$="app.js"]').src.replace('app.js', 'text.js'));
                return phrase({ code: 'alert.store-damaged-rows', parameters: { rows: 'row 7' } }, 'in English');
                """)
        let sentence = try #require(stored as? String)
        #expect(sentence.contains("row 7") && sentence.contains("--state-directory …"), "\(sentence)")
        #expect(!sentence.contains("{"), "\(sentence)")
        // A refusal, too.
        let refusal = try bench.ask("GET", "/v1/receivers/nothing").json
        #expect((refusal["message"] as? [String: Any])?["code"] as? String == "problem.status.404")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2))) func `names from outside do not turn the direction of the sentences around them`()
        throws
    {
        let bench = try ConsoleBench()
        let browser = try Browser(language: "de")
        try browser.open(bench.address + "/#/about")
        try browser.wait("a page", for: "return document.querySelector('main h1') !== null")
        let shown = try browser.evaluate(
            waitingFor: """
                const { phrase, t } = await import(document.querySelector('script[src$="app.js"]').src.replace('app.js', 'text.js'));
                return [
                  t('people.remove-title', { name: 'Feld\\u202Edlef\\u2069\\u200F' }),
                  // Letters that run from right to left would draw a number behind them to the other side.
                  t('people.remove-title', { name: '\\u05D0\\u202E 5' }),
                  phrase({ code: 'map.bad_name', parameters: { file: 'a\\u202Eb' } }).slice(0, 4),
                ].join('|');
                """)
        let expected = [
            "Felddlef entfernen und alle Browser von Felddlef abmelden?",
            "\u{2068}\u{5D0} 5\u{2069} entfernen und alle Browser von \u{2068}\u{5D0} 5\u{2069} abmelden?", "„ab“",
        ]
        #expect(shown as? String == expected.joined(separator: "|"), "\(String(describing: shown))")
        #expect(try browser.faults() == [])
    }
}
