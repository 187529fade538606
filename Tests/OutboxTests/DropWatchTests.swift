// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Outbox

struct DropWatchTests {
    private func news(_ watch: inout DropWatch, _ count: Int, second: Int64, hasRoom: Bool = true, isKnown: Bool = true)
        -> DropWatch.News?
    {
        watch.news(count, isKnown: isKnown, hasRoom: hasRoom, every: .seconds(10), at: second * 1_000_000_000)
    }

    @Test func `a queue at its limit raises one alert, which ends after a calm time`() {
        var watch = DropWatch()
        var (dropped, told) = (0, [DropWatch.News]())
        for second in stride(from: 0, through: 7200, by: 10) as StrideThrough<Int64> {
            // Positions become too old for half an hour, not at every turn.
            if second > 0, second < 1800, second % 30 == 0 { dropped += 1 }
            if let one = news(&watch, dropped, second: second) {
                told.append(one)
                #expect(watch.isTold == (one == .begins))
            }
        }
        #expect(told == [.begins, .ends])
    }

    @Test func `what was dropped before the start is no news, also if the store is read late`() {
        var watch = DropWatch()
        #expect(news(&watch, 0, second: 0, isKnown: false) == nil)
        #expect(news(&watch, 70, second: 1) == nil)
        #expect(news(&watch, 71, second: 2) == .begins)
    }

    @Test func `the alert lasts while the queue is full`() {
        var watch = DropWatch()
        _ = news(&watch, 0, second: 0)
        #expect(news(&watch, 1, second: 1) == .begins)
        #expect(news(&watch, 1, second: 5000, hasRoom: false) == nil)
        #expect(news(&watch, 1, second: 5001) == .ends)
    }

    @Test func `a long interval makes the calm time longer`() {
        var watch = DropWatch()
        _ = watch.news(0, isKnown: true, hasRoom: true, every: .seconds(3600), at: 0)
        #expect(watch.news(1, isKnown: true, hasRoom: true, every: .seconds(3600), at: 1) == .begins)
        #expect(watch.end(every: .seconds(3600)) == 10_800_000_000_001 as Int64)
    }
}
