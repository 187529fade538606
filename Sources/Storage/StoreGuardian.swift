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
        try Self.rollBack(path)
        var configuration = Store.configuration
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            version = try queue.unsafeRead { database in
                let version = try StoreSchema.check(database, path: path)
                guard version > 0 else {
                    throw StoreError.corrupt(path: path, detail: "it is empty and its log is missing")
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

    /// Takes back what a sudden end cut off while the database had a rollback journal (it is made and restored with one, and
    /// gets its log afterwards): a connection that only reads may not, and without it no later start could.
    private static func rollBack(_ path: String) throws(StoreError) {
        guard (StoreFile.size(path + "-journal") ?? 0) > 0 else { return }
        do {
            let queue = try DatabaseQueue(path: path, configuration: Store.configuration)
            try queue.unsafeRead { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
            try queue.close()
        } catch {
            throw StoreError(error, path: path)
        }
    }
}
