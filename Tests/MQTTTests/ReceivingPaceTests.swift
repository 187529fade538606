// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MQTT

struct ReceivingPaceTests {
    private static let millisecond: Int64 = 1_000_000

    /// Processes messages one after the other for ten seconds, and rests when it must.
    ///
    /// - Parameter duration: The time that a message takes, in nanoseconds.
    /// - Returns: The share of the time that the messages took, and their number.
    private func run(_ duration: Int64) -> (share: Double, count: Int) {
        var pace = ReceivingPace(at: 0)
        var (now, busy, count) = (Int64(1_000_000_000_000), Int64(0), 0)
        let begin = now
        while now - begin < 10_000 * Self.millisecond {
            let rest = pace.rest(at: now)
            if rest > 0 {
                now += rest
            } else {
                pace.took(from: now, to: now + duration)
                (now, busy, count) = (now + duration, busy + duration, count + 1)
            }
        }
        return (Double(busy) / Double(now - begin), count)
    }

    @Test(arguments: [Int64(120_000), 1_000_000, 20_000_000, 400_000_000])
    func `messages that take long get half of a processor`(duration: Int64) {
        let share = run(duration).share
        #expect((0.4...0.6).contains(share), "\(share)")
    }

    @Test func `quick messages are limited by their number`() {
        let count = run(1000).count
        #expect((90_000...101_000).contains(count), "\(count)")
    }

    @Test func `messages at a slower rate never wait, and a long one does not stop the connection for long`() {
        var pace = ReceivingPace(at: 0)
        var now: Int64 = 1_000_000_000_000
        for _ in 0..<1000 {
            pace.took(from: now, to: now + 4 * Self.millisecond)
            now += 10 * Self.millisecond
            #expect(pace.rest(at: now) == 0)
        }
        // The process was stopped meanwhile.
        pace.took(from: now, to: now + 60_000 * Self.millisecond)
        #expect(pace.rest(at: now + 60_000 * Self.millisecond) == ReceivingPace.longestRest)
    }

    @Test func `bytes without a message have a limit, which grows with the time for keepalive packets`() {
        var pace = ReceivingPace(at: 0)
        pace.succeeded(5000, at: Self.millisecond)
        #expect(pace.limit(at: Self.millisecond) == 5000 + ReceivingPace.chatter)
        #expect(pace.limit(at: 10_001 * Self.millisecond) == 5640 + ReceivingPace.chatter)
    }

    @Test func `what waited during a rest does not make the next packet too large`() {
        var pace = ReceivingPace(at: 0)
        pace.succeeded(5000, at: 0)
        #expect(pace.limitOfRead(5000, at: 0) == 5000 + ReceivingPace.chatter)
        #expect(pace.limitOfRead(4_000_000, at: 0) == 4_000_000 + ReceivingPace.chatter)
        // Between two reads, as many bytes without a message are too many nevertheless.
        #expect(pace.limit(at: 0) == 5000 + ReceivingPace.chatter)
    }
}
