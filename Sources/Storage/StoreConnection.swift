// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Glibc

/// Opens an existing store's database, checks it, migrates it to the current version and repairs single rows.
struct StoreConnection {
    let queue: DatabaseQueue
    /// The unreadable cells.
    private(set) var cells: [BadCell] = []
    /// Descriptions of the other repairs, for people.
    private(set) var mended: [String] = []

    /// - Throws: `StoreError`; only repairs may have been made in that case.
    init(_ path: String) throws(StoreError) {
        let guardian = try StoreGuardian(path)
        defer { guardian.close() }
        var (cells, mended): ([BadCell], [String]) = ([], [])
        var opened: DatabaseQueue?
        do {
            let queue = try DatabaseQueue(path: path, configuration: Store.configuration)
            opened = queue
            try queue.writeWithoutTransaction { database in
                try Self.prepare(database)
                mended = try Self.mend(database, guardian.version, path)
                try StoreSchema.migrate(database, path: path)
                cells = try StoreSweep(database: database).mend()
            }
            _ = chmod(path, 0o600)
            try StateFolder.synchronise(StateFolder.folder(of: path))
            self.queue = queue
        } catch {
            // Close the copy before the guardian, so that the log is kept.
            try? opened?.close()
            throw StoreError(error, path: path)
        }
        (self.cells, self.mended) = (cells, mended)
    }

    private static func mend(_ database: Database, _ version: Int, _ path: String) throws -> [String] {
        let shape = try StoreShape(database, version: version)
        guard !shape.findings.isEmpty else { return [] }
        var mended: [String] = []
        try database.inTransaction(.immediate) {
            mended = try shape.mend(database, path: path)
            return .commit
        }
        return mended
    }

    /// Configures SQLite so that each commit is on disk before it is acknowledged.
    private static func prepare(_ database: Database) throws {
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw DatabaseError(
                message: "its file system does not support a write-ahead log (journal mode \(mode ?? "unknown"))")
        }
        try database.execute(sql: "PRAGMA synchronous = FULL")
    }
}
