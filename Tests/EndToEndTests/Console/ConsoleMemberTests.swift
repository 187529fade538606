// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Other members on the map and in the table of the page agrirouter: by their names, where they are, and how old that is.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleMemberTests {
    private func send(
        _ bench: AgrirouterBench, _ member: String, _ latitude: Double, _ longitude: Double, secondsAgo: Int = 0
    ) throws {
        let now = try #require(
            (try bench.request("GET", "/v1/status").json["gateway"] as? [String: Any])?["time"] as? String)
        let form = ISO8601DateFormatter()
        form.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let time = form.string(from: try #require(form.date(from: now)).addingTimeInterval(-Double(secondsAgo)))
        try bench.admin(
            "POST", "/partners/\(member)/send",
            #"{"positions":[{"time":"\#(time)","latitude":\#(latitude),"longitude":\#(longitude),"up_mm":85000,"status":4}]}"#
        )
    }

    /// Where the member with a name is on the map, in pixels, and whether it is grey; nil if it is not there.
    private static let onMap = """
        const entry = [...document.querySelectorAll('.member')].find((m) => m.innerText.includes(arguments[0]));
        if (!entry) return null;
        const b = entry.querySelector('.member-dot').getBoundingClientRect();
        return [b.x + b.width / 2, b.y + b.height / 2, entry.classList.contains('is-old') ? 1 : 0]
        """

    @Test(.timeLimit(.minutes(4)))
    func `two members are labelled where they are, one by a placeholder and then by its name, and none moves back`()
        throws
    {
        let uplink = try ConsoleUplink()
        let (round, bench) = (try uplink.round, uplink.bench)
        try round.onboard()
        let map = try Browser()
        try map.open(uplink.address)
        try map.waitForLive()
        // The list of names takes a while.
        try round.set(#"{"latency_s":{"dke:list_endpoints":40,"":0.05}}"#)
        let alpha = try bench.partner("Alpha")
        let beta = try bench.partner("Beta")
        try send(bench, alpha, 52.2003, 8.0004)
        try send(bench, beta, 52.2001, 7.9996)
        let placeholder = String(alpha.prefix(8))
        try map.wait(for: placeholder, in: ".leaflet-marker-pane")
        let page = try uplink.browser(.phone, role: nil)
        try page.wait(for: placeholder, in: "#agrirouter-members")
        #expect(try page.text("#agrirouter-members")?.contains("Alpha") == false)
        for browser in [map, page] {
            try browser.wait(
                "both names", within: 60,
                for:
                    "const t = document.querySelector(arguments[0]).innerText; return t.includes('Alpha') && t.includes('Beta')",
                browser === map ? ".leaflet-marker-pane" : "#agrirouter-members")
        }
        #expect(try page.text("#agrirouter-members")?.contains(placeholder) == false)
        // Web Mercator at zoom 17: 256 pixels for 360° over 2^17.
        let scale = 256 * Double(1 << 17) / 360
        func up(_ latitude: Double) -> Double { scale * 180 / .pi * log(tan(.pi / 4 + latitude * .pi / 360)) }
        let places = try ["Alpha", "Beta"].map { try #require(try map.evaluate(Self.onMap, $0) as? [Double]) }
        let apart = (right: places[0][0] - places[1][0], up: places[1][1] - places[0][1])
        #expect(
            abs(apart.right - scale * 0.0008) <= 1.01 && abs(apart.up - (up(52.2003) - up(52.2001))) <= 1.01, "\(apart)"
        )
        // What comes late moves nobody back, on the map neither.
        try send(bench, alpha, 52.21, 8.01, secondsAgo: 120)
        try bench.wait("all messages") { try bench.endpoint()["feed"] as? Int == 0 }
        // Members reach the page once a second: a wrong one would be there.
        usleep(2_000_000)
        let later = try ["Alpha", "Beta"].map { try #require(try map.evaluate(Self.onMap, $0) as? [Double]) }
        #expect(
            later.map { $0[0] - $0[1] }.count == 2 && abs((later[0][0] - later[1][0]) - apart.right) <= 1.01, "\(later)"
        )
        // What is new moves it.
        try send(bench, alpha, 52.2003, 8.0008)
        try map.wait(
            "the move",
            for: "const x = (name) => { \(Self.onMap.replacingOccurrences(of: "arguments[0]", with: "name")) };"
                + "return Math.abs(x('Alpha')[0] - x('Beta')[0] - arguments[0]) <= 1.01", scale * 0.0012)
        try map.expectClean("the map")
        try page.expectClean("the table")
        #expect(try page.tooWide() == [])
    }

    @Test(.timeLimit(.minutes(5)))
    func
        `a member is grey from five minutes on, to the second, on the map and in the table, and green when it is back`()
        throws
    {
        // On a clock that goes as fast as ours, seconds can be told apart.
        let uplink = try ConsoleUplink(speed: 1)
        let bench = uplink.bench
        #expect(try bench.onboarding("POST").status == 201)
        let silent = try bench.partner("Silent")
        let (map, page) = (try Browser(), try uplink.browser(.phone, role: nil))
        try map.open(uplink.address)
        try map.waitForLive()
        // The gateway fetches what has come each ten seconds.
        try bench.wait("sending") { try uplink.state() == "online" }
        try send(bench, silent, 52.2003, 8.0004, secondsAgo: 265)
        let look = """
            const before = (await (await fetch('/v1/members')).json()).members.find((m) => m.name === 'Silent');
            const grey = [...document.querySelectorAll('.member, .member-age')].map((e) => e.classList.contains('is-old'));
            const after = (await (await fetch('/v1/members')).json()).members.find((m) => m.name === 'Silent');
            return before && after && grey.length === 1 ? [before.age_s, grey[0] ? 1 : 0, after.age_s] : null
            """
        for browser in [map, page] {
            try browser.wait(
                "the member", within: 60, for: "return document.querySelector('.member, .member-age') !== null")
        }
        var (green, grey): ([Double], [Double]) = ([], [])
        let deadline = Date(timeIntervalSinceNow: 90)
        while grey.max() ?? 0 < 303, Date() < deadline {
            for browser in [map, page] {
                guard let seen = try browser.evaluate(waitingFor: look) as? [Double] else { continue }
                if seen[1] == 1 { grey.append(seen[2]) } else { green.append(seen[0]) }
            }
            // Each age is seen ten times a second.
            usleep(100_000)
        }
        #expect(green.contains { $0 > 290 } && green.allSatisfy { $0 <= 301 }, "\(green.suffix(5))")
        #expect(!grey.isEmpty && grey.allSatisfy { $0 >= 299 }, "\(grey.prefix(5))")
        try page.wait(for: "outdated", in: "#agrirouter-members")
        try map.takePicture("member-grey")
        try page.expectClean("grey")
        try send(bench, silent, 52.2003, 8.0004)
        for browser in [map, page] {
            try browser.wait(
                "it to be back", within: 40,
                for:
                    "return [...document.querySelectorAll('.member, .member-age')].every((e) => !e.classList.contains('is-old'))"
            )
        }
        try map.expectClean("back")
    }

    @Test(.timeLimit(.minutes(4)))
    func `names of members are text in the table, however hostile, and grey begins when the configuration says`() throws
    {
        let uplink = try ConsoleUplink(more: "\n  grey_after_s: 60")
        let (round, bench) = (try uplink.round, uplink.bench)
        try round.onboard()
        let names = [
            "<img src=x onerror=alert(1)>", "\u{202E}rotcarT", String(repeating: "🚜و", count: 5000),
            "'\"><script>alert(2)</script>", String(repeating: "M", count: 190),
        ]
        for (number, name) in names.enumerated() {
            let body = try JSONSerialization.data(withJSONObject: ["name": name])
            let partner = try #require(
                try bench.admin("POST", "/partners", String(decoding: body, as: UTF8.self))["id"] as? String)
            try send(bench, partner, 52.2001 + Double(number) * 1e-4, 8.0004, secondsAgo: 50)
        }
        let page = try uplink.browser(.phone, role: nil)
        try page.wait(
            "all of them",
            for: "return document.querySelectorAll('#agrirouter-members .member-age').length === \(names.count)")
        try page.wait(for: "<img src=x onerror=alert(1)>", in: "#agrirouter-members")
        #expect(try page.evaluate("return document.querySelectorAll('main img, main script').length") as? Int == 0)
        let isIsolated =
            "return [...document.querySelectorAll('#agrirouter-members tbody th > *')].every((e) => e.tagName === 'BDI')"
        #expect(try page.evaluate(isIsolated) as? Bool == true)
        #expect(try page.tooWide() == [])
        try page.wait(
            "grey after a minute", within: 60,
            for: "return document.querySelectorAll('.member-age.is-old').length === \(names.count)")
        try page.takePicture("members-hostile")
        try page.expectClean()
    }
}
