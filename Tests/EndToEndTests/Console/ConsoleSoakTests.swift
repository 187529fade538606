// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Pages that stay open for a long time while a vehicle drives at 20 times its speed: they may not grow, and hold up no input.
@Suite(.serialized, .enabled(if: Browser.isAvailable)) struct ConsoleSoakTests {
    /// What a page holds, after all that can be collected is.
    private struct Load {
        var megabytes: Double
        var nodes: Double
        var listeners: Double
    }

    /// Ten minutes where time does not matter.
    private static let isLong = ProcessInfo.processInfo.environment["GNSS_TEST_LONG"] != nil

    @Test(.timeLimit(.minutes(15))) func `a page that stays open does not grow and holds up no input`() throws {
        let bench = try ConsoleBench(
            receiver: """
                speed: 20
                simulation:
                  start: now
                  place: { latitude_deg: 52.475, longitude_deg: 5.56, height_m: 39 }
                  circle: { radius_m: 60 }
                  speed_kmh: 12
                  receiver: { rate_hz: 1 }
                  output: { ubx: { generation: 9 } }
                """)
        let browser = try Browser(.phone)
        try browser.devTools("Performance.enable")
        try browser.open(bench.address)
        try browser.waitForLive()
        let end = Date(timeIntervalSinceNow: Self.isLong ? 600 : 0)
        var loads: [Load] = []
        repeat {
            for page in ConsoleTests.pages {
                try browser.evaluate("location.hash = arguments[0]", "#\(page)")
                try browser.wait("the page \(page)", for: "return document.querySelector('main h1') !== null")
                usleep(Self.isLong ? 4_000_000 : 1_200_000)
            }
            try browser.evaluate("location.hash = '#/'")
            try browser.wait("the dot", for: "return document.querySelector('.own-dot') !== null")
            loads.append(try Self.load(of: browser))
            // The first round loads what the pages keep.
            if loads.count == 1 { try Self.watchTasks(browser) }
        } while loads.count < 3 || Date() < end
        let (first, last) = (loads[0], loads[loads.count - 1])
        #expect(last.megabytes < max(20, first.megabytes), "\(loads)")
        #expect(last.nodes < first.nodes + 200 && last.listeners < first.listeners + 50, "\(loads)")
        try browser.evaluate("location.hash = '#/sky'")
        usleep(3_000_000)
        // On a machine that does other things a task is suspended too; the usual one says what the page needs.
        let tasks = try #require(try browser.evaluate("return window.tasks.sort((a, b) => a - b)") as? [Double])
        #expect(tasks.count < 5 * loads.count, "tasks longer than 50 ms: \(tasks)")
        try browser.expectClean()

        // The checks can fail.
        try browser.evaluate(
            "window.kept = []; for (let i = 0; i < 300; i++) { const e = document.createElement('i'); e.onclick = () => {}; kept.push(e) }"
        )
        let grown = try Self.load(of: browser)
        #expect(grown.nodes >= last.nodes + 200 || grown.listeners >= last.listeners + 50, "\(grown)")
        try browser.evaluate(
            "setTimeout(() => { const end = performance.now() + 400; while (performance.now() < end) {} })")
        try browser.wait("the long task", for: "return window.tasks.some((t) => t >= 400)")
    }

    private static func watchTasks(_ browser: Browser) throws {
        try browser.evaluate(
            "window.tasks = []; new PerformanceObserver((l) => { for (const e of l.getEntries()) tasks.push(e.duration) })"
                + ".observe({ type: 'longtask' })")
    }

    private static func load(of browser: Browser) throws -> Load {
        try browser.devTools("HeapProfiler.collectGarbage")
        let answer = try browser.devTools("Performance.getMetrics") as? [String: Any]
        let metrics = try #require(answer?["metrics"] as? [[String: Any]])
        func metric(_ name: String) throws -> Double {
            let entry = try #require(metrics.first { $0["name"] as? String == name })
            return try #require(entry["value"] as? Double ?? (entry["value"] as? Int).map(Double.init))
        }
        return Load(
            megabytes: try metric("JSHeapUsedSize") / 1e6, nodes: try metric("Nodes"),
            listeners: try metric("JSEventListeners"))
    }
}
