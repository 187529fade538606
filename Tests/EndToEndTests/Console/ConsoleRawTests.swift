// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The page with raw data in a browser.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleRawTests {
    private static let count = "return document.querySelectorAll('#raw-frames details').length"

    private func open(_ browser: Browser, _ bench: ConsoleBench, _ query: String = "") throws {
        try browser.open("\(bench.address)/#/raw\(query)")
        try browser.wait("frames", for: "\(Self.count) > 10")
    }

    @Test(.timeLimit(.minutes(2))) func `frames come with their names and fields, are held, and filtered`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser(.phone)
        try open(browser, bench)
        try browser.wait(
            "the counters",
            for: """
                return [...document.querySelectorAll('tbody tr')].some((row) =>
                  row.textContent.includes('UBX NAV-PVT') && /[0-9]/.test(row.cells[2].textContent))
                """)
        #expect(try browser.tooWide() == [])
        // Held: nothing comes any more in the time of three questions, and what is there can be opened.
        try browser.tap("#raw-pause")
        let held = try #require(try browser.evaluate(Self.count) as? Int)
        usleep(1_500_000)
        #expect(try browser.evaluate(Self.count) as? Int == held)
        #expect(
            try browser.evaluate(
                waitingFor: """
                    const frame = [...document.querySelectorAll('#raw-frames details')].find((e) => e.dataset.name === 'NAV-PVT');
                    frame.querySelector('summary').click();
                    await new Promise((resolve) => setTimeout(resolve, 300));
                    window.opened = frame.querySelector('.inner').textContent;
                    return true
                    """) != nil)
        try browser.wait(
            "the fields", for: "return window.opened?.includes('numSV') && window.opened.includes('b5 62 01 07')")
        try browser.expectClean("a frame")
        try browser.takePicture("raw")
        // Goes on, and only with what is asked for.
        try browser.tap("#raw-pause")
        try browser.wait("more frames", for: "\(Self.count) !== arguments[0]", held)
        try browser.evaluate(
            "const field = document.querySelector('#raw-only'); field.value = 'nav-sat'; field.dispatchEvent(new Event('input'))"
        )
        try browser.wait(
            "only those",
            for: """
                const all = [...document.querySelectorAll('#raw-frames details')];
                return all.length > 1 && all.every((e) => e.dataset.name === 'NAV-SAT')
                """)
        // Another filter ends a pause: otherwise the list would stay empty.
        try browser.tap("#raw-pause")
        try browser.evaluate(
            "const field = document.querySelector('#raw-only'); field.value = 'nav-pvt'; field.dispatchEvent(new Event('input'))"
        )
        try browser.wait(
            "the others",
            for: """
                const all = [...document.querySelectorAll('#raw-frames details')];
                return all.length > 1 && all.every((e) => e.dataset.name === 'NAV-PVT')
                """)
        #expect(try browser.text("#raw-pause") == "Pause")
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2))) func `more frames than a page can show are a sample, and it says so`() throws {
        let bench = try ConsoleBench(
            receiver: """
                speed: 20
                simulation:
                  start: now
                  place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }
                  receiver: { rate_hz: 10 }
                  output: { ubx: { generation: 9 } }
                """)
        let browser = try Browser()
        try open(browser, bench)
        try browser.wait(for: "were not shown", in: "#raw-skipped")
        // A page that stays open does not grow, not even with the answers of three more questions.
        try browser.wait("a full list", for: "\(Self.count) === 200")
        usleep(1_500_000)
        #expect(try browser.evaluate(Self.count) as? Int == 200)
        // Everything is in the file: it is asked for and saved.
        #expect(try browser.evaluate("return document.querySelector('#raw-file').hidden") as? Bool == false)
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2))) func `a receiver is chosen, and one that is gone is told`() throws {
        let bench = try ConsoleBench()
        let second = #"{"id":"second","driver":"file-simulator","config":{"scenario":"drive"}}"#
        let browser = try Browser()
        try browser.signIn(socket: bench.daemon.socket, address: bench.address)
        #expect(try bench.ask("POST", "/v1/receivers", body: second).status == 201)
        try browser.evaluate("location.hash = '#/receivers/second'")
        try browser.wait("the link", for: "return document.querySelector('#receiver-raw')?.checkVisibility() === true")
        try browser.evaluate("document.querySelector('#receiver-raw').click()")
        try browser.wait("its frames", for: "return document.querySelector('#raw-receiver')?.value === 'second'")
        try browser.wait("its frames", for: Self.count + " > 0")
        #expect(try bench.ask("DELETE", "/v1/receivers/second").status / 100 == 2)
        try browser.wait(for: "second", in: "#raw-notice")
        try browser.evaluate(
            "const choice = document.querySelector('#raw-receiver'); choice.value = 'tractor'; choice.dispatchEvent(new Event('change'))"
        )
        try browser.wait(
            "the other's frames", for: Self.count + " > 0 && document.querySelector('#raw-notice').textContent === ''")
        // The browser notes the answers that said so.
        #expect(try browser.faults(but: "404") == [])
        #expect(try browser.violations() == [])
    }
}
