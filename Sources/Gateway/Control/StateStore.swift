// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import GNSSTypes
internal import Storage

/// The daemon's state on disk, for the command line.
package enum StateStore {
    /// Checks the store.
    ///
    /// - Parameter folder: where it is; nil leaves it to the environment.
    /// - Returns: what is in it, in a sentence.
    /// - Throws: `GatewayError` with what is wrong.
    package static func check(_ folder: String?) throws(GatewayError) -> String {
        do throws(StoreError) {
            return try StoreInspection(place(folder)).check()
        } catch {
            throw GatewayError(error)
        }
    }

    /// Copies the store into a new file, whole as of one moment; the daemon may run.
    ///
    /// - Throws: `GatewayError`; no file is left then.
    package static func backUp(_ folder: String?, to path: String) throws(GatewayError) {
        do throws(StoreError) {
            let inspection = try StoreInspection(place(folder))
            // Rows that cannot be read are no reason to have no copy of the others.
            _ = try inspection.check(includesRows: false)
            try inspection.backUp(to: path)
        } catch {
            throw GatewayError(error)
        }
    }

    /// Puts a backup in the place of the store; the daemon must not run. The store that was there is kept beside it.
    ///
    /// - Returns: what was done, in a sentence.
    /// - Throws: `GatewayError`; the store is as it was then.
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
