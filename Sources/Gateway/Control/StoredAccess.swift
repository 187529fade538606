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

    /// - Parameter now: The time in milliseconds since 1970.
    init(store: Store, now: @escaping @Sendable () -> Int64) { (self.store, self.now) = (store, now) }

    var loss: String? { store.condition.reason?.description }

    func load() async throws(ControlError) -> AccessRecord? {
        do throws(StoreError) {
            let record = try await store.setting(Store.accessKey, as: AccessRecord.self)
            hasUnread.withLock { $0 = record?.isWhole == false }
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
    }
}
