// SPDX-License-Identifier: Apache-2.0

package import ControlModel
package import DaemonRuntime
internal import GNSSTypes
internal import Glibc
internal import OSNMA
internal import OSNMAFiles
package import OSNMAValidation
internal import Storage
internal import SystemSupport

/// OSNMA's trusted keys and roots for the command line, while no daemon runs.
package enum OfflineTrust {
    /// Finds the state folder: the one that the operator named, otherwise the one of `StateFolder.ofTrust`.
    ///
    /// - Parameters:
    ///   - named: The folder that the operator named; nil for none.
    ///   - isChanged: True if the command writes to the store.
    /// - Throws: `GatewayError` if there is no folder, or if it must not say which keys are trusted.
    package static func folder(_ named: String?, isChanged: Bool) throws(GatewayError) -> String {
        do throws(StoreError) {
            return try StateFolder.ofTrust(named, isChanged: isChanged).path
        } catch {
            throw GatewayError(error)
        }
    }

    /// Describes a state folder for people: its path, and whether it says anything about trust.
    package static func description(of folder: String) -> String {
        if StoreInspection.isThere(StateFolder(folder)) { return folder }
        let isClosed = folder != StateFolder.service && StateFolder.isClosed(StateFolder.service)
        return "\(folder) (without a store: only the built-in keys are known"
            + (isClosed ? "; this account may not read \(StateFolder.service)" : "") + ")"
    }

    /// Lists all known public keys and roots. The store is only read; without a store, lists the built-in ones.
    ///
    /// - Parameter folder: The state folder.
    /// - Throws: `GatewayError` if the store cannot be read.
    package static func list(_ folder: String) throws(GatewayError) -> [TrustReport] {
        try inventory(folder, now: now()).reports
    }

    /// The trust for the examination of recordings and photos: stored, built-in and received keys and roots, and everything that
    /// Galileo or the operator withdrew. It includes expired ones; `TrustStart.examining` decides which count for the data.
    ///
    /// - Parameter folder: The state folder.
    /// - Throws: `GatewayError` if the store cannot be read.
    package static func start(_ folder: String) throws(GatewayError) -> TrustStart {
        let inventory = try inventory(folder, now: nil)
        let trusted = inventory.records.filter { $0.state == .trusted }.map(\.entry)
        var start = TrustStart(anchors: TrustAnchors(trusted), hotStart: inventory.hotStart)
        start.withdrawn = inventory.withdrawn
        return start
    }

    /// Trusts keys and roots: all of them or none.
    ///
    /// - Parameter folder: The state folder. Created if missing.
    /// - Throws: `GatewayError` if a request is invalid or the store cannot be written.
    package static func trust(_ requests: [TrustRequest], _ folder: String) async throws(GatewayError)
        -> [TrustReport]
    {
        try await asking(folder) { coordinator throws(ControlError) in try await coordinator.trust(requests) }
    }

    /// Stops trusting a key or root.
    ///
    /// - Parameters:
    ///   - fingerprint: The first digits of its fingerprint, at least 8.
    ///   - folder: The state folder.
    /// - Throws: `GatewayError` if there is no such key or root, or the store cannot be written.
    package static func distrust(_ fingerprint: String, _ folder: String) async throws(GatewayError) -> TrustReport {
        try await asking(folder) { coordinator throws(ControlError) in try await coordinator.distrust(fingerprint) }
    }

    private static func inventory(_ folder: String, now: Int64?) throws(GatewayError) -> TrustInventory {
        do throws(StoreError) {
            let place = StateFolder(folder)
            guard StoreInspection.isThere(place) else { return TrustInventory(StoredTrust(), now: now) }
            return TrustInventory(try StoreInspection(place).trust(), now: now)
        } catch {
            throw GatewayError(error)
        }
    }

    private static func asking<Value: Sendable>(
        _ folder: String, _ body: (TrustCoordinator) async throws(ControlError) -> Value
    ) async throws(GatewayError) -> Value {
        let store: Store
        do throws(StoreError) { store = try Store(StateFolder(folder)) } catch { throw GatewayError(error) }
        defer { store.close() }
        do throws(ControlError) {
            return try await body(TrustCoordinator(store, expires: true, now: now))
        } catch {
            let status: ExitStatus =
                switch error.kind {
                case .invalid: .badData
                case .full: .cannotCreate
                case .notFound, .conflict, .forbidden, .outdated, .unprocessable, .unavailable: .unavailable
                }
            throw GatewayError(status, error.description)
        }
    }

    private static func now() -> Int64 { SystemClock.wall / 1_000_000 }
}
