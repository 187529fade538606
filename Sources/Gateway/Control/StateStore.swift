// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import FieldCapture
internal import GNSSTypes
internal import Glibc
internal import Storage
internal import SystemSupport

/// The daemon's state on disk, for the command line.
package enum StateStore {
    /// The state folder of the installed service.
    package static var service: String { StateFolder.service }

    /// Finds the state folder: the one that the operator named, otherwise that of `StateFolder.ofStore`.
    ///
    /// - Parameter named: The folder that the operator named; nil for none.
    /// - Throws: `GatewayError` if the environment names a relative folder, or if there is no folder at all.
    package static func folder(_ named: String?) throws(GatewayError) -> String {
        if let named { return named }
        do throws(StoreError) {
            return try StateFolder.ofStore().path
        } catch {
            throw GatewayError(error)
        }
    }

    /// Checks the store.
    ///
    /// - Parameter folder: The state folder.
    /// - Returns: The contents of the store, as a sentence.
    /// - Throws: `GatewayError` that describes the damage, or if the store cannot be read.
    package static func check(_ folder: String) throws(GatewayError) -> String {
        do throws(StoreError) {
            return try StoreInspection(StateFolder(folder)).check()
        } catch {
            throw GatewayError(error)
        }
    }

    /// Copies a consistent snapshot of the store into a new file. The daemon may be running.
    ///
    /// - Throws: `GatewayError` if the copy fails; no incomplete file is left behind in that case.
    package static func backUp(_ folder: String, to path: String) throws(GatewayError) {
        let state = StateFolder(folder)
        do throws(StoreError) {
            let inspection = try StoreInspection(state)
            // Unreadable rows must not prevent a copy of the others.
            _ = try inspection.check(includesRows: false)
            try inspection.backUp(to: path)
        } catch {
            throw GatewayError(error)
        }
        // After the store: the gateway finds photos that the store lacks, but not the other way round.
        try copyPhotos(path) { () throws(SystemError) in _ = try PhotoBackup.backUp(state.path, beside: path) }
    }

    private static func copyPhotos(
        _ path: String, _ copy: () throws(SystemError) -> Void
    ) throws(GatewayError) {
        do throws(SystemError) {
            try copy()
        } catch {
            throw GatewayError(
                error.code == ENOSPC ? .cannotCreate : .inputOutput,
                "cannot copy the photos in \(PhotoBackup.folder(of: path)): \(SystemError.text(of: error.code))")
        }
    }

    /// Replaces the store with a backup. The daemon must not be running. The previous store is kept in a separate file.
    ///
    /// - Returns: The result, as a sentence.
    /// - Throws: `GatewayError` if the backup cannot be used; the store is unchanged in that case.
    package static func restore(_ folder: String, from path: String) throws(GatewayError) -> String {
        let state = StateFolder(folder)
        let text: String
        do throws(StoreError) {
            // Also after a failure: the daemon's user must be able to use what root created.
            defer { Folder.giveToOwner(state.path) }
            let outcome = try StoreRestoration(state, from: path).run(
                at: UTCTime(nanosecondsSince1970: GatewayClock(.system).now.wallNanoseconds))
            let present = try StoreInspection(state).check(includesRows: false)
            text =
                "restored \(path): \(present)"
                + (outcome.previous.map { "; the previous content is kept as \($0)" } ?? "")
                + (outcome.people.map(sentence) ?? "")
        } catch {
            throw GatewayError(error)
        }
        defer { Folder.giveToOwner(state.path) }
        var photos: Int?
        try copyPhotos(path) { () throws(SystemError) in photos = try PhotoBackup.restore(state.path, beside: path) }
        return text + (photos.map { "; photos copied back: \($0)" } ?? "")
    }

    private static func sentence(_ people: RestoredPeople) -> String {
        let browsers = people.browsers == 1 ? "1 browser was" : "\(people.browsers) browsers were"
        return "; \(browsers) signed out; people and passwords are those of \(people.changed)"
    }
}
