// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The page Fleet: the gateways at a real broker, on a map and in a list.
@Suite(
    .serialized, .enabled(if: Browser.isAvailable),
    .enabled(if: MQTTBench.isInstalled, "mosquitto is not installed"))
struct ConsoleFleetTests {
    /// A name that no page may take for anything but text. Topics cannot have a slash in a name.
    private static let hostile = "<img src=x onerror=alert(1)>&\"'"

    /// A broker, and a gateway that reads the fleet there.
    private func benches(_ more: String = ", fleet: true") throws -> (MQTTBench, ConsoleBench) {
        let broker = try MQTTBench()
        try broker.startBroker()
        let address = "mqtt://127.0.0.1:\(broker.port)"
        return (broker, try ConsoleBench(more: "mqtt: { url: \"\(address)\", name: tractor\(more) }"))
    }

    private func publish(_ broker: MQTTBench, _ topic: String, _ payload: String) throws {
        let result = try Program.run(
            "/usr/bin/env",
            [
                "mosquitto_pub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-V", "5", "-q", "1", "-r", "-t", topic,
                "-m", payload,
            ])
        try #require(result.status == 0, "\(result.messages)")
    }

    private func status(_ name: String, isOnline: Bool = true) -> String {
        let time = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        let text = name.replacing("\"", with: "\\\"")
        return
            #"{"version":1,"gateway":"\#(text)","online":\#(isOnline),"program":"gnss-gateway/9","time":"\#(time)"}"#
    }

    private func position(_ broker: MQTTBench, _ name: String, latitude: Double, authenticated: Bool = true) throws {
        let cause = authenticated ? "" : #""cause":"unverified","#
        let time = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        try publish(
            broker, "gnss/\(name)/position",
            """
            {"version":1,"gateway":"x","receiver":"r1","received":"\(time)","fix":{"kind":"3d","quality":"rtk_fixed",\
            "latitude_deg":\(latitude),"longitude_deg":5.57,"horizontal_accuracy_m":0.02,"satellites_used":21,\
            "speed_m_s":2,"course_deg":84},"authentication":{"authenticated":\(authenticated),\(cause)\
            "reason":"authenticated","text":"<b>fine</b>","simulation":false}}
            """)
    }

    private func openFleet(_ bench: ConsoleBench, _ browser: Browser) throws {
        try browser.open(bench.address + "/#/fleet")
        try browser.wait("the page", for: "return document.querySelector('main h1') !== null")
    }

    /// Waits until the row of a gateway shows words.
    private func wait(for words: String, of name: String, _ browser: Browser, within seconds: Double = 30) throws {
        try browser.wait(
            "'\(words)' at \(name)", within: seconds,
            for: """
                const row = [...document.querySelectorAll('.fleet-row')].find((e) => e.dataset.gateway === arguments[0]);
                return row?.innerText.includes(arguments[1]) === true
                """, name, words)
    }

    /// The names of the rows that are shown, in their order.
    private func names(_ browser: Browser) throws -> [String] {
        let script = "return [...document.querySelectorAll('.fleet-row:not([hidden])')].map((e) => e.dataset.gateway)"
        return try #require(try browser.evaluate(script) as? [String])
    }

    @Test(.timeLimit(.minutes(2)))
    func `gateways appear, move, are lost and return, and whatever they say stays text`() throws {
        let (broker, bench) = try benches()
        let browser = try Browser()
        try openFleet(bench, browser)
        try wait(for: "this gateway", of: "tractor", browser)
        try browser.wait("the own mark", for: "return document.querySelector('#fleet-map').dataset.marks === '1'")
        // A gateway whose connection ends is offline by its will.
        let will = status("baler", isOnline: false)
        let member = try RunningProgram(
            "/usr/bin/env",
            [
                "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-V", "5", "-t", "nothing", "--will-topic",
                "gnss/baler/status", "--will-payload", will, "--will-retain", "--will-qos", "1",
            ])
        defer { member.signal(SIGKILL) }
        try publish(broker, "gnss/baler/status", status("baler"))
        try wait(for: "no position", of: "baler", browser)
        try position(broker, "baler", latitude: 52.48)
        try wait(for: "RTK, ambiguities fixed ±2.0 cm", of: "baler", browser)
        try wait(for: "authenticated", of: "baler", browser)
        try browser.wait(for: "Authenticated: 1", in: "#fleet-authenticated")
        // Its details grow in place; the map shows where it is, and vice versa.
        try browser.click("[data-gateway=baler] button")
        try browser.wait(for: "52.4800000°", in: "#fleet-details")
        for words in [
            "gnss-gateway/9", "21 satellites", "7.2 km/h · 84°", "Any client with write access to its topics",
        ] {
            try browser.wait(for: words, in: "#fleet-details")
        }
        try browser.wait("both marks", for: "return document.querySelector('#fleet-map').dataset.marks === '2'")
        try browser.expectClean("the details")
        try browser.takePicture("fleet")
        try position(broker, "baler", latitude: 52.49, authenticated: false)
        try browser.wait(for: "52.4900000°", in: "#fleet-details")
        try wait(for: "not authenticated", of: "baler", browser)
        try browser.click("[data-gateway=baler] button")
        try browser.enter("BAL", in: "#fleet-search")
        try browser.wait("one mark", for: "return document.querySelector('#fleet-map').dataset.marks === '1'")
        #expect(try names(browser) == ["baler"])
        try browser.click("#fleet-fit")
        try browser.tap("#fleet-map")
        try browser.wait(
            "the row of the mark",
            for: "return document.activeElement.closest('li')?.dataset.gateway === 'baler'"
                + " && document.activeElement.getAttribute('aria-expanded') === 'true'")
        try browser.evaluate(
            "const e = document.querySelector('#fleet-search'); e.value = ''; e.dispatchEvent(new Event('input'))")
        // After a sleep, the page asks for all gateways, whose ages it could not count.
        try browser.evaluate(
            """
            const ask = window.fetch;
            window.paths = [];
            window.fetch = (path, ...more) => {
              paths.push(path);
              return ask(path, ...more);
            };
            document.dispatchEvent(new Event('visibilitychange'));
            """)
        try browser.wait("a question about all", for: "return paths.includes('/v1/fleet')")
        // What is said of it is kept when it is lost.
        member.signal(SIGKILL)
        try wait(for: "offline", of: "baler", browser)
        try wait(for: "last verdict", of: "baler", browser)
        try browser.wait(for: "52.4900000°", in: "#fleet-details")
        try browser.wait(for: "old", in: "#fleet-details")
        try browser.wait(for: "Offline: 1", in: "#fleet-offline")
        try publish(broker, "gnss/baler/status", status("baler"))
        try position(broker, "baler", latitude: 52.481)
        try wait(for: "RTK, ambiguities fixed", of: "baler", browser)

        let name = Self.hostile
        try publish(broker, "gnss/\(name)/status", status(name))
        let long = String(repeating: "x\u{202E}", count: 3000)
        try publish(
            broker, "gnss/\(name)/state",
            """
            {"version":1,"gateway":"x","active":"<b>","receivers":[{"id":"<i>r</i>","state":"<s>lost</s>","reason":"\(long)"}],\
            "uplinks":[{"name":"<u>up</u>","state":"halted"}]}
            """)
        try publish(broker, "gnss/\(name)/position", #"{"version":1,"fix":{"latitude_deg":91}}"#)
        try wait(for: "<i>r</i>: <s>lost</s> · <u>up</u>: sending halted · no position", of: name, browser)
        #expect(try names(browser).first == name, "problems come first")
        try browser.evaluate(
            "[...document.querySelectorAll('.fleet-row')].find((e) => e.dataset.gateway === arguments[0])"
                + ".firstElementChild.click()", name)
        try browser.wait(for: "<u>up</u>: sending halted", in: "#fleet-details")
        #expect(
            try browser.evaluate("return document.querySelectorAll('main :is(img, i, s, u, script)').length") as? Int
                == 0)
        #expect(try browser.tooWide() == [])
        try browser.expectClean("hostile words")
        // The one whose row has the focus leaves.
        try publish(broker, "gnss/\(name)/status", "")
        try browser.wait(
            "its end", for: "return document.querySelectorAll('.fleet-row').length === 2")
        #expect(try browser.focusedName() != nil)
        try browser.expectClean()
    }

    @Test(.timeLimit(.minutes(2)))
    func `the page is used with the keyboard, on a phone, in three languages, and names what is missing`() throws {
        let (broker, bench) = try benches()
        for number in 1...12 {
            try publish(broker, "gnss/tractor-\(number)/status", status("x", isOnline: number % 4 != 0))
        }
        let browser = try Browser(.phone)
        // A browser that is not signed in may only look.
        try openFleet(bench, browser)
        try browser.wait("all rows", for: "return document.querySelectorAll('.fleet-row').length === 13")
        try browser.wait(for: "All: 13", in: "#fleet-all")
        try browser.evaluate(
            "const e = document.querySelector('#fleet-order'); e.value = 'name'; e.dispatchEvent(new Event('change'))")
        let all = ["tractor"] + (1...12).map { "tractor-\($0)" }
        try browser.wait(
            "the order by name",
            for:
                "return [...document.querySelectorAll('.fleet-row')].map((e) => e.dataset.gateway).join() === arguments[0]",
            all.joined(separator: ","))
        // One stop of the tab key for the whole list.
        try browser.evaluate("document.querySelector('#fleet-order').focus()")
        try browser.press(Browser.Key.tab)
        func expectFocus(on name: String) throws {
            let script = "return document.activeElement.closest('li')?.dataset.gateway"
            #expect(try browser.evaluate(script) as? String == name)
        }
        try expectFocus(on: "tractor")
        try browser.press(Browser.Key.down + Browser.Key.down)
        try expectFocus(on: "tractor-2")
        try browser.press(Browser.Key.enter)
        try browser.wait(for: "gnss-gateway/9", in: "#fleet-details")
        #expect(try browser.evaluate("return document.activeElement.ariaExpanded") as? String == "true")
        let isSeen = """
            const row = document.activeElement.getBoundingClientRect();
            return row.top >= document.querySelector('.fleet-map').getBoundingClientRect().bottom - 1 && row.bottom <= innerHeight
            """
        #expect(try browser.evaluate(isSeen) as? Bool == true, "the map does not cover the row")
        #expect(try browser.tooWide() == [])
        try browser.expectClean("the phone")
        try browser.takePicture("fleet-phone")
        try browser.press(Browser.Key.escape)
        #expect(try browser.text("#fleet-details") == nil)
        try expectFocus(on: "tractor-2")
        try browser.evaluate("scrollTo(0, 0)")
        try browser.click("#fleet-offline")
        try browser.wait(
            "three rows", for: "return document.querySelectorAll('.fleet-row:not([hidden])').length === 3")
        #expect(try names(browser) == ["tractor-4", "tractor-8", "tractor-12"])
        try browser.click("#fleet-online")
        try browser.wait(
            "the others", for: "return document.querySelectorAll('.fleet-row:not([hidden])').length === 10")
        for (language, words) in [("de", "Nach Namen suchen"), ("fr", "Rechercher par nom"), ("en", "Search by name")] {
            try browser.evaluate(
                "return import(document.querySelector('script[src*=app]').src.replace('app.js', 'settings.js'))"
                    + ".then((m) => m.change('language', arguments[0]))", language)
            try browser.wait(for: words, in: "main")
            try browser.wait("its rows", for: "return document.querySelectorAll('.fleet-row').length === 13")
            #expect(try browser.visibleKey() == nil, "\(language)")
            #expect(try browser.tooWide() == [], "\(language)")
            try browser.expectClean(language)
        }
        // The list of the other pages leads here.
        try browser.click("#more")
        try browser.wait("the entry", for: "return document.querySelector('dialog a[href=\"#/fleet\"]') !== null")
        try browser.press(Browser.Key.escape)
        broker.killBroker()
        try browser.wait(for: "The gateway cannot read the fleet", in: "#fleet-state")
        try browser.wait(for: "mqtt.url", in: "#fleet-state")
        #expect(try browser.evaluate("return document.querySelectorAll('.fleet-row').length") as? Int == 13)
        try browser.expectClean("no broker")
    }

    @Test(.timeLimit(.minutes(2))) func `the page says how it is switched on, and no link leads to it before`() throws {
        let bench = try ConsoleBench()
        let browser = try Browser()
        try openFleet(bench, browser)
        try browser.wait(for: "set mqtt.fleet to true", in: "main")
        #expect(
            try browser.evaluate("return document.querySelector('nav a[href=\"#/fleet\"]').checkVisibility()") as? Bool
                == false)
        try browser.expectClean()
    }
}
