// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import AgrirouterUplink
internal import GNSSTypes
internal import Storage

/// The uplink's place in the daemon's store.
struct UplinkStoreAdapter: UplinkStore {
    let store: Store

    func load() async throws(UplinkStoreError) -> UplinkRecord {
        let stored = try await storing { () throws(StoreError) in try await store.uplink() }
        var record = UplinkRecord()
        (record.isPaused, record.announced) = (stored.isPaused, stored.announced)
        record.tally = QueueTally(stored.tally)
        record.messages = stored.messages.compactMap(StoredMessage.init)
        record.members = stored.members.map {
            StoredMember(id: $0.id, name: $0.name, time: $0.time, content: $0.content)
        }
        return record
    }

    func append(
        _ entries: [CollectedEntry], within limits: QueueLimits
    ) async throws(UplinkStoreError) -> (tally: QueueTally, dropped: [MessageID]) {
        let kept = entries.map { UplinkEntry(time: $0.time, content: $0.content, verdict: $0.verdict) }
        let bounds = UplinkLimits(entries: limits.entries, bytes: limits.bytes, oldest: limits.oldest)
        let (tally, dropped) = try await storing { () throws(StoreError) in
            try await store.appendUplink(kept, within: bounds)
        }
        return (QueueTally(tally), dropped.compactMap { MessageID($0) })
    }

    func oldest(limit: Int) async throws(UplinkStoreError) -> [QueuedEntry] {
        try await storing { () throws(StoreError) in try await store.oldestUplinkEntries(limit: limit) }
            .map { QueuedEntry(number: $0.number, size: $0.size) }
    }

    func newest(after number: Int64, limit: Int) async throws(UplinkStoreError) -> [QueuedEntry] {
        try await storing { () throws(StoreError) in
            try await store.newestUplinkEntries(after: number, limit: limit)
        }.map { QueuedEntry(number: $0.number, size: $0.size) }
    }

    func make(_ drafts: [MessageDraft]) async throws(UplinkStoreError) -> [StoredMessage] {
        let rows = drafts.map { UplinkDraft(entries: $0.entries, id: $0.id.description, sequence: $0.sequence) }
        return try await storing { () throws(StoreError) in try await store.makeUplinkMessages(rows) }
            .compactMap(StoredMessage.init)
    }

    func contents(of ids: [MessageID]) async throws(UplinkStoreError) -> [[UInt8]] {
        try await storing { () throws(StoreError) in
            try await store.uplinkContents(of: ids.map(\.description))
        }
    }

    func keepPosts(_ messages: [StoredMessage]) async throws(UplinkStoreError) {
        let rows = messages.map { (id: $0.id.description, posts: $0.posts, isRepeated: $0.isRepeated) }
        try await storing { () throws(StoreError) in try await store.keepUplinkPosts(rows) }
    }

    func finish(
        _ ends: [(id: MessageID, end: Delivery.End)], at time: UTCTime
    ) async throws(UplinkStoreError) -> QueueTally {
        let rows = ends.map { (id: $0.id.description, end: UplinkEnd($0.end)) }
        return QueueTally(
            try await storing { () throws(StoreError) in try await store.finishUplink(rows, at: time) })
    }

    func setPaused(_ isPaused: Bool) async throws(UplinkStoreError) {
        try await storing { () throws(StoreError) in try await store.setUplinkPaused(isPaused) }
    }

    func setAnnounced(_ text: String?) async throws(UplinkStoreError) {
        try await storing { () throws(StoreError) in try await store.setUplinkAnnounced(text) }
    }

    func keep(_ members: [StoredMember], removingBefore limit: UTCTime) async throws(UplinkStoreError) {
        let rows = members.map { UplinkMember(id: $0.id, name: $0.name, time: $0.time, content: $0.content) }
        try await storing { () throws(StoreError) in
            try await store.keepUplinkMembers(rows, removingBefore: limit)
        }
    }

    func wipe() async throws(UplinkStoreError) {
        try await storing { () throws(StoreError) in try await store.wipeUplink() }
    }

    private func storing<Value>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(UplinkStoreError) -> Value {
        do throws(StoreError) {
            return try await body()
        } catch {
            throw UplinkStoreError(error.description)
        }
    }
}

extension QueueTally {
    fileprivate init(_ tally: UplinkTally) {
        self.init()
        (entries, bytes, sent) = (tally.entries, tally.bytes, tally.sent)
        (crowded, aged, refused) = (tally.crowded, tally.aged, tally.refused)
        (unconfirmed, success, oldest) = (tally.unconfirmed, tally.success, tally.oldest)
    }
}

extension StoredMessage {
    /// nil where what is stored is no id.
    fileprivate init?(_ message: UplinkMessage) {
        guard let id = MessageID(message.id) else { return nil }
        self.init(
            id: id, sequence: message.sequence, posts: message.posts, isRepeated: message.isRepeated,
            entries: message.entries, bytes: message.bytes)
    }
}

extension UplinkEnd {
    fileprivate init(_ end: Delivery.End) {
        switch end {
        case .accepted: self = .accepted
        case .unconfirmed: self = .unconfirmed
        case .split: self = .split
        case .dropped: self = .refused
        }
    }
}
