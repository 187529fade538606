// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GNSSTypes
import Synchronization
import Testing

@testable import ObservationBus

struct FlowControlTests {
    private let small = QueueBound(observations: 16, bytes: 1 << 20)

    @Test func `a replay at full speed makes a slow skipping consumer lose nothing`() async {
        let hub = ObservationHub()
        let slow = hub.subscribe("slow", policy: .skipOldest(small))
        async let outcomes = onThread {
            let outcomes = (0..<2000).map {
                hub.publish(sentences((3 * $0 + 1)...(3 * $0 + 3)), waitingUpTo: .seconds(600))
            }
            hub.finish()
            return outcomes
        }
        var received: [Int] = []
        for await batch in slow {
            received += batch.sequences
            for _ in 0..<20 { await Task.yield() }
        }
        #expect(received == Array(1...6000))
        #expect(slow.status.consumer.lost == 0)
        #expect(await outcomes.allSatisfy { $0 == .accepted })
    }

    @Test func `a full consumer answers wait, a latest one never does, and the batch is not taken`() async {
        let hub = ObservationHub()
        let view = hub.subscribe("view", policy: .latest)
        let outcomes = await onThread { (1...100).map { hub.publish([sentence($0)], waitingUpTo: .zero) } }
        #expect(outcomes.allSatisfy { $0 == .accepted })
        #expect(view.status.superseded == 99)

        let stage = hub.subscribe("stage", policy: .skipOldest(small))
        let held = await onThread { (1...10).map { hub.publish([sentence($0)], waitingUpTo: .zero) } }
        #expect(held == Array(repeating: .accepted, count: 8) + [.wait, .wait])
        #expect(stage.status.consumer.pending == 8)
        #expect(hub.status.published == 108)
        #expect(hub.blockedCount == 0)
    }

    @Test func `what stages publish meanwhile finds room`() async {
        let hub = ObservationHub()
        let stage = hub.subscribe("stage", policy: .skipOldest(small))
        _ = await onThread { (1...10).map { hub.publish([sentence($0)], waitingUpTo: .zero) } }
        for number in 1...8 { hub.publish([fix(number, from: "stage")]) }
        #expect(stage.status.consumer.lost == 0)
        #expect(stage.status.consumer.pending == 16)
    }

    @Test func `half of the ring is the limit where bounds are larger`() async {
        let hub = ObservationHub(limit: QueueBound(observations: 20, bytes: 1 << 20))
        let recorder = hub.subscribe("recorder", policy: .lossless())
        let outcomes = await onThread { (1...12).map { hub.publish([sentence($0)], waitingUpTo: .zero) } }
        #expect(outcomes.filter { $0 == .accepted }.count == 10)
        #expect(recorder.status.consumer.pending == 10)
    }

    @Test func `a batch for which a consumer does not care does not wait for it`() async {
        let hub = ObservationHub()
        let fixes = hub.subscribe("fixes", to: TopicFilter(kinds: [.fix]), policy: .skipOldest(small))
        for number in 1...16 { hub.publish([fix(number)]) }
        #expect(await onThread { hub.publish([sentence(1)], waitingUpTo: .zero) } == .accepted)
        #expect(await onThread { hub.publish([fix(17)], waitingUpTo: .zero) } == .wait)
        #expect(fixes.status.consumer.lost == 0)
    }

    @Test func `a stopped source stops waiting`() async {
        let hub = ObservationHub()
        let stage = hub.subscribe("stage", policy: .skipOldest(small))
        hub.publish(sentences(1...16))
        let asked = Atomic(0)
        let outcome = await onThread {
            hub.publish([sentence(17)], waitingUpTo: .seconds(600)) { asked.add(1, ordering: .relaxed).newValue == 3 }
        }
        #expect(outcome == .wait)
        #expect(asked.load(ordering: .relaxed) == 3)
        #expect(hub.blockedCount == 0)
        #expect(stage.status.consumer.pending == 16)
    }

    @Test(arguments: ["reads", "leaves", "finishes"])
    func `a waiting source goes on when the consumer`(_ event: String) async {
        let hub = ObservationHub()
        let stage = hub.subscribe("stage", policy: .skipOldest(small))
        var reader: Subscription.Iterator? = stage.makeAsyncIterator()
        hub.publish(sentences(1...16))
        async let outcome = onThread { hub.publish([sentence(17)], waitingUpTo: .seconds(600)) }
        while hub.blockedCount == 0 { await Task.yield() }
        switch event {
        case "reads": #expect(await reader?.next()?.count == 16)
        case "leaves": reader = nil
        default: hub.finish()
        }
        #expect(await outcome == .accepted)
        #expect(hub.status.published == (event == "finishes" ? 16 : 17))
        #expect(stage.status.consumer.lost == 0)
        withExtendedLifetime(reader) {}
    }

    @Test func `the read that makes room wakes the waiting source, an earlier one does not`() async {
        let hub = ObservationHub()
        let stage = hub.subscribe("stage", policy: .skipOldest(QueueBound(observations: 600, bytes: 1 << 20)))
        var reader = stage.makeAsyncIterator()
        hub.publish(sentences(1...290))
        hub.publish(sentences(291...590))
        let source = DispatchSemaphore(value: 0)
        hub.state.withLock { $0.blocked.append(source) }
        hub.publish(sentences(591...600))
        #expect(hub.blockedCount == 1)
        #expect(await reader.next()?.count == 290)
        #expect(hub.blockedCount == 1, "310 of 600 wait still")
        #expect(await reader.next()?.count == 300)
        #expect(hub.blockedCount == 0)
        #expect(source.isSignalled)
    }

    @Test func `two replays share the room and lose nothing`() async {
        let hub = ObservationHub()
        let stage = hub.subscribe("stage", policy: .skipOldest(small))
        async let received = stage.reduce(into: [Observation]()) { $0 += $1 }
        await withTaskGroup(of: Void.self) { group in
            for source in ["a", "b"] {
                group.addTask {
                    await onThread {
                        for number in 1...2000 {
                            while hub.publish([sentence(number, from: source)], waitingUpTo: .milliseconds(1)) == .wait
                            {}
                        }
                    }
                }
            }
        }
        hub.finish()
        let all = await received
        for source in ["a", "b"] {
            #expect(all.filter { $0.source.rawValue == source }.sequences == Array(1...2000))
        }
    }
}

extension DispatchSemaphore {
    fileprivate var isSignalled: Bool { wait(timeout: .now()) == .success }
}

extension ObservationHub {
    fileprivate var blockedCount: Int { state.withLock { $0.blocked.count } }
}
