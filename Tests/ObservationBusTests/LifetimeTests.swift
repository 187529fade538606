// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Synchronization
import Testing

@testable import ObservationBus

struct LifetimeTests {
    @Test func `finish ends every sequence after it gave what waited, and publishing is void`() async {
        let hub = ObservationHub()
        let subscriptions: [Subscription] = [.skipOldest(), .lossless(), .latest].map {
            hub.subscribe("any", policy: $0)
        }
        hub.publish(sentences(1...3))
        hub.finish()
        hub.publish(sentences(4...4))
        #expect(await allSequences(of: subscriptions[0]) == [1, 2, 3])
        #expect(await allSequences(of: subscriptions[1]) == [1, 2, 3])
        #expect(await allSequences(of: subscriptions[2]) == [3])
        #expect(await allSequences(of: hub.subscribe("late", policy: .lossless())) == [])
        #expect(hub.status.published == 3)
    }

    @Test func `finish wakes those that wait`() async {
        let hub = ObservationHub()
        let subscription = hub.subscribe("waits", policy: .skipOldest())
        async let received = allSequences(of: subscription)
        await hub.waitForSleepers(1)
        hub.finish()
        #expect(await received == [])
    }

    @Test func `a subscription that is finished gives what waits and ends, others go on`() async {
        let hub = ObservationHub()
        let subscriptions: [Subscription] = [.skipOldest(), .lossless(), .latest].map {
            hub.subscribe("any", policy: $0)
        }
        let steady = hub.subscribe("steady", policy: .lossless())
        hub.publish(sentences(1...3))
        for subscription in subscriptions { subscription.finish() }
        hub.publish(sentences(4...4))
        #expect(await allSequences(of: subscriptions[0]) == [1, 2, 3])
        #expect(await allSequences(of: subscriptions[1]) == [1, 2, 3])
        #expect(await allSequences(of: subscriptions[2]) == [4])
        hub.finish()
        #expect(await allSequences(of: steady) == [1, 2, 3, 4])
        #expect(subscriptions.allSatisfy { $0.status.consumer.lost == 0 })
    }

    @Test func `finishing a subscription wakes the one that waits for it`() async {
        let hub = ObservationHub()
        let subscription = hub.subscribe("waits", policy: .lossless())
        async let received = allSequences(of: subscription)
        await hub.waitForSleepers(1)
        subscription.finish()
        #expect(await received == [])
    }

    @Test func `a cancelled consumer ends at once, others go on`() async {
        let hub = ObservationHub()
        let (doomed, steady) = (
            hub.subscribe("doomed", policy: .lossless()), hub.subscribe("steady", policy: .lossless())
        )
        let task = Task { await allSequences(of: doomed) }
        async let received = allSequences(of: steady)
        await hub.waitForSleepers(2)
        task.cancel()
        #expect(await task.value == [])
        #expect(hub.status.consumers.map(\.name) == ["steady"])
        hub.publish(sentences(1...2))
        hub.finish()
        #expect(await received == [1, 2])
        #expect(doomed.status.isEnded)
        #expect(doomed.status.consumer.delivered == 0)
    }

    @Test func `a consumer cancelled beforehand takes nothing of what waits`() async {
        let hub = ObservationHub()
        let subscription = hub.subscribe("cancelled", policy: .lossless())
        hub.publish(sentences(1...2))
        let gate = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in gate.stream {}
            return await allSequences(of: subscription)
        }
        task.cancel()
        gate.continuation.finish()
        #expect(await task.value == [])
        #expect(hub.status.retained == 0)
    }

    @Test func `leaving the loop frees what was kept, and publishing goes on without consumers`() async {
        let hub = ObservationHub()
        let subscription = hub.subscribe("leaver", policy: .lossless())
        for number in 1...600 { hub.publish([sentence(number)]) }
        for await batch in subscription {
            #expect(batch.sequences == [1])
            break
        }
        #expect(hub.status.retained == 0)
        #expect(hub.status.consumers.isEmpty)
        hub.publish(sentences(601...700))
        #expect(hub.status.retained == 0)
        #expect(hub.status.published == 700)
        #expect(await allSequences(of: subscription) == [], "one subscription, one loop")
    }

    @Test func `the second iterator ends at once while the first goes on`() async {
        let hub = ObservationHub()
        let subscription = hub.subscribe("one", policy: .skipOldest())
        var (first, second) = (subscription.makeAsyncIterator(), subscription.makeAsyncIterator())
        hub.publish(sentences(1...1))
        #expect(await second.next() == nil)
        #expect(await first.next()?.sequences == [1])
    }

    @Test func `a subscription dropped unread is forgotten`() {
        let hub = ObservationHub()
        var subscription: Subscription? = hub.subscribe("forgotten", policy: .lossless())
        hub.publish(sentences(1...2))
        #expect(hub.status.retained == 2)
        #expect(subscription?.status.consumer.pending == 2)
        subscription = nil
        #expect(hub.status.retained == 0)
        #expect(hub.state.withLock { $0.subscribers.isEmpty })
    }

    @Test func `the table of the newest is emptied when its last reader leaves`() {
        let hub = ObservationHub()
        var view: Subscription? = hub.subscribe("view", policy: .latest)
        hub.publish(sentences(1...2))
        #expect(hub.state.withLock { $0.latest.tally.observations } == 1)
        #expect(view?.status.consumer.pending == 1)
        view = nil
        #expect(hub.state.withLock { $0.latest.tally } == Tally())
        hub.publish(sentences(3...4))
        #expect(hub.state.withLock { $0.latest.tally } == Tally())
    }

    @Test func `the ring frees what its only reader was moved past`() {
        let hub = ObservationHub()
        let stage = hub.subscribe("stage", policy: .skipOldest(QueueBound(observations: 10, bytes: 1 << 20)))
        for number in 1...100 { hub.publish([sentence(number)]) }
        #expect(hub.status.retained == 10)
        #expect(stage.status.consumer.lost == 90)
    }

    @Test func `the ring frees what all have taken`() async {
        let hub = ObservationHub()
        let (a, b) = (hub.subscribe("a", policy: .skipOldest()), hub.subscribe("b", policy: .lossless()))
        var (first, second) = (a.makeAsyncIterator(), b.makeAsyncIterator())
        hub.publish(sentences(1...5))
        _ = await first.next()
        #expect(hub.status.retained == 5)
        _ = await second.next()
        #expect(hub.status.retained == 0)
        #expect(hub.status.retainedBytes == 0)
    }
}

extension ObservationHub {
    /// Returns once so many consumers sleep.
    fileprivate func waitForSleepers(_ count: Int) async {
        while state.withLock({ $0.subscribers.count { $0.waiter != nil } }) < count { await Task.yield() }
    }
}
