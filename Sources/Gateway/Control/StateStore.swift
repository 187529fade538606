// SPDX-License-Identifier: Apache-2.0

internal import Storage

/// The daemon's state on disk, for the command line.
public enum StateStore {
    /// Checks the store.
    ///
    /// - Parameter folder: where it is; nil leaves it to the environment.
    /// - Returns: what is in it, in a sentence.
    /// - Throws: `GatewayFailure` with what is wrong.
    public static func check(_ folder: String?) throws(GatewayFailure) -> String {
        do throws(StoreError) {
            return try StoreInspection(place(folder)).check()
        } catch {
            throw GatewayFailure(error)
        }
    }

    /// Copies the store into a new file, whole as of one moment; the daemon may run.
    ///
    /// - Throws: `GatewayFailure`; no file is left then.
    public static func backUp(_ folder: String?, to path: String) throws(GatewayFailure) {
        do throws(StoreError) {
            let inspection = try StoreInspection(place(folder))
            _ = try inspection.check()
            try inspection.backUp(to: path)
        } catch {
            throw GatewayFailure(error)
        }
    }

    private static func place(_ folder: String?) throws(StoreError) -> StateFolder {
        if let folder { return StateFolder(folder) }
        return try StateFolder()
    }
}
