// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import AgrirouterSimulator

@Suite struct VirtualClockTests {
    private let start = UTCTime(nanosecondsSince1970: 1_795_000_000_000_000_000)

    @Test func `time is set and advanced, and what clients see is skewed beside it`() {
        let clock = VirtualClock()
        clock.set(start)
        clock.advance(by: .seconds(3600))
        clock.skew = .seconds(-120)
        // As long as the test may wait for its turn.
        #expect((3600..<3900).contains(clock.now.seconds(since: start)))
        #expect((3480..<3780).contains(clock.shown.seconds(since: start)))
    }

    @Test func `it can stand still`() {
        let clock = VirtualClock()
        clock.set(start)
        clock.rate = 0
        let now = clock.now
        #expect(clock.now == now)
        clock.set(start)
        #expect(clock.now == start)
    }

    @Test func `a day passes in moments where it is fast`() async throws {
        let clock = VirtualClock()
        clock.set(start)
        clock.rate = 100_000
        while clock.now.seconds(since: start) < 3600 { try await Task.sleep(for: .milliseconds(5)) }
        clock.rate = 0
        #expect(clock.now.seconds(since: start) >= 3600)
    }

    @Test func `at its highest rate it stops at its last instant and stays there`() {
        let state = VirtualClock.State(base: 0, anchor: 0, rate: 100_000)
        let hour: Int64 = 3_600_000_000_000
        #expect(state.time(at: 24 * hour) == 8_640_000_000_000_000_000)
        for hours in [26, 100, 10_000] as [Int64] {
            #expect(state.time(at: hours * hour) == UTCTime.last.nanosecondsSince1970, "\(hours) h")
        }
        // The system's clock was set back.
        #expect(state.time(at: -26 * hour) == -UTCTime.last.nanosecondsSince1970)
    }

    @Test func `it never wraps around`() {
        let clock = VirtualClock()
        clock.rate = 0
        clock.set(UTCTime(nanosecondsSince1970: 9_000_000_000_000_000_000))
        clock.advance(by: .seconds(4_000_000_000))
        clock.skew = .seconds(4_000_000_000)
        #expect(clock.now.date.components.year == 2261 && clock.shown.date.components.year == 2261)
        #expect(start.adding(-1e10).nanosecondsSince1970 < start.nanosecondsSince1970)
        // What is too late to be counted is not earlier than what can be.
        #expect(start.adding(1e10) > start.adding(7e9) && start.adding(-1e11) < start.adding(-1e10))
    }
}
