// SPDX-License-Identifier: Apache-2.0

import AgrirouterSimulator
import GNSSTypes
import Testing

@Suite struct VirtualClockTests {
    @Test func `time is set and advanced, and what clients see is skewed beside it`() {
        let clock = VirtualClock()
        let start = UTCTime(nanosecondsSince1970: 1_795_000_000_000_000_000)
        clock.set(start)
        clock.advance(by: 3600)
        clock.skew(by: -120)
        // As long as the test may wait for its turn.
        #expect((3600..<3900).contains((clock.now.nanosecondsSince1970 - start.nanosecondsSince1970) / 1_000_000_000))
        #expect((3480..<3780).contains((clock.shown.nanosecondsSince1970 - start.nanosecondsSince1970) / 1_000_000_000))
    }
}
