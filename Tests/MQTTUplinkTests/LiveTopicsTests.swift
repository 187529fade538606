// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MQTTUplink

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

    @Test func `a message that is sent late says so, and a removal survives other settings`() {
        var topics = LiveTopics()
        var position = message("new", expiry: .seconds(300))
        position.later = (10, { Array("old".utf8) })
        topics.set("a", position)
        #expect(topics.next(1, at: 9)?.payload == Array("new".utf8))
        topics.reset()
        #expect(topics.next(2, at: 10)?.payload == Array("old".utf8))
        topics.set("b", message("", expiry: nil))
        topics.clear()
        let left = topics.next(3, at: 11)
        #expect(left?.topic == "b" && left?.payload.isEmpty == true)
        #expect(topics.answered(3) == "b" && topics.next(4, at: 11) == nil)
        topics.clear()
        topics.reset()
        #expect(topics.next(5, at: 11) == nil)
        // A removal that waits, of what is wanted again.
        topics.set("c", message("", expiry: nil))
        topics.clear()
        topics.remove("c")
        #expect(topics.next(6, at: 11) == nil)
    }

    @Test func `a removal is sent until the broker has it, and not again`() {
        var topics = LiveTopics()
        topics.set("a", message("", expiry: .seconds(86_400)))
        #expect(topics.next(1, at: 0)?.topic == "a")
        topics.reset()
        #expect(topics.next(2, at: 0)?.topic == "a")
        #expect(topics.answered(2, isAccepted: false) == "a")
        topics.reset()
        #expect(topics.next(3, at: 0)?.topic == "a")
        #expect(topics.answered(3) == "a")
        // Another gateway may have the name now.
        topics.reset()
        #expect(topics.next(4, at: 0) == nil)
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
