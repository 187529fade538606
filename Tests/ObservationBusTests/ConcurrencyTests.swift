// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Synchronization
import Testing

@testable import ObservationBus

struct ConcurrencyTests {
    @Test func `16 consumers see the batches of 10 driver threads gapless and all in the same order`() async {
        let (batches, size) = (200, 20)
        let hub = ObservationHub(limit: QueueBound(observations: 1000, bytes: 1 << 20))
        let readers = await withTaskGroup(of: [Observation].self, returning: [[Observation]].self) { group in
            for number in 1...16 {
                let subscription = hub.subscribe("consumer \(number)", policy: .lossless())
                group.addTask { await subscription.reduce(into: []) { $0 += $1 } }
            }
            await withTaskGroup(of: Void.self) { drivers in
                for number in 0..<10 {
                    drivers.addTask {
                        await onThread {
                            for batch in 0..<batches {
                                let first = batch * size + 1
                                hub.publish(sentences(first...(first + size - 1), from: "driver \(number)"))
                            }
                        }
                    }
                }
            }
            hub.finish()
            return await group.reduce(into: []) { $0.append($1) }
        }

        #expect(readers.count == 16)
        let reference = readers.first ?? []
        #expect(readers.allSatisfy { $0 == reference })
        for number in 0..<10 {
            let own = reference.filter { $0.source.rawValue == "driver \(number)" }
            #expect(own.sequences == Array(1...(batches * size)))
        }
        #expect(hub.status.published == UInt64(10 * batches * size))
        #expect(hub.state.withLock(\.publishedBatches) == UInt64(10 * batches))
    }

    @Test func `consumers that come and go while drivers publish disturb nobody`() async {
        let hub = ObservationHub()
        let steady = hub.subscribe("steady", policy: .lossless())
        async let received = allSequences(of: steady)
        async let published: Void = onThread {
            for number in 1...5_000 { hub.publish([sentence(number)]) }
        }
        for round in 0..<40 {
            await withTaskGroup(of: Void.self) { group in
                for policy in [DeliveryPolicy.latest, .skipOldest(), .lossless()] {
                    let reader = hub.subscribe("reader", policy: policy)
                    let leaver = hub.subscribe("leaver", policy: policy)
                    _ = hub.subscribe("unread", policy: policy)
                    group.addTask { for await _ in reader {} }
                    group.addTask { for await _ in leaver { break } }
                }
                for _ in 0..<round { await Task.yield() }
                group.cancelAll()
            }
        }
        await published
        hub.finish()
        #expect(await received == Array(1...5_000))
        #expect(hub.status.consumers.isEmpty)
        #expect(hub.status.retained == 0)
    }

    @Test func `three consumers run on one replay and removing one leaves the output of the others unchanged`() async {
        let whole = await run(leavingAfter: nil)
        let parted = await run(leavingAfter: 7)
        #expect(whole.osnma.count == 300)
        #expect(whole.leaver.count == 300)
        #expect(parted.leaver == Array(whole.leaver.prefix(7)))
        #expect(parted.osnma == whole.osnma)
        #expect(parted.uplink == whole.uplink)
    }

    private func run(leavingAfter limit: Int?) async -> (osnma: [UInt64], leaver: [UInt64], uplink: [UInt64]) {
        let hub = ObservationHub()
        let osnma = hub.subscribe("osnma", to: TopicFilter(kinds: [.sentence]), policy: .skipOldest())
        let leaver = hub.subscribe("centroid", to: TopicFilter(kinds: [.fix]), policy: .skipOldest())
        let uplink = hub.subscribe("uplink", policy: .lossless())
        async let replay: Void = onThread {
            for epoch in 0..<300 {
                let batch = [fix(2 * epoch + 1), sentence(2 * epoch + 2)]
                if hub.publish(batch, waitingUpTo: .seconds(600)) == .wait { Issue.record("held up") }
            }
            hub.finish()
        }
        async let osnmaOutput = allSequences(of: osnma)
        async let uplinkOutput = allSequences(of: uplink)
        var taken: [UInt64] = []
        for await batch in leaver {
            taken += batch.map(\.sequence)
            if taken.count == limit { break }
        }
        await replay
        return (await osnmaOutput, taken, await uplinkOutput)
    }
}
