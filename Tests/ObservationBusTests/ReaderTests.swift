// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Synchronization
import Testing

@testable import ObservationBus

/// Reading without a task.
struct ReaderTests {
    private let hub = ObservationHub()
    private let calls = Calls()

    private final class Calls: Sendable {
        private let number = Atomic(0)
        var count: Int { number.load(ordering: .relaxed) }
        func note() { number.add(1, ordering: .relaxed) }
    }

    private func reader(_ subscription: Subscription) throws -> Subscription.Reader {
        let reader = subscription.reader { [calls] in calls.note() }
        return try #require(reader)
    }

    private func sequences(_ reader: Subscription.Reader) -> [UInt64] {
        var all: [UInt64] = []
        while let batch = reader.next() { all += batch.map(\.sequence) }
        return all
    }

    @Test func `whoever has taken all is called once when there is more`() throws {
        let reader = try reader(hub.subscribe("reader", policy: .skipOldest()))
        hub.publish(sentences(1...2))
        #expect(calls.count == 0, "nobody had asked in vain")
        #expect(sequences(reader) == [1, 2])
        // To ask again changes nothing.
        #expect(reader.next() == nil)
        hub.publish(sentences(3...3))
        hub.publish(sentences(4...4))
        #expect(calls.count == 1)
        #expect(sequences(reader) == [3, 4])
        #expect(!reader.isEnded)
    }

    @Test func `a patient reader is woken only by what is urgent, and finds the rest when it looks`() throws {
        let topics = TopicFilter(kinds: [.fix, .navigationPage], sources: [SourceID(rawValue: "rover")])
        let subscription = hub.subscribe(
            "patient", to: topics, policy: .skipOldest(QueueBound(observations: 16, bytes: 1 << 20)))
        let reader = try reader(subscription)
        reader.urgentKinds = [.navigationPage]
        #expect(reader.next() == nil)
        hub.publish([fix(1)])
        hub.publish([try page(2, from: "base")])
        #expect(calls.count == 0)
        #expect(sequences(reader) == [1])
        hub.publish([fix(3)])
        hub.publish([fix(4), try page(5, from: "rover")])
        #expect(calls.count == 1)
        #expect(sequences(reader) == [3, 4, 5])
        // A quarter of the bound.
        for sequence in 6...9 { hub.publish([fix(sequence)]) }
        #expect(calls.count == 1)
        hub.publish([fix(10)])
        #expect(calls.count == 2)
        #expect(sequences(reader) == [6, 7, 8, 9, 10])
        // A limit of its own.
        reader.restLimit = QueueBound(observations: 2, bytes: 1 << 20)
        #expect(reader.next() == nil)
        for sequence in 11...12 { hub.publish([fix(sequence)]) }
        #expect(calls.count == 2)
        hub.publish([fix(13)])
        #expect(calls.count == 3)
        #expect(sequences(reader) == [11, 12, 13])
        reader.restLimit = nil
        #expect(reader.next() == nil)
        var replayed = fix(11)
        replayed.origin.isReplay = true
        hub.publish([replayed])
        #expect(calls.count == 4)
        #expect(sequences(reader) == [11])
        reader.urgentKinds = nil
        #expect(reader.next() == nil)
        hub.publish([fix(12)])
        #expect(calls.count == 5)
        #expect(sequences(reader) == [12])
        reader.urgentKinds = [.navigationPage]
        #expect(reader.next() == nil)
        subscription.finish()
        #expect(calls.count == 6, "the end wakes it, too")
    }

    private func page(_ sequence: Int, from source: String) throws -> Observation {
        let page = NavigationPage(
            satellite: try #require(SatelliteID(.galileo, 24)), signal: .galileoE1B, message: .inav, bytes: [],
            bitCount: 0)
        return observation(sequence, from: source, .navigationPage(page))
    }

    @Test func `the end of the hub, of the subscription and its cancellation are told`() throws {
        let finished = hub.subscribe("finished", policy: .lossless())
        let first = try reader(finished)
        #expect(first.next() == nil)
        hub.publish(sentences(1...1))
        finished.finish()
        #expect(sequences(first) == [1])
        #expect(first.isEnded)

        let cancelled = hub.subscribe("cancelled", policy: .skipOldest())
        let second = try reader(cancelled)
        #expect(second.next() == nil)
        let before = calls.count
        cancelled.cancel()
        #expect(calls.count == before + 1)
        #expect(second.next() == nil)
        #expect(second.isEnded)

        let third = try reader(hub.subscribe("hub", policy: .skipOldest()))
        #expect(third.next() == nil)
        hub.finish()
        #expect(calls.count == before + 2)
        #expect(third.next() == nil)
        #expect(third.isEnded)
    }

    @Test func `what was published and not read yet is counted`() throws {
        let subscription = hub.subscribe("reader", to: TopicFilter(kinds: [.fix]), policy: .skipOldest())
        let reader = try reader(subscription)
        #expect(reader.pending == 0)
        for number in 1...3 { hub.publish([fix(number), sentence(number), fix(number)]) }
        #expect(reader.pending == 6)
        // The reader takes several batches from the bus at once.
        #expect(reader.next()?.count == 2 && subscription.status.consumer.pending == 0)
        #expect(reader.pending == 4)
        hub.publish([fix(4)])
        #expect(reader.pending == 5)
        #expect(sequences(reader) == [2, 2, 3, 3, 4] && reader.pending == 0)
    }

    @Test func `the queue of a consumer and its losses count in the statistics`() throws {
        let bound = QueueBound(observations: 8, bytes: 1 << 20)
        let reader = try reader(hub.subscribe("queue", policy: .skipOldest(bound)))
        hub.publish(sentences(1...6))
        #expect(reader.next()?.count == 6)
        hub.publish(sentences(7...7))
        reader.noteQueue(5, lost: 1)
        let full = try #require(hub.status.consumers.first)
        #expect(full.delivered == 0 && full.lost == 1 && full.pending == 6 && full.isUnderPressure)
        #expect(reader.pending == 1)
        // The consumer knows what its own queue has lost.
        #expect(reader.next()?.count == 1 && reader.lostBefore == 0)
        #expect(hub.status.consumers.first?.isUnderPressure == true)
        reader.noteQueue(4, lost: 0)
        let relieved = try #require(hub.status.consumers.first)
        #expect(relieved.delivered == 2 && relieved.lost == 1 && relieved.pending == 4 && !relieved.isUnderPressure)
        reader.noteQueue(0, lost: 0)
        let empty = try #require(hub.status.consumers.first)
        #expect(empty.delivered == 6 && empty.pending == 0)
        // The reader takes both batches from the bus at once, and returns one.
        hub.publish(sentences(8...8))
        hub.publish(sentences(9...9))
        #expect(reader.next()?.count == 1)
        reader.noteQueue(1, lost: 0)
        let held = try #require(hub.status.consumers.first)
        #expect(held.delivered == 6 && held.lost == 1 && held.pending == 2)
    }

    @Test func `a subscription has one reader, and what it loses is counted`() throws {
        let bound = QueueBound(observations: 2, bytes: 1 << 20)
        let subscription = hub.subscribe("reader", policy: .skipOldest(bound))
        let reader = try reader(subscription)
        let other = subscription.reader {}
        #expect(other == nil)
        for number in 1...5 { hub.publish(sentences(number...number)) }
        #expect(reader.next()?.map(\.sequence) == [4])
        #expect(reader.lostBefore == 3)
        #expect(sequences(reader) == [5])
    }
}
