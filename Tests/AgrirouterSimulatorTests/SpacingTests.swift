// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import StrictFormats
import Testing

@testable import AgrirouterSimulator

@Suite struct SpacingTests {
    private func bench(_ environment: String = "QA") -> Bench {
        let bench = Bench()
        bench.world.options.spacingFactor = 1
        bench.world.options.environment = environment
        return bench
    }

    @Test(arguments: [("QA", 10.0), ("Production", 5)])
    func `POSTs and GETs too close together are violations`(_ environment: String, _ spacing: Double) {
        let bench = bench(environment)
        for _ in 0..<3 {
            _ = bench.post(measures: [bench.message("dke:ping").text])
            bench.world.clock.advance(by: .seconds(spacing))
        }
        _ = bench.fetch()
        _ = bench.fetch()
        #expect(bench.violations("M-10").isEmpty)
        bench.world.clock.advance(by: .seconds(spacing - 1))
        _ = bench.fetch()
        #expect(bench.violations("M-10").count == 1)
        _ = bench.post(measures: [bench.message("dke:ping").text])
        #expect(bench.violations("M-10").count == 1)
        bench.world.clock.advance(by: .seconds(spacing - 1))
        _ = bench.post(measures: [bench.message("dke:ping").text])
        #expect(bench.violations("M-10").count == 2)
    }

    @Test func `the factor and the tolerance count`() {
        let bench = bench()
        bench.world.options.spacingFactor = 0.1
        _ = bench.post(measures: [bench.message("dke:ping").text])
        bench.world.clock.advance(by: .milliseconds(600))
        _ = bench.post(measures: [bench.message("dke:ping").text])
        #expect(bench.violations("M-10").isEmpty)
        bench.world.clock.advance(by: .milliseconds(400))
        _ = bench.post(measures: [bench.message("dke:ping").text])
        #expect(bench.violations("M-10").count == 1)
    }

    @Test func `who goes on is refused with 429, and nothing is processed`() {
        let bench = bench()
        bench.world.options.spacingLimit = 3
        let statuses = (0..<5).map { _ in bench.post(measures: [bench.message("dke:ping").text]).status }
        #expect(statuses == [200, 200, 200, 429, 429])
        #expect(bench.fetch().count == 3)
    }

    @Test func `a clock that follows takes its time from the messages`() {
        let bench = bench()
        bench.world.clock.following = VirtualClock.Following()
        func post(at seconds: Double) {
            var message = bench.message("dke:ping")
            message.time = Bench.start.adding(seconds)
            _ = bench.post(measures: [message.text])
        }
        // The first sets it, wherever it was.
        post(at: -43_200)
        #expect(bench.world.clock.now == Bench.start.adding(-43_200))
        let code = bench.code()
        post(at: 3600)
        #expect(bench.world.clock.now == Bench.start.adding(3600))
        #expect(bench.world.codes[code].map { $0.expires < Bench.start } == true)
        post(at: 3610)
        #expect(bench.violations().isEmpty)
        post(at: 3615)
        #expect(bench.violations().count == 1)
        // An earlier time does not set it back, and is a violation by more than a minute.
        post(at: 3500)
        #expect(bench.world.clock.now == Bench.start.adding(3615))
        #expect(bench.violations("M-7").count == 1)
        bench.world.clock.following = VirtualClock.Following(backwards: true)
        post(at: 0)
        #expect(bench.world.clock.now == Bench.start)
    }

    @Test func `where the clock follows, GETs are counted between POSTs`() {
        let bench = bench()
        bench.world.clock.following = VirtualClock.Following()
        func post(at seconds: Double) {
            var message = bench.message("dke:feed_confirm", [])
            message.time = Bench.start.adding(seconds)
            _ = bench.post(measures: [message.text])
            while !bench.fetch().isEmpty {}
        }
        post(at: 0)
        for _ in 0..<2 { _ = bench.fetch() }
        post(at: 30)
        #expect(bench.violations("M-10").isEmpty)
        for _ in 0..<5 { _ = bench.fetch() }
        post(at: 60)
        #expect(bench.violations("M-10").count == 1)
    }

    @Test func `a registration code moves with the first time that is followed`() {
        let bench = Bench(isOnboarded: false)
        bench.world.clock.following = VirtualClock.Following()
        let code = bench.code()
        let body = Bench.onboarding(["UTCTimestamp": "2027-11-18T11:06:40Z"])
        #expect(bench.onboard(body, code: code) != nil)
        #expect(bench.world.clock.now.iso8601 == "2027-11-18T11:06:40.000Z")
    }
}
