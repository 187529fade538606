// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// A connection that only reads, and checks a database before another one may write to it. While it is open, and because it
/// writes nothing when it is closed, SQLite neither brings the log of a damaged database into its main file nor removes it.
struct StoreGuardian {
    /// The version of the database, 1 and up.
    let version: Int
    private let queue: DatabaseQueue

    /// - Throws: `StoreError` where the database is damaged, later or not ours; nothing is changed.
    init(_ path: String) throws(StoreError) {
        var configuration = Store.configuration
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            version = try queue.unsafeRead { database in
                let version = try StoreSchema.check(database, path: path)
                guard version > 0 else {
                    throw StoreError.corrupt(path: path, detail: "it holds nothing, and its log is gone")
                }
                try StoreFile.checkQuickly(database, path: path)
                return version
            }
            self.queue = queue
        } catch {
            throw StoreError(error, path: path)
        }
    }

    func close() { try? queue.close() }
}
