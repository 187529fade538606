// SPDX-License-Identifier: Apache-2.0

import Agrirouter
import GNSSTypes
import Synchronization

@testable import AgrirouterUplink

/// What is on a disk, in memory: it survives the processes that write it.
final class Disk: Sendable {
    struct Entry {
        var number: Int64
        var entry: CollectedEntry
        var message: MessageID?
    }

    struct State {
        var record = UplinkRecord()
        var entries: [Entry] = []
        var last: Int64 = 0
        /// The times of all that was ever on it.
        var written: [UTCTime] = []
        /// How many entries were read at once at most.
        var widest = 0
        var isBroken = false
        /// What makes the store larger fails, the rest works.
        var isFull = false
    }

    let state = Mutex(State())

    var record: UplinkRecord { state.withLock(\.record) }
    var waiting: Int { state.withLock { $0.entries.count } }
    var written: [UTCTime] { state.withLock(\.written) }
    var entries: [Entry] { state.withLock(\.entries) }
}

/// The store of one process.
struct MemoryStore: UplinkStore {
    let disk: Disk
    let power: Power

    private func write<Value>(_ body: (inout Disk.State) -> Value) throws(UplinkStoreError) -> Value {
        guard power.act() else { throw UplinkStoreError("the process is dead") }
        return try read(body)
    }

    private func read<Value>(_ body: (inout Disk.State) -> Value) throws(UplinkStoreError) -> Value {
        let value: Value? = disk.state.withLock { state in
            guard !state.isBroken else { return nil }
            defer {
                state.record.tally.entries = state.entries.count
                state.record.tally.oldest = state.entries.first?.entry.time
            }
            return body(&state)
        }
        guard let value else { throw UplinkStoreError("the disk is out of order") }
        return value
    }

    func load() async throws(UplinkStoreError) -> UplinkRecord {
        try read { _ in }
        return try read(\.record)
    }

    func append(
        _ entries: [CollectedEntry], within limits: QueueLimits
    ) async throws(UplinkStoreError) -> (tally: QueueTally, dropped: [MessageID]) {
        guard !disk.state.withLock(\.isFull) else { throw UplinkStoreError("the disk is full") }
        try write { state in
            for entry in entries {
                state.last += 1
                state.entries.append(Disk.Entry(number: state.last, entry: entry))
                state.written.append(entry.time)
            }
            while state.entries.count > limits.entries,
                let index = state.entries.firstIndex(where: { $0.message == nil })
            {
                state.entries.remove(at: index)
                state.record.tally.crowded += 1
            }
        }
        return (try read(\.record.tally), [])
    }

    func oldest(limit: Int) async throws(UplinkStoreError) -> [QueuedEntry] {
        try read { state in
            let found = state.entries.lazy.filter { $0.message == nil }.prefix(limit)
                .map { QueuedEntry(number: $0.number, size: $0.entry.content.count) }
            state.widest = max(state.widest, found.count)
            return Array(found)
        }
    }

    func newest(after number: Int64, limit: Int) async throws(UplinkStoreError) -> [QueuedEntry] {
        try read { state in
            state.entries.filter { $0.message == nil && $0.number > number }.suffix(limit)
                .map { QueuedEntry(number: $0.number, size: $0.entry.content.count) }
        }
    }

    func make(_ drafts: [MessageDraft]) async throws(UplinkStoreError) -> [StoredMessage] {
        try write { state in
            drafts.compactMap { draft in
                let chosen = state.entries.indices.filter {
                    state.entries[$0].message == nil && draft.entries.contains(state.entries[$0].number)
                }
                guard !chosen.isEmpty else { return nil }
                for index in chosen { state.entries[index].message = draft.id }
                let message = StoredMessage(
                    id: draft.id, sequence: draft.sequence, entries: chosen.count,
                    bytes: chosen.reduce(0) { $0 + state.entries[$1].entry.content.count })
                state.record.messages.append(message)
                return message
            }
        }
    }

    func contents(of ids: [MessageID]) async throws(UplinkStoreError) -> [[UInt8]] {
        try read { state in
            ids.map { id in state.entries.filter { $0.message == id }.flatMap(\.entry.content) }
        }
    }

    func keepPosts(_ messages: [StoredMessage]) async throws(UplinkStoreError) {
        try write { state in
            for message in messages {
                guard let index = state.record.messages.firstIndex(where: { $0.id == message.id }) else { continue }
                state.record.messages[index] = message
            }
        }
    }

    func finish(
        _ ends: [(id: MessageID, end: Delivery.End)], at time: UTCTime
    ) async throws(UplinkStoreError) -> QueueTally {
        try write { state in
            for (id, end) in ends {
                let count = state.entries.count { $0.message == id }
                state.record.messages.removeAll { $0.id == id }
                if end == .split {
                    for index in state.entries.indices where state.entries[index].message == id {
                        state.entries[index].message = nil
                    }
                    continue
                }
                state.entries.removeAll { $0.message == id }
                switch end {
                case .accepted:
                    (state.record.tally.sent, state.record.tally.success) =
                        (state.record.tally.sent + count, time)
                case .unconfirmed: state.record.tally.unconfirmed += count
                case .dropped: state.record.tally.refused += count
                case .split: break
                }
            }
        }
        return try read(\.record.tally)
    }

    func setPaused(_ isPaused: Bool) async throws(UplinkStoreError) { try write { $0.record.isPaused = isPaused } }

    func setAnnounced(_ text: String?) async throws(UplinkStoreError) { try write { $0.record.announced = text } }

    func keep(_ members: [StoredMember], removingBefore limit: UTCTime) async throws(UplinkStoreError) {
        try write { state in
            let new = Set(members.map(\.id))
            state.record.members.removeAll { new.contains($0.id) || $0.time < limit }
            state.record.members += members
        }
    }

    func wipe() async throws(UplinkStoreError) {
        try write { ($0.record, $0.entries) = (UplinkRecord(), []) }
    }
}
