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
        // A refusal, too.
        let refusal = try bench.ask("GET", "/v1/receivers/nothing").json
        #expect((refusal["message"] as? [String: Any])?["code"] as? String == "problem.status.404")
        try browser.expectClean()
    }
}
