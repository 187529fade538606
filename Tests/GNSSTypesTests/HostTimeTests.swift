// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@Suite("The arrival of an observation") struct HostTimeTests {
    private static let second: Int64 = 1_000_000_000
    private static let wall: Int64 = 1_787_205_600_000_000_000

    private func time(_ monotonic: Int64, _ wall: Int64) -> HostTime {
        HostTime(monotonicNanoseconds: monotonic * Self.second, wallNanoseconds: Self.wall + wall * Self.second)
    }

    @Test("is its own, also by a replay's clock that has yet to advance to it")
    func own() {
        let now = time(500, 0)
        for (seconds, name) in [(-60, "read late"), (1, "the next epoch"), (3600, "after a gap")] as [(Int64, String)] {
            let arrival = time(500 + seconds, seconds)
            #expect(arrival.arrival(at: now) == arrival, "\(name)")
        }
        let first = time(500, 0)
        #expect(first.arrival(at: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)) == first)
    }

    @Test("is now for a recording of other clocks, and for one that is more than a day ahead")
    func other() {
        let now = time(500, 0)
        for arrival in [time(500, -86_400), time(100, 0), time(500 + 90_000, 90_000), time(.min / Self.second, 0)] {
            #expect(arrival.arrival(at: now) == now)
        }
    }
}
