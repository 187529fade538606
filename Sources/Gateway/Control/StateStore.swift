// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import FieldCapture
internal import GNSSTypes
internal import Glibc
internal import Storage
internal import SystemSupport

/// The daemon's state on disk, for the command line.
package enum StateStore {
    /// Checks the store.
    ///
    /// - Parameter folder: The state folder; nil to derive it from the environment.
    /// - Returns: The contents of the store, as a sentence.
    /// - Throws: `GatewayError` that describes the damage, or if the store cannot be read.
    package static func check(_ folder: String?) throws(GatewayError) -> String {
        do throws(StoreError) {
            return try StoreInspection(place(folder)).check()
        } catch {
            throw GatewayError(error)
        }
    }

    /// Copies a consistent snapshot of the store into a new file. The daemon may be running.
    ///
    /// - Throws: `GatewayError` if the copy fails; no file is left behind in that case.
    package static func backUp(_ folder: String?, to path: String) throws(GatewayError) {
        let state: StateFolder
        do throws(StoreError) {
            state = try place(folder)
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
    package static func restore(_ folder: String?, from path: String) throws(GatewayError) -> String {
        let (state, text): (StateFolder, String)
        do throws(StoreError) {
            state = try place(folder)
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

    private static func place(_ folder: String?) throws(StoreError) -> StateFolder {
        if let folder { return StateFolder(folder) }
        return try StateFolder()
    }
}
