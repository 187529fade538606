// SPDX-License-Identifier: Apache-2.0

import Outbox
import Testing

@testable import MQTTUplink

struct HistoryWindowTests {
    private func items(_ numbers: ClosedRange<Int64>) -> [StoredItem] {
        numbers.map { StoredItem(number: $0, content: [1]) }
    }

    @Test func `items are sent once, in order, and removed after their acknowledgement`() {
        var window = HistoryWindow()
        #expect(window.needsPage)
        window.add(items(1...3))
        #expect(!window.needsPage && window.cursor == 3)
        let sent = (1...4).map { window.next($0)?.number }
        #expect(sent == [1, 2, 3, nil] && window.needsPage && window.unacknowledged == 3)
        let answers = [2, 2, 77].map { window.acknowledged($0) }
        #expect(answers == [true, false, false])
        #expect(window.accepted == [2])
        window.removed([2])
        #expect(window.accepted.isEmpty && window.unacknowledged == 2)
    }

    @Test func `an empty page ends the reading until something is stored`() {
        var window = HistoryWindow()
        window.add([])
        let item = window.next(1)
        #expect(!window.needsPage && item == nil)
        window.appended()
        #expect(window.needsPage)
    }

    @Test func `after a lost connection everything that is not acknowledged is sent again`() {
        var window = HistoryWindow()
        window.add(items(1...4))
        for token in 1...3 as ClosedRange<UInt64> { _ = window.next(token) }
        _ = window.acknowledged(1)
        window.reset()
        // What the broker has must leave the store before the oldest items are read again.
        window.rewindIfPossible()
        let early = window.next(9)
        #expect(!window.needsPage && early == nil)
        window.removed([1])
        window.rewindIfPossible()
        #expect(window.needsPage && window.cursor == 0)
        let late = window.acknowledged(2)
        #expect(!late, "an acknowledgement of the old connection means nothing")
    }

    @Test func `a refusal waits for the other answers, and what was refused stays in the queue`() {
        var window = HistoryWindow()
        window.add(items(1...3))
        for token in 1...3 as ClosedRange<UInt64> { _ = window.next(token) }
        _ = window.refused(1)
        window.rewindIfPossible()
        #expect(window.cursor == 3)
        _ = (window.acknowledged(2), window.refused(3))
        #expect(window.accepted == [2])
        window.removed([2])
        window.rewindIfPossible()
        #expect(window.needsPage && window.cursor == 0)
    }

    @Test func `nothing is sent while the store cannot remove what is delivered`() {
        var window = HistoryWindow()
        var token: UInt64 = 0
        for page in 0..<10 {
            window.add(items(Int64(page * 200 + 1)...Int64(page * 200 + 200)))
            while window.next(token + 1) != nil {
                token += 1
                _ = window.acknowledged(token)
            }
        }
        #expect(window.accepted.count == HistoryWindow.undeletedLimit)
    }
}

struct LiveTopicsTests {
    private func message(_ text: String, born: Int64 = 0, expiry: Duration? = .seconds(10)) -> LiveMessage {
        LiveMessage(payload: Array(text.utf8), born: born, expiry: expiry)
    }

    @Test func `a slow broker gets the newest message only`() {
        var topics = LiveTopics()
        topics.set("a", message("1"))
        let first = topics.next(1, at: 0)
        #expect(first?.payload == Array("1".utf8))
        for number in 2...1000 { topics.set("a", message("\(number)")) }
        let early = topics.next(2, at: 0)
        #expect(early == nil && topics.unacknowledged == 1)
        let answers = [1, 1].map { topics.answered($0) }
        #expect(answers == ["a", nil])
        let newest = topics.next(2, at: 0)
        #expect(newest?.payload == Array("1000".utf8))
    }

    @Test func `each topic gets its turn`() {
        var topics = LiveTopics()
        topics.set("a", message("1"))
        topics.set("b", message("1"))
        let first = topics.next(1, at: 0)
        _ = topics.answered(1)
        topics.set("a", message("2"))
        let second = topics.next(2, at: 0)
        #expect(first?.topic == "a" && second?.topic == "b")
    }

    @Test func `the expiry counts from the creation, and what has expired is not sent`() {
        var topics = LiveTopics()
        topics.set("a", message("1"))
        let first = topics.next(1, at: 4_000_000_000)
        #expect(first?.left == .seconds(6))
        topics.reset()
        let late = topics.next(2, at: 9_500_000_000)
        #expect(late == nil)
        topics.set("b", message("1", expiry: nil))
        let lasting = topics.next(3, at: .max)
        #expect(lasting?.topic == "b" && lasting?.left == nil)
    }

    @Test func `after a lost connection all topics are sent again`() {
        var topics = LiveTopics()
        topics.set("a", message("1"))
        _ = topics.next(1, at: 0)
        _ = topics.answered(1)
        topics.reset()
        let again = topics.next(2, at: 0)
        #expect(again?.topic == "a")
    }
}
