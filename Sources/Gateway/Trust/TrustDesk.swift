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
package enum TrustDesk {
    /// All public keys and roots that are known. The store is only read; without one they are those built in.
    ///
    /// - Parameter folder: where the store is; nil leaves it to the environment.
    /// - Throws: `GatewayFailure` where the store cannot be read.
    package static func list(_ folder: String?) throws(GatewayFailure) -> [TrustReport] {
        try ledger(folder, now: now()).reports
    }

    /// What is trusted to examine recordings with: of the store, of what is built in, and of what came over the air.
    /// What has expired is among it, for a recording may be older.
    ///
    /// - Parameter folder: where the store is; nil leaves it to the environment.
    /// - Throws: `GatewayFailure` where the store cannot be read.
    package static func anchors(_ folder: String?) throws(GatewayFailure) -> TrustAnchors {
        let ledger = try ledger(folder, now: nil)
        return TrustAnchors(ledger.records.filter { $0.state == .trusted }.map(\.entry))
    }

    /// Has keys and roots trusted, all or none.
    ///
    /// - Parameter folder: where the store is; nil leaves it to the environment. It is made where it is missing.
    /// - Throws: `GatewayFailure` with what is wrong, or where the store cannot be written.
    package static func trust(_ requests: [TrustRequest], _ folder: String?) async throws(GatewayFailure)
        -> [TrustReport]
    {
        try await asking(folder) { keeper throws(ControlRefusal) in try await keeper.trust(requests) }
    }

    /// Has a key or a root trusted no longer.
    ///
    /// - Parameters:
    ///   - fingerprint: its first digits, at least 8.
    ///   - folder: where the store is; nil leaves it to the environment.
    /// - Throws: `GatewayFailure` where there is no such, or the store cannot be written.
    package static func distrust(_ fingerprint: String, _ folder: String?) async throws(GatewayFailure) -> TrustReport {
        try await asking(folder) { keeper throws(ControlRefusal) in try await keeper.distrust(fingerprint) }
    }

    private static func ledger(_ folder: String?, now: Int64?) throws(GatewayFailure) -> TrustLedger {
        do throws(StoreError) {
            let place: StateFolder
            if let folder { place = StateFolder(folder) } else { place = try StateFolder() }
            guard StoreInspection.isThere(place) else { return TrustLedger(StoredTrust(), now: now) }
            return TrustLedger(try StoreInspection(place).trust(), now: now)
        } catch {
            throw GatewayFailure(error)
        }
    }

    private static func asking<Value: Sendable>(
        _ folder: String?, _ body: (TrustKeeper) async throws(ControlRefusal) -> Value
    ) async throws(GatewayFailure) -> Value {
        let store = try Store(folder, inMemory: false)
        defer { store.close() }
        do throws(ControlRefusal) {
            return try await body(TrustKeeper(store, expires: true, now: now))
        } catch {
            let status: ExitStatus =
                switch error.kind {
                case .invalid: .badData
                case .full: .cannotCreate
                case .notFound, .conflict, .unavailable: .unavailable
                }
            throw GatewayFailure(status, error.description)
        }
    }

    private static func now() -> Int64 { SystemClock.wall / 1_000_000 }
}
