// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import ControlModel
internal import Storage

/// Stores the users and sessions that may use the control interface over the network.
struct StoredAccess: AccessStore {
    let store: Store
    /// The time in milliseconds since 1970.
    let now: @Sendable () -> Int64

    var loss: String? { store.condition.reason?.description }

    func load() async throws(ControlError) -> AccessRecord? {
        do throws(StoreError) {
            return try await store.setting(Store.accessKey, as: AccessRecord.self)
        } catch {
            throw ControlError(.unavailable, error.description)
        }
    }

    func save(_ record: AccessRecord) async throws(ControlError) {
        do throws(StoreError) {
            try await store.set(Store.accessKey, to: record, at: now())
        } catch {
            if case .full = error { throw ControlError(.full, error.description) }
            throw ControlError(.unavailable, error.description)
        }
    }
}
