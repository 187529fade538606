// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Synchronization
import Testing

@testable import ObservationBus

struct StorageTests {
    @Test func `the circular queue behaves as an array does`() {
        var noise = Noise(state: 7)
        var (queue, model) = (CircularQueue<Int>(), [Int]())
        for number in 0..<20_000 {
            if Int.random(in: 0..<100, using: &noise) < (number / 5000 % 2 == 0 ? 60 : 40) {
                queue.append(number)
                model.append(number)
            } else {
                #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(queue.count == model.count)
            if let offset = model.indices.randomElement(using: &noise) { #expect(queue[offset] == model[offset]) }
        }
        #expect(queue[-1] == nil && queue[queue.count] == nil)
    }

    @Test func `the table of the newest forgets the oldest name beyond its bound, and counts it`() async {
        let hub = ObservationHub()
        let view = hub.subscribe("view", policy: .latest)
        var reader = view.makeAsyncIterator()
        for number in 1...5000 { hub.publish([fix(number, from: "receiver \(number)")]) }
        #expect(view.status.consumer.pending == 4096)
        #expect(view.status.consumer.lost == 5000 - 4096)
        #expect(await reader.next()?.sequences == Array(905...5000))
        for number in 1...100 { hub.publish([sentence(number, from: "receiver \(number)", bytes: 1 << 18)]) }
        #expect(hub.state.withLock { $0.latest.tally.bytes } <= 16 << 20)
        #expect(view.status.consumer.pending < 64)
    }

    @Test func `every payload weighs at least what hangs from it`() {
        let sky = SkyView(satellites: (1...30).compactMap { SatelliteID(.gps, $0).map { Satellite($0) } })
        #expect(observation(1, from: "a", .satellites(sky)).footprint > 30 * MemoryLayout<Satellite>.stride)
        #expect(sentence(1, bytes: 100_000).footprint > 100_000)
        let report = DriverStateReport(.lost, reason: String(repeating: "x", count: 5000))
        #expect(observation(1, from: "a", .driverState(report)).footprint > 5000)
        var timing = Timing()
        timing.sources = Array(repeating: "x", count: 65_000)
        #expect(observation(1, from: "a", .timing(timing)).footprint > 65_000 * MemoryLayout<String>.stride)
        timing.sources = [String(repeating: "x", count: 5000)]
        #expect(observation(1, from: "a", .timing(timing)).footprint > 5000)
        let identity = ReceiverIdentity(firmware: String(repeating: "x", count: 5000))
        #expect(observation(1, from: "a", .receiver(identity)).footprint > 5000)
    }

    /// Every observation that a consumer wanted is delivered, lost, superseded or pending; the ring holds its bound.
    @Test(arguments: 1...20) func `the books balance whatever happens`(seed: UInt64) async {
        var noise = Noise(state: seed &* 0x9E37_79B9)
        let hub = ObservationHub(limit: QueueBound(observations: 60, bytes: 20_000))
        let filters = [TopicFilter.all, TopicFilter(kinds: [.fix]), TopicFilter(sources: [SourceID(rawValue: "b")])]
        let policies: [DeliveryPolicy] = [
            .latest, .skipOldest(), .skipOldest(QueueBound(observations: 25, bytes: 5000)), .lossless(),
            .lossless(QueueBound(observations: 200, bytes: 1 << 20)),
            .lossless(QueueBound(observations: 9, bytes: 900)),
        ]
        let consumers = policies.flatMap { policy in
            filters.map { (hub.subscribe("any", to: $0, policy: policy), $0) }
        }
        var readers = consumers.map { $0.0.makeAsyncIterator() }
        var wanted = Array(repeating: UInt64(0), count: consumers.count)
        var (taken, told) = (wanted, wanted)
        for step in 1...600 {
            let batch = (0..<Int.random(in: 1...12, using: &noise)).map { offset in
                let source = Bool.random(using: &noise) ? "a" : "b"
                return Bool.random(using: &noise)
                    ? fix(step * 100 + offset, from: source)
                    : sentence(step * 100 + offset, from: source)
            }
            hub.publish(batch)
            for index in consumers.indices {
                wanted[index] += UInt64(batch.count { consumers[index].1.matches($0) })
                guard Int.random(in: 0..<20 + index, using: &noise) == 0 else { continue }
                guard consumers[index].0.status.consumer.pending > 0 else { continue }
                let batch = await readers[index].next() ?? []
                #expect(!batch.isEmpty && batch.allSatisfy { consumers[index].1.matches($0) })
                taken[index] += UInt64(batch.count)
                told[index] += readers[index].lostBefore
            }
            #expect(hub.status.retained <= 60)
        }
        hub.finish()
        for index in consumers.indices {
            while let batch = await readers[index].next() {
                taken[index] += UInt64(batch.count)
                told[index] += readers[index].lostBefore
            }
            told[index] += readers[index].lostBefore
            let status = consumers[index].0.status
            #expect(status.consumer.delivered + status.consumer.lost + status.superseded == wanted[index])
            #expect(status.consumer.delivered == taken[index])
            #expect(status.consumer.lost == told[index])
            #expect(status.consumer.pending == 0 && status.pendingBytes == 0)
        }
        #expect(hub.status.retained == 0 && hub.status.retainedBytes == 0)
    }
}
