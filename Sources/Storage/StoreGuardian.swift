// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// A read-only connection that checks a database before another connection may write to it. While it is open, SQLite
/// neither checkpoints the log of a damaged database into the main file nor removes it; and because this connection is
/// read-only, closing it does neither.
struct StoreGuardian {
    /// The version of the database, at least 1.
    let version: Int
    private let queue: DatabaseQueue

    /// - Throws: `StoreError` if the database is damaged, of a later version or of another program; nothing is changed
    ///   in that case.
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

    /// Rolls back a transaction that was interrupted while the database had a rollback journal, as it does when it is
    /// created or restored. A read-only connection cannot do this, and without it no later start could open the
    /// database.
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
