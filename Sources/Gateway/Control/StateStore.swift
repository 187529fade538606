// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import GNSSTypes
internal import Storage

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
        do throws(StoreError) {
            let inspection = try StoreInspection(place(folder))
            // Unreadable rows must not prevent a copy of the others.
            _ = try inspection.check(includesRows: false)
            try inspection.backUp(to: path)
        } catch {
            throw GatewayError(error)
        }
    }

    /// Replaces the store with a backup. The daemon must not be running. The previous store is kept in a separate file.
    ///
    /// - Returns: The result, as a sentence.
    /// - Throws: `GatewayError` if the backup cannot be used; the store is unchanged in that case.
    package static func restore(_ folder: String?, from path: String) throws(GatewayError) -> String {
        do throws(StoreError) {
            let folder = try place(folder)
            let kept = try StoreRestoration(folder, from: path).run(
                at: UTCTime(nanosecondsSince1970: GatewayClock(.system).now.wallNanoseconds))
            let present = try StoreInspection(folder).check(includesRows: false)
            return "restored \(path): \(present)" + (kept.map { "; the previous content is kept as \($0)" } ?? "")
        } catch {
            throw GatewayError(error)
        }
    }

    private static func place(_ folder: String?) throws(StoreError) -> StateFolder {
        if let folder { return StateFolder(folder) }
        return try StateFolder()
    }
}
