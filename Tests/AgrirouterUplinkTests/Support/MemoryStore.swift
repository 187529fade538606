// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import GNSSTypes
import Outbox
import Synchronization

@testable import AgrirouterUplink

/// What is on a disk, in memory: it survives the processes that write it.
final class Disk: Sendable {
    struct Entry {
        var number: Int64
        var entry: OutboxItem
        var message: String?
    }

    struct State {
        var record = OutboxRecord()
        var entries: [Entry] = []
        var last: Int64 = 0
        /// The times of all that was ever on it.
        var written: [UTCTime] = []
        /// How many entries were read at once at most.
        var widest = 0
        var isBroken = false
        /// The time before which the last call of `append` lets entries be dropped; nil for none.
        var oldest: UTCTime?
        /// What makes the store larger fails, the rest works.
        var isFull = false
        /// Gates that the next call of each kind has to pass before it reaches the disk.
        var gates: [Step: Gate] = [:]
    }

    /// Calls that may be held up.
    enum Step { case append, pause, wipe }

    let state = Mutex(State())

    /// Holds up the next call of a kind.
    func hold(_ step: Step) -> Gate {
        let gate = Gate()
        state.withLock { $0.gates[step] = gate }
        return gate
    }

    fileprivate func reach(_ step: Step) async {
        await state.withLock { $0.gates.removeValue(forKey: step) }?.pass()
    }

    var record: OutboxRecord { state.withLock(\.record) }
    var waiting: Int { state.withLock { $0.entries.count } }
    var written: [UTCTime] { state.withLock(\.written) }
    var entries: [Entry] { state.withLock(\.entries) }
}

/// Holds up one call until it is opened.
final class Gate: Sendable {
    private let arrival = AsyncStream.makeStream(of: Void.self)
    private let opening = AsyncStream.makeStream(of: Void.self)

    func pass() async {
        arrival.continuation.finish()
        for await _ in opening.stream {}
    }

    /// Returns once a call stands before it.
    func waitForCall() async { for await _ in arrival.stream {} }

    func open() { opening.continuation.finish() }
}

/// The store of one process.
struct MemoryStore: OutboxStore {
    let disk: Disk
    let power: Power

    private func write<Value>(_ body: (inout Disk.State) -> Value) throws(OutboxStoreError) -> Value {
        guard power.act() else { throw OutboxStoreError("the process is dead") }
        return try read(body)
    }

    private func read<Value>(_ body: (inout Disk.State) -> Value) throws(OutboxStoreError) -> Value {
        let value: Value? = disk.state.withLock { state in
            guard !state.isBroken else { return nil }
            defer {
                state.record.tally.items = state.entries.count
                state.record.tally.oldest = state.entries.first?.entry.time
            }
            return body(&state)
        }
        guard let value else { throw OutboxStoreError("the disk is out of order") }
        return value
    }

    func load() async throws(OutboxStoreError) -> OutboxRecord {
        try read { _ in }
        return try read(\.record)
    }

    func append(
        _ entries: [OutboxItem], within limits: OutboxLimits
    ) async throws(OutboxStoreError) -> (tally: OutboxTally, dropped: [String]) {
        await disk.reach(.append)
        guard !disk.state.withLock(\.isFull) else { throw OutboxStoreError("the disk is full") }
        try write { state in
            state.oldest = limits.oldest
            for entry in entries {
                state.last += 1
                state.entries.append(Disk.Entry(number: state.last, entry: entry))
                state.written.append(entry.time)
            }
            while state.entries.count > limits.items,
                let index = state.entries.firstIndex(where: { $0.message == nil })
            {
                state.entries.remove(at: index)
                state.record.tally.crowded += 1
            }
        }
        return (try read(\.record.tally), [])
    }

    func oldest(limit: Int) async throws(OutboxStoreError) -> [WaitingItem] {
        try read { state in
            let found = state.entries.lazy.filter { $0.message == nil }.prefix(limit)
                .map { WaitingItem(number: $0.number, size: $0.entry.content.count) }
            state.widest = max(state.widest, found.count)
            return Array(found)
        }
    }

    func newest(after number: Int64, limit: Int) async throws(OutboxStoreError) -> [WaitingItem] {
        try read { state in
            state.entries.filter { $0.message == nil && $0.number > number }.suffix(limit)
                .map { WaitingItem(number: $0.number, size: $0.entry.content.count) }
        }
    }

    func make(_ drafts: [MessageDraft]) async throws(OutboxStoreError) -> [OutboxMessage] {
        try write { state in
            drafts.compactMap { draft in
                let chosen = state.entries.indices.filter {
                    state.entries[$0].message == nil && draft.items.contains(state.entries[$0].number)
                }
                guard !chosen.isEmpty else { return nil }
                for index in chosen { state.entries[index].message = draft.key }
                let message = OutboxMessage(
                    key: draft.key, sequence: draft.sequence, items: chosen.count,
                    bytes: chosen.reduce(0) { $0 + state.entries[$1].entry.content.count })
                state.record.messages.append(message)
                return message
            }
        }
    }

    func contents(of keys: [String]) async throws(OutboxStoreError) -> [[UInt8]] {
        try read { state in
            keys.map { key in state.entries.filter { $0.message == key }.flatMap(\.entry.content) }
        }
    }

    func keepAttempts(_ messages: [OutboxMessage]) async throws(OutboxStoreError) {
        try write { state in
            for message in messages {
                guard let index = state.record.messages.firstIndex(where: { $0.key == message.key }) else { continue }
                state.record.messages[index] = message
            }
        }
    }

    func finish(
        _ ends: [(key: String, end: Delivery.End)], at time: UTCTime
    ) async throws(OutboxStoreError) -> OutboxTally {
        try write { state in
            for (key, end) in ends {
                let count = state.entries.count { $0.message == key }
                state.record.messages.removeAll { $0.key == key }
                if end == .split {
                    for index in state.entries.indices where state.entries[index].message == key {
                        state.entries[index].message = nil
                    }
                    continue
                }
                state.entries.removeAll { $0.message == key }
                switch end {
                case .accepted:
                    (state.record.tally.sent, state.record.tally.success) =
                        (state.record.tally.sent + count, time)
                case .unconfirmed: state.record.tally.unconfirmed += count
                case .refused: state.record.tally.refused += count
                case .split: break
                }
            }
        }
        return try read(\.record.tally)
    }

    func setPaused(_ isPaused: Bool) async throws(OutboxStoreError) {
        await disk.reach(.pause)
        try write { $0.record.isPaused = isPaused }
    }

    func setAnnounced(_ text: String?) async throws(OutboxStoreError) { try write { $0.record.announced = text } }

    func keep(_ peers: [OutboxPeer], removingBefore limit: UTCTime) async throws(OutboxStoreError) {
        try write { state in
            let new = Set(peers.map(\.id))
            state.record.peers.removeAll { new.contains($0.id) || $0.time < limit }
            state.record.peers += peers
        }
    }

    func wipe() async throws(OutboxStoreError) {
        await disk.reach(.wipe)
        try write { ($0.record, $0.entries) = (OutboxRecord(), []) }
    }
}

extension OutboxItem {
    /// What the position in it rests on.
    var status: PositionStatus? { (try? GPSList(decoding: content))?.entries.first?.status }
}
