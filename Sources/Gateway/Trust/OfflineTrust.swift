// SPDX-License-Identifier: Apache-2.0

package import ControlModel
package import DaemonRuntime
internal import GNSSTypes
internal import Glibc
package import OSNMA
internal import OSNMAFiles
internal import Storage
internal import SystemSupport

/// OSNMA's trust for the command line, where no daemon runs that would be asked.
package enum OfflineTrust {
    /// All public keys and roots that are known. The store is only read; without one they are those built in.
    ///
    /// - Parameter folder: where the store is; nil leaves it to the environment.
    /// - Throws: `GatewayError` where the store cannot be read.
    package static func list(_ folder: String?) throws(GatewayError) -> [TrustReport] {
        try inventory(folder, now: now()).reports
    }

    /// What is trusted to examine recordings with: of the store, of what is built in, and of what came over the air.
    /// What has expired is among it, for a recording may be older.
    ///
    /// - Parameter folder: where the store is; nil leaves it to the environment.
    /// - Throws: `GatewayError` where the store cannot be read.
    package static func anchors(_ folder: String?) throws(GatewayError) -> TrustAnchors {
        let inventory = try inventory(folder, now: nil)
        return TrustAnchors(inventory.records.filter { $0.state == .trusted }.map(\.entry))
    }

    /// Has keys and roots trusted, all or none.
    ///
    /// - Parameter folder: where the store is; nil leaves it to the environment. It is made where it is missing.
    /// - Throws: `GatewayError` with what is wrong, or where the store cannot be written.
    package static func trust(_ requests: [TrustRequest], _ folder: String?) async throws(GatewayError)
        -> [TrustReport]
    {
        try await asking(folder) { coordinator throws(ControlError) in try await coordinator.trust(requests) }
    }

    /// Has a key or a root trusted no longer.
    ///
    /// - Parameters:
    ///   - fingerprint: its first digits, at least 8.
    ///   - folder: where the store is; nil leaves it to the environment.
    /// - Throws: `GatewayError` where there is no such, or the store cannot be written.
    package static func distrust(_ fingerprint: String, _ folder: String?) async throws(GatewayError) -> TrustReport {
        try await asking(folder) { coordinator throws(ControlError) in try await coordinator.distrust(fingerprint) }
    }

    private static func inventory(_ folder: String?, now: Int64?) throws(GatewayError) -> TrustInventory {
        do throws(StoreError) {
            let place: StateFolder
            if let folder { place = StateFolder(folder) } else { place = try StateFolder() }
            guard StoreInspection.isThere(place) else { return TrustInventory(StoredTrust(), now: now) }
            return TrustInventory(try StoreInspection(place).trust(), now: now)
        } catch {
            throw GatewayError(error)
        }
    }

    private static func asking<Value: Sendable>(
        _ folder: String?, _ body: (TrustCoordinator) async throws(ControlError) -> Value
    ) async throws(GatewayError) -> Value {
        let store = try Store(folder, inMemory: false)
        defer { store.close() }
        do throws(ControlError) {
            return try await body(TrustCoordinator(store, expires: true, now: now))
        } catch {
            let status: ExitStatus =
                switch error.kind {
                case .invalid: .badData
                case .full: .cannotCreate
                case .notFound, .conflict, .outdated, .unavailable: .unavailable
                }
            throw GatewayError(status, error.description)
        }
    }

    private static func now() -> Int64 { SystemClock.wall / 1_000_000 }
}
