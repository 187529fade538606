// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The sky page with the satellites that are expected by their orbits.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleSkyTests {
    private static let outlines = "document.querySelectorAll('#sky-outlines .expected').length"
    private static let isOn = "document.querySelector('#sky-expected')?.checked === true"

    @Test(.timeLimit(.minutes(2)))
    func `expected satellites are outlines at the received ones, and the switch is remembered`() throws {
        let bench = try ConsoleBench(receiver: ExpectedSkyTests.simulated)
        // Ephemerides of all satellites in view.
        #expect(
            until(60) {
                guard let answer = try? bench.ask("GET", "/v1/sky/expected"), answer.status == 200,
                    let found = answer.json["satellites"] as? [[String: Any]]
                else { return false }
                return found.count { $0["source"] as? String == "broadcast" } > 15
            })
        let browser = try Browser()
        try browser.open(bench.address + "/#/sky")
        try browser.wait("satellites", for: "return document.querySelectorAll('#sky-plot .satellite').length > 20")
        #expect(try browser.evaluate("return \(Self.outlines)") as? Int == 0)
        try browser.wait(
            "the bands",
            for: "const titles = [...document.querySelectorAll('#sky-signals h3')].map((e) => e.innerText);"
                + "return ['L2 –', 'L5 / E5 / B2 –'].every((band) => titles.some((title) => title.startsWith(band)))")
        try browser.click("#sky-expected")
        try browser.wait("outlines", for: "return \(Self.outlines) > 15")
        try browser.wait(for: "expected, mostly from ephemerides", in: "#sky-expected-note")
        // Read in one go: the marks move.
        let apart = """
            const place = (e) => e.getAttribute('transform').match(/[-0-9.]+/g).map(Number);
            const seen = new Map([...document.querySelectorAll('#sky-plot .satellite')].map((g) => [g.dataset.id, place(g)]));
            return [...document.querySelectorAll('#sky-outlines .expected')].filter((g) => seen.has(g.dataset.id)).map((g) => {
              const [[x, y], [u, v]] = [place(g.firstElementChild), seen.get(g.dataset.id)];
              return Math.hypot(x - u, y - v);
            });
            """
        // 1.7 units are a degree. The receiver's clock runs ten times as fast, and the page asks every 20 s.
        let distances = try #require(try browser.evaluate(apart) as? [Double])
        #expect(distances.count > 12 && distances.allSatisfy { $0 < 8 }, "\(distances)")
        // Arrows show the way.
        #expect(
            try browser.evaluate(
                "return [...document.querySelectorAll('#sky-outlines path:nth-child(2)')].filter((p) => p.getAttribute('d')).length > 8"
            ) as? Bool == true)
        let differences =
            "return [...document.querySelectorAll('#sky-table tbody tr')].filter((r) => r.cells[4].innerText.includes('°') && r.cells[5].innerText.includes('°')).length > 12"
        try browser.wait("the differences", for: differences)
        try browser.takePicture("sky-expected")
        // A choice of systems is one for both.
        try browser.click("[data-system=gps]")
        try browser.wait(
            "GPS alone",
            for: """
                const marks = [...document.querySelectorAll('#sky-outlines .expected, #sky-plot .satellite')];
                return marks.length > 4 && marks.every((g) => g.dataset.id[0] === 'G')
                """)
        try browser.expectClean("with outlines")
        try browser.reload()
        try browser.wait("outlines again", for: "return \(Self.isOn) && \(Self.outlines) > 2")
        try browser.click("#sky-expected")
        try browser.wait("no outlines", for: "return !(\(Self.isOn)) && \(Self.outlines) === 0")
        #expect(try browser.text("#sky-expected-note") == "")
        try browser.expectClean("without outlines")
    }

    @Test(
        .timeLimit(.minutes(2)),
        arguments: [
            ("en", "the receiver has had no position yet", "No position yet."),
            ("de", "die Position ist noch nicht bekannt", "Noch keine Position."),
            ("fr", "la position n’est pas encore connue", "Pas encore de position."),
        ])
    func `without a position the page says so in its language`(language: String, words: String, onMap: String) throws {
        let bench = try ConsoleBench(receiver: ExpectedSkyTests.blind)
        let browser = try Browser(.phone, language: language)
        try browser.open(bench.address + "/#/sky")
        try browser.wait("the page", for: "return document.querySelector('#sky-expected') !== null")
        try browser.tap("#sky-expected")
        try browser.wait(for: words, in: "#sky-expected-note")
        #expect(try !browser.isTooWide())
        // What a running receiver states is no reason.
        try browser.evaluate("location.hash = '#/'")
        try browser.wait(
            onMap, for: "return document.querySelector('#map-words')?.innerText.trim() === arguments[0]", onMap)
        try browser.evaluate("location.hash = '#/status'")
        try browser.wait(for: onMap, in: "#status-indicators")
        // The browser notes the refusal itself.
        #expect(try browser.faults(but: "409") == [])
        #expect(try browser.violations() == [])
    }

    @Test(.timeLimit(.minutes(2)))
    func `a file and a fixed position show satellites that no receiver hears, and a lost gateway is a message`() throws
    {
        let folder = try TemporaryFolder()
        let file = folder.path + "/gnss.tle"
        try ExpectedSkyTests.elements(near: 1_790_000_000).write(toFile: file, atomically: true, encoding: .utf8)
        let bench = try ConsoleBench(
            receiver: ExpectedSkyTests.blind,
            more: "sky: { orbits: [\"\(file)\"], position: { latitude_deg: 52.475, longitude_deg: 5.56 } }")
        let browser = try Browser()
        try browser.open(bench.address + "/#/sky")
        try browser.wait("the page", for: "return document.querySelector('#sky-expected') !== null")
        try browser.click("#sky-expected")
        try browser.wait("outlines", for: "return \(Self.outlines) > 3")
        try browser.wait(for: "mostly from two-line elements", in: "#sky-expected-note")
        try browser.wait(for: "Seen from the position in the configuration.", in: "#sky-expected-note")
        try browser.takePicture("sky-expected-alone")
        try browser.expectClean()
        bench.daemon.signal(SIGKILL)
        try browser.wait(for: "Expected satellites cannot be shown", in: "#sky-expected-note", within: 60)
        #expect(try browser.text("main h1") == "Sky")
    }
}
