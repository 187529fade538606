// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Synchronization
import Testing

@testable import ObservationBus

struct PolicyTests {
    @Test func `a slow subscriber loses its own observations only, counted, and the recording loses nothing`() async {
        let hub = ObservationHub()
        let slow = hub.subscribe("slow", policy: .skipOldest(QueueBound(observations: 50, bytes: 1 << 20)))
        let quick = hub.subscribe("quick", policy: .skipOldest())
        let recorder = hub.subscribe("recorder", policy: .lossless())
        var (slowReader, quickReader) = (slow.makeAsyncIterator(), quick.makeAsyncIterator())
        var slowOutput: [Int] = []
        for second in 0..<20 {
            for number in (100 * second + 1)...(100 * second + 100) {
                hub.publish([sentence(number)])
                #expect(await quickReader.next()?.sequences == [number])
            }
            slowOutput += await slowReader.next()?.sequences ?? []
        }
        hub.finish()

        #expect(slowOutput == slowOutput.sorted())
        #expect(slow.status.consumer.lost > 1000)
        #expect(
            slow.status.consumer.delivered + slow.status.consumer.lost + UInt64(slow.status.consumer.pending) == 2000)
        #expect(quick.status.consumer.lost == 0)
        #expect(await allSequences(of: recorder) == Array(1...2000))
        #expect(recorder.status.consumer.lost == 0)
    }

    @Test func `the loss is told with the batch before which it happened`() async {
        let hub = ObservationHub()
        let bound = QueueBound(observations: 4, bytes: 1 << 20)
        let recorder = hub.subscribe("recorder", policy: .lossless(bound))
        var reader = recorder.makeAsyncIterator()
        hub.publish(sentences(1...2))
        #expect(await reader.next()?.sequences == [1, 2])
        #expect(reader.lostBefore == 0)
        hub.publish(sentences(3...5))
        hub.publish(sentences(6...7))
        hub.publish(sentences(8...8))
        #expect(await reader.next()?.sequences == [6, 7])
        #expect(reader.lostBefore == 3)
        #expect(await reader.next()?.sequences == [8])
        #expect(reader.lostBefore == 0)
        #expect(recorder.status.consumer.lost == 3)
    }

    @Test func `a lossless consumer outlasts the ring, which pushes a skipping one aside`() async {
        let hub = ObservationHub(limit: QueueBound(observations: 10, bytes: 1 << 20))
        let recorder = hub.subscribe("recorder", to: TopicFilter(kinds: [.fix]), policy: .lossless())
        let skipping = hub.subscribe("skipping", policy: .skipOldest())
        for number in 1...1000 { hub.publish([sentence(2 * number - 1), fix(2 * number)]) }

        #expect(hub.status.retained == 10)
        #expect(skipping.status.consumer.pending == 10)
        #expect(skipping.status.consumer.lost == 1990)
        #expect(recorder.status.consumer.pending == 1000)
        hub.finish()
        #expect(await allSequences(of: recorder) == (1...1000).map { 2 * $0 })
        #expect(await allSequences(of: skipping) == Array(1991...2000))
    }

    @Test func `pressure begins at three quarters of the bound and ends at half of it`() async {
        let hub = ObservationHub()
        let bound = QueueBound(observations: 400, bytes: 1 << 20)
        let recorder = hub.subscribe("recorder", policy: .lossless(bound))
        var reader = recorder.makeAsyncIterator()
        for number in 1...300 { hub.publish([sentence(number)]) }
        #expect(!recorder.isUnderPressure)
        hub.publish([sentence(301)])
        #expect(recorder.isUnderPressure)
        #expect(recorder.status.consumer.lost == 0)
        _ = await reader.next()
        #expect(recorder.status.consumer.pending == 301 - 256)
        #expect(!recorder.isUnderPressure)
    }

    @Test func `a consumer that is never read stays within its bound in bytes`() {
        let hub = ObservationHub(limit: QueueBound(observations: 100_000, bytes: 100_000))
        let recorder = hub.subscribe(
            "recorder", policy: .lossless(QueueBound(observations: 100_000, bytes: 400_000)))
        let stage = hub.subscribe("stage", policy: .skipOldest(QueueBound(observations: 100_000, bytes: 30_000)))
        for number in 1...1000 { hub.publish([sentence(number, bytes: 1000)]) }
        #expect((300_000...400_000).contains(recorder.status.pendingBytes))
        #expect((20_000...30_000).contains(stage.status.pendingBytes))
        #expect((50_000...100_000).contains(hub.status.retainedBytes))
        #expect(recorder.isUnderPressure && stage.isUnderPressure)
        #expect(recorder.status.consumer.lost + UInt64(recorder.status.consumer.pending) == 1000)
    }

    @Test func `a batch larger than every bound arrives whole`() async {
        let hub = ObservationHub(limit: QueueBound(observations: 3, bytes: 1))
        let bound = QueueBound(observations: 2, bytes: 1)
        let recorder = hub.subscribe("recorder", policy: .lossless(bound))
        let stage = hub.subscribe("stage", policy: .skipOldest(bound))
        hub.publish(sentences(1...5))
        hub.publish(sentences(6...10))
        hub.finish()
        #expect(await allSequences(of: recorder) == Array(6...10))
        #expect(await allSequences(of: stage) == Array(6...10))
        #expect(recorder.status.consumer.lost == 5 && stage.status.consumer.lost == 5)
    }

    @Test func `latest gives the newest of each source and kind once`() async {
        let hub = ObservationHub()
        let view = hub.subscribe("view", policy: .latest)
        let fixes = hub.subscribe("fixes", to: TopicFilter(kinds: [.fix]), policy: .latest)
        var (reader, fixReader) = (view.makeAsyncIterator(), fixes.makeAsyncIterator())
        hub.publish([fix(1), sentence(2), fix(3)])
        hub.publish([fix(1, from: "base")])
        hub.publish([sentence(4), fix(5)])
        #expect(view.status.consumer.pending == 3)
        #expect(await reader.next() == [fix(1, from: "base"), sentence(4), fix(5)])
        #expect(view.status.superseded == 3)
        #expect(view.status.consumer.delivered == 3)
        hub.publish([fix(6)])
        #expect(await reader.next() == [fix(6)])
        #expect(await fixReader.next() == [fix(1, from: "base"), fix(6)])
        #expect(view.status.consumer.lost == 0 && fixes.status.superseded == 3)
        #expect(hub.status.retained == 0)
        hub.finish()
        #expect(await reader.next() == nil)
    }

    @Test func `consumers of the newest observations with different filters do not affect each other`() async {
        let hub = ObservationHub()
        let fixes = hub.subscribe("fixes", to: TopicFilter(kinds: [.fix]), policy: .latest)
        let rover = hub.subscribe(
            "rover", to: TopicFilter(kinds: [.sentence], sources: [SourceID(rawValue: "rover")]), policy: .latest)
        var (fixReader, roverReader) = (fixes.makeAsyncIterator(), rover.makeAsyncIterator())
        hub.publish([fix(1), sentence(2), sentence(3, from: "base")])
        hub.publish([sentence(4), fix(5, from: "base")])
        // What no one asked for is not kept.
        #expect(hub.state.withLock { $0.latest.tally.observations } == 3)
        #expect(await roverReader.next() == [sentence(4)])
        hub.publish([fix(6)])
        #expect(await fixReader.next() == [fix(5, from: "base"), fix(6)])
        #expect(fixes.status.superseded == 1 && rover.status.superseded == 1)
        #expect(fixes.status.consumer.lost == 0 && rover.status.consumer.lost == 0)
        hub.finish()
        #expect(await fixReader.next() == nil)
        #expect(await roverReader.next() == nil)
    }
}
