// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import ControlModel
internal import Storage
internal import Synchronization

/// Stores the users and sessions that may use the control interface over the network.
final class StoredAccess: AccessStore {
    private let store: Store
    /// The time in milliseconds since 1970.
    private let now: @Sendable () -> Int64
    /// True if the store contains a record that could not be read, or not completely.
    private let hasUnread = Mutex(false)
    /// Called with the names of all people who may sign in, when they are known and when they have changed.
    private let onPeople: @Sendable (Set<String>) async -> Void

    /// - Parameters:
    ///   - now: The time in milliseconds since 1970.
    ///   - onPeople: Called with the names of all people who may sign in, when they are known and when they have changed.
    init(
        store: Store, now: @escaping @Sendable () -> Int64,
        onPeople: @escaping @Sendable (Set<String>) async -> Void = { _ in }
    ) {
        (self.store, self.now, self.onPeople) = (store, now, onPeople)
    }

    /// Tells who may sign in, unless some of them could not be read.
    private func tell(_ record: AccessRecord) async {
        if record.isWhole { await onPeople(record.names) }
    }

    var loss: String? { store.condition.reason?.description }

    func load() async throws(ControlError) -> AccessRecord? {
        do throws(StoreError) {
            let record = try await store.setting(Store.accessKey, as: AccessRecord.self)
            hasUnread.withLock { $0 = record?.isWhole == false }
            if let record { await tell(record) }
            return record
        } catch {
            hasUnread.withLock { $0 = true }
            throw ControlError(.unavailable, error.description)
        }
    }

    func save(_ record: AccessRecord) async throws(ControlError) {
        let former = hasUnread.withLock { $0 } ? Store.unreadAccessKey : nil
        do throws(StoreError) {
            try await store.set(Store.accessKey, to: record, at: now(), keepingFormerAs: former)
        } catch {
            if case .full = error { throw ControlError(.full, error.description) }
            throw ControlError(.unavailable, error.description)
        }
        hasUnread.withLock { $0 = false }
        await tell(record)
    }
}
