// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Synchronization
import Testing

@testable import ObservationBus

/// Listening only while there is something to do.
struct ListenerTests {
    private let hub = ObservationHub()
    private let calls = Calls()

    private final class Calls: Sendable {
        private let number = Atomic(0)
        var count: Int { number.load(ordering: .relaxed) }
        func note() { number.add(1, ordering: .relaxed) }
    }

    private func listener(_ topics: TopicFilter = .all) -> Listener {
        Listener(hub, "part of the time", to: topics, policy: .lossless()) { [calls] in calls.note() }
    }

    private func taken(_ listener: Listener) -> [UInt64] {
        var all: [UInt64] = []
        while let (batch, _) = listener.next() { all += batch.map(\.sequence) }
        return all
    }

    private var subscriptions: [ConsumerReport] { hub.status.consumers }

    @Test func `it listens from the beginning, and is called when there is something`() {
        let listener = listener()
        hub.publish(sentences(1...2))
        #expect(taken(listener) == [1, 2])
        let before = calls.count
        hub.publish(sentences(3...3))
        hub.publish(sentences(4...4))
        #expect(calls.count == before + 1)
        #expect(listener.listen().isEmpty && taken(listener) == [3, 4])
        listener.finish()
        hub.publish(sentences(5...5))
        #expect(taken(listener).isEmpty)
    }

    @Test func `while it rests nothing wakes it, and nothing is lost of how things stand`() {
        let listener = listener(TopicFilter(kinds: [.fix, .driverState]))
        hub.publish([fix(1)])
        #expect(listener.rest().map(\.sequence) == [1], "what waited")
        #expect(listener.rest().isEmpty && listener.next() == nil)
        let before = calls.count
        for number in 2...99 { hub.publish([fix(number, from: number < 50 ? "rover" : "base"), sentence(number)]) }
        hub.publish([observation(100, from: "rover", .driverState(DriverStateReport(.running, reason: "")))])
        #expect(calls.count == before && listener.next() == nil)
        #expect(subscriptions.map(\.policy) == ["latest"] && subscriptions.map(\.delivered) == [0])
        #expect(listener.listen().map(\.sequence) == [49, 99, 100])
        #expect(subscriptions.map(\.policy) == ["lossless"])
        hub.publish([fix(101)])
        #expect(taken(listener) == [101])
    }

    @Test func `it comes to rest while others publish, and knows how things stand afterwards`() async {
        let listener = listener(TopicFilter(kinds: [.fix]))
        await withTaskGroup(of: Void.self) { group in
            for name in ["a", "b", "c", "d"] {
                group.addTask { [hub] in
                    await onThread { for number in 1...5000 { hub.publish([fix(number, from: name)]) } }
                }
            }
            group.addTask {
                for _ in 1...20 {
                    for list in [listener.rest(), listener.listen()] {
                        for name in ["a", "b", "c", "d"] {
                            let numbers = list.filter { $0.source.rawValue == name }.map(\.sequence)
                            #expect(numbers == numbers.sorted())
                        }
                    }
                    await Task.yield()
                }
                _ = listener.rest()
            }
        }
        // Whatever it did not take by then stands in the table of the newest.
        hub.publish(["a", "b", "c", "d"].map { fix(5001, from: $0) })
        #expect(listener.listen().map(\.sequence) == [5001, 5001, 5001, 5001])
    }

    @Test func `a turn ends although more comes, and the next one is announced`() {
        let listener = listener()
        #expect(taken(listener).isEmpty)
        let before = calls.count
        hub.publish(sentences(1...1))
        var turn = Listener.Turn.short
        var last = 0
        while let (batch, _) = listener.next(in: &turn) {
            last += batch.count
            // Each batch brings another one.
            hub.publish(sentences(last + 1...last + 1))
        }
        #expect(last == 256 && turn.isOver && calls.count == before + 2)
        turn = .short
        while let (batch, _) = listener.next(in: &turn) { #expect(batch.map(\.sequence) == [257]) }
        #expect(!turn.isOver && calls.count == before + 2)
    }

    @Test func `it keeps nothing when it is gone, awake or at rest`() {
        for isAtRest in [false, true] {
            do {
                let listener = listener()
                if isAtRest { _ = listener.rest() }
                #expect(subscriptions.count == 1)
            }
            #expect(subscriptions.isEmpty)
        }
    }

    @Test func `what is lost is told`() {
        let hub = ObservationHub(limit: QueueBound(observations: 4, bytes: 1 << 20))
        let bound = QueueBound(observations: 2, bytes: 1 << 20)
        let listener = Listener(hub, "slow", to: .all, policy: .skipOldest(bound)) {}
        for number in 1...5 { hub.publish([fix(number)]) }
        #expect(listener.next()?.hasLost == true)
        hub.publish([fix(6)])
        while let (_, hasLost) = listener.next() { #expect(!hasLost) }
    }
}
