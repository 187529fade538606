// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Outbox
import Testing

struct OutboxTrimTests {
    private static func time(_ second: Int) -> UTCTime { UTCTime(nanosecondsSince1970: Int64(second) * 1_000_000_000) }

    /// How many of those that wait go, of ten bytes each, one a second.
    private static func dropped(of count: Int, to limits: OutboxLimits) -> OutboxTrim {
        var trim = OutboxTrim(items: count, bytes: count * 10, to: limits)
        for number in 0..<count { guard trim.drops(time: time(number), size: 10) else { break } }
        return trim
    }

    @Test func `what fits stays`() {
        let trim = Self.dropped(of: 5, to: OutboxLimits(items: 5, bytes: 50, oldest: Self.time(0)))
        #expect(trim.count == 0 && trim.size == 0 && trim.aged == 0)
    }

    @Test func `the oldest go first, as many as are too many, or too large together`() {
        let many = Self.dropped(of: 9, to: OutboxLimits(items: 5, bytes: 1000))
        #expect(many.count == 4 && many.size == 40 && many.aged == 0)
        let large = Self.dropped(of: 9, to: OutboxLimits(items: 100, bytes: 25))
        #expect(large.count == 7 && large.size == 70)
    }

    @Test func `what is too old goes whatever room there is, and is counted by itself`() {
        let trim = Self.dropped(of: 9, to: OutboxLimits(items: 4, bytes: 1000, oldest: Self.time(2)))
        #expect(trim.count == 5 && trim.aged == 2)
        let one = Self.dropped(of: 9, to: OutboxLimits(items: 0, bytes: 1000))
        #expect(one.count == 8, "one item stays whatever the limits")
    }

    @Test func `a backlog of a million is cut by as many as came, item by item`() {
        let limits = OutboxLimits(items: 1_000_000, bytes: .max)
        let trim = Self.dropped(of: 1_000_250, to: limits)
        #expect(trim.count == 250 && trim.size == 2500)
    }
}
