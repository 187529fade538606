// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Synchronization
import Testing

@testable import Outbox

/// A stored queue in memory, which can fail.
private final class MemoryOutbox: ItemOutbox {
    struct State {
        var items: [StoredItem] = []
        /// The time of each item, by its number.
        var times: [Int64: UTCTime] = [:]
        var tally = OutboxTally()
        var last: Int64 = 0
        var isBroken = false
    }

    /// Guards the queue; held for copies only.
    let state = Mutex(State())

    private func use<Value>(_ body: (inout State) -> Value) throws(OutboxStoreError) -> Value {
        let value = state.withLock { $0.isBroken ? nil : body(&$0) }
        guard let value else { throw OutboxStoreError("the disk is full", isFull: true) }
        return value
    }

    func tally() async throws(OutboxStoreError) -> OutboxTally { try use { $0.tally } }

    func append(
        _ items: [OutboxItem], within limits: OutboxLimits
    ) async throws(OutboxStoreError) -> (tally: OutboxTally, dropped: [String]) {
        try use { state in
            for item in items {
                state.last += 1
                state.items.append(StoredItem(number: state.last, content: item.content))
                state.times[state.last] = item.time
            }
            while let first = state.items.first, let time = state.times[first.number], let end = limits.oldest,
                time.nanosecondsSince1970 < end.nanosecondsSince1970
            {
                state.items.removeFirst()
                state.tally.aged += 1
            }
            state.tally.items = state.items.count
            state.tally.oldest = state.items.first.flatMap { state.times[$0.number] }
            return (state.tally, [])
        }
    }

    func items(after number: Int64, limit: Int, bytes: Int) async throws(OutboxStoreError) -> [StoredItem] {
        try use { state in Array(state.items.filter { $0.number > number }.prefix(limit)) }
    }

    func remove(
        _ numbers: [Int64], _ end: Delivery.End, at time: UTCTime
    ) async throws(OutboxStoreError) -> OutboxTally {
        try use { state in
            state.items.removeAll { numbers.contains($0.number) }
            state.tally.items = state.items.count
            state.tally.oldest = state.items.first.flatMap { state.times[$0.number] }
            if end == .accepted { state.tally.sent += numbers.count } else { state.tally.refused += numbers.count }
            return state.tally
        }
    }

    func wipe() async throws(OutboxStoreError) {
        try use { state in (state.items, state.tally) = ([], OutboxTally()) }
    }
}

struct ItemQueueTests {
    private let store = MemoryOutbox()

    private func now(_ seconds: Double) -> HostTime {
        HostTime(monotonicNanoseconds: Int64(seconds * 1e9), wallNanoseconds: 1_800_000_000_000_000_000)
    }

    private func items(_ range: ClosedRange<UInt8>) -> [OutboxItem] {
        range.map { OutboxItem(time: UTCTime(nanosecondsSince1970: 1_800_000_000_000_000_000), content: [$0]) }
    }

    @Test func `an item is sent only from the store, and leaves it when it was accepted`() async {
        let queue = ItemQueue(store)
        queue.add(items(1...2))
        let early = await queue.next(1, at: now(0))
        #expect(early == nil)
        await queue.keep(QueueLimits(), at: now(0))
        let first = await queue.next(1, at: now(0))
        #expect(first?.content == [1] && queue.acknowledged(1) && !queue.acknowledged(1))
        await queue.keep(QueueLimits(), at: now(1))
        #expect(queue.tally.items == 1 && queue.tally.sent == 1)
    }

    @Test func `an item that became too old is not sent, also if none is added and it is in memory`() async {
        let queue = ItemQueue(store)
        let limits = QueueLimits(age: .seconds(60))
        queue.add(items(1...3))
        await queue.keep(limits, at: now(0))
        let first = await queue.next(1, at: now(0))
        #expect(first?.content == [1])
        queue.reset()
        let later = UTCTime(nanosecondsSince1970: 1_800_000_061_000_000_000)
        let end = HostTime(
            monotonicNanoseconds: 61_000_000_000, wallNanoseconds: later.nanosecondsSince1970)
        // Only the machine's clock says so.
        await queue.keep(limits, at: end)
        #expect(queue.tally.items == 3)
        queue.add([], receiver: later)
        await queue.keep(limits, at: end)
        #expect(queue.tally.items == 0 && queue.tally.aged == 3)
        let next = await queue.next(2, at: end)
        #expect(next == nil)
    }

    @Test func `a store that fails is tried again, and the items wait in memory`() async {
        let queue = ItemQueue(store)
        store.state.withLock { $0.isBroken = true }
        queue.add(items(1...3))
        await queue.keep(QueueLimits(), at: now(0))
        #expect(queue.failure?.isFull == true && queue.nextTask(after: 0, isReady: true) == 5_000_000_000)
        store.state.withLock { $0.isBroken = false }
        await queue.keep(QueueLimits(), at: now(4))
        #expect(queue.failure != nil && queue.tally.items == 0)
        await queue.keep(QueueLimits(), at: now(5))
        #expect(queue.failure == nil && queue.tally.items == 3)
    }

    @Test func `what must be deleted is deleted before anything is sent`() async {
        let queue = ItemQueue(store)
        queue.add(items(1...3))
        await queue.keep(QueueLimits(), at: now(0))
        store.state.withLock { $0.isBroken = true }
        queue.discard()
        await queue.keep(QueueLimits(), at: now(1))
        queue.add(items(9...9))
        let early = await queue.next(1, at: now(1))
        #expect(early == nil && queue.owesWipe)
        store.state.withLock { $0.isBroken = false }
        await queue.keep(QueueLimits(), at: now(6))
        let next = await queue.next(1, at: now(6))
        #expect(next?.content == [9] && !queue.owesWipe && queue.tally.items == 1)
    }

    /// The first item is refused, the second one is accepted, and the first one is sent again.
    private func doubtfulQueue() async -> ItemQueue {
        let queue = ItemQueue(store)
        queue.add(items(1...3))
        await queue.keep(QueueLimits(), at: now(0))
        _ = await queue.next(1, at: now(0))
        #expect(!queue.doubted(1, at: now(0)))
        _ = await queue.next(2, at: now(0))
        #expect(queue.acknowledged(2))
        await queue.keep(QueueLimits(), at: now(0))
        #expect(queue.dropped == 0 && queue.tally.sent == 1)
        let again = await queue.next(3, at: now(0))
        #expect(again?.content == [1])
        return queue
    }

    @Test func `an item is dropped if it is refused again after another one was accepted`() async {
        let queue = await doubtfulQueue()
        #expect(!queue.doubted(3, at: now(0)))
        await queue.keep(QueueLimits(), at: now(0))
        #expect(queue.tally.refused == 1 && queue.tally.sent == 1 && queue.dropped == 1)
        let last = await queue.next(4, at: now(0))
        #expect(last?.content == [3])
    }

    @Test func `an item that may be refused by chance is dropped only after several rounds`() async {
        let queue = ItemQueue(store)
        queue.add(items(1...9))
        var token: UInt64 = 0
        for round in 0..<4 {
            await queue.keep(QueueLimits(), at: now(0))
            let first = await queue.next(token + 1, at: now(0))
            #expect(first?.content == [1] && queue.dropped == 0 && queue.hasSuspects == (round > 0))
            #expect(!queue.doubted(token + 1, at: now(0), rounds: 3, pause: .seconds(2)))
            // The next one is sent first, also after the pause.
            await queue.keep(QueueLimits(), at: now(2))
            let other = await queue.next(token + 2, at: now(2))
            #expect(other?.content == [UInt8(round + 2)] && queue.acknowledged(token + 2))
            token += 2
        }
        await queue.keep(QueueLimits(), at: now(2))
        #expect(queue.tally.refused == 1 && queue.tally.sent == 4 && !queue.hasSuspects)
    }

    @Test func `the rounds count on if the item was alone and tried again in between`() async {
        let queue = ItemQueue(store)
        queue.add(items(1...1))
        var token: UInt64 = 0
        for round in 0..<3 {
            let begin = Double(round * 10)
            for time in [begin, begin + 2] {
                await queue.keep(QueueLimits(), at: now(time))
                token += 1
                let first = await queue.next(token, at: now(time))
                #expect(first?.content == [1])
                #expect(!queue.doubted(token, at: now(time), rounds: 3, pause: .seconds(2)))
            }
            queue.add(items(UInt8(round + 2)...UInt8(round + 2)))
            await queue.keep(QueueLimits(), at: now(begin + 4))
            token += 1
            let other = await queue.next(token, at: now(begin + 4))
            #expect(other?.content == [UInt8(round + 2)] && queue.acknowledged(token))
        }
        await queue.keep(QueueLimits(), at: now(30))
        let last = await queue.next(token + 1, at: now(30))
        #expect(last?.content == [1] && !queue.doubted(token + 1, at: now(30), rounds: 3, pause: .seconds(2)))
        await queue.keep(QueueLimits(), at: now(30))
        #expect(queue.tally.refused == 1 && queue.tally.sent == 3 && queue.tally.items == 0)
    }

    @Test func `an item that the store has dropped is not suspect for ever`() {
        var window = ItemWindow()
        window.add([1, 2].map { StoredItem(number: $0, content: []) })
        for token in [1, 2] as [UInt64] { _ = window.next(token) }
        let (isDoubted, isAccepted) = (window.doubted(1, rounds: 3), window.acknowledged(2))
        #expect(isDoubted && isAccepted && window.hasSuspects)
        window.removed([2])
        window.rewindIfPossible()
        window.add([StoredItem(number: 3, content: [])])
        #expect(!window.hasSuspects)
    }

    @Test func `an item is not lost if the other side accepts it by now`() async {
        let queue = await doubtfulQueue()
        #expect(queue.acknowledged(3))
        await queue.keep(QueueLimits(), at: now(0))
        #expect(queue.dropped == 0 && queue.tally.sent == 2)
        let last = await queue.next(4, at: now(0))
        #expect(last?.content == [3])
    }

    @Test func `if all items are refused, none is dropped, and all are tried again`() async {
        let queue = ItemQueue(store)
        queue.add(items(1...20))
        await queue.keep(QueueLimits(), at: now(0))
        for token in 1...10 as ClosedRange<UInt64> {
            _ = await queue.next(token, at: now(0))
            #expect(queue.doubted(token, at: now(0)) == (token == 10))
        }
        let early = await queue.next(11, at: now(29))
        #expect(early == nil && queue.nextTask(after: 0, isReady: true) == 30_000_000_000)
        let again = await queue.next(11, at: now(30))
        #expect(again?.content == [1] && queue.tally.items == 20)
    }

    @Test func `a single item that is refused is tried again later`() async {
        let queue = ItemQueue(store)
        queue.add(items(1...1))
        await queue.keep(QueueLimits(), at: now(0))
        _ = await queue.next(1, at: now(0))
        #expect(!queue.doubted(1, at: now(0)))
        let early = await queue.next(2, at: now(29))
        let late = await queue.next(2, at: now(30))
        #expect(early == nil && late?.content == [1])
    }

    @Test func `an absurd age limit does not trap`() {
        for age in [Duration.seconds(Int64.max), .seconds(Int64.min), .zero] {
            _ = QueueLimits(age: age).outbox(receiver: UTCTime(nanosecondsSince1970: 1), at: now(0))
        }
    }
}
