// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Glibc

/// Checks and creates the files of a store.
enum StoreFile {
    /// Checks for conditions that SQLite would silently accept: it treats an empty file as a new database, removes a
    /// log that is unreadable or has no database, and opens a file without write permission as read-only.
    ///
    /// - Parameter mode: The access that this process needs.
    /// - Throws: `StoreError` if one of these conditions exists.
    static func checkBeforeOpening(_ path: String, mode: Int32 = R_OK | W_OK) throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw StoreError(code: errno, path: path, doing: "opening it") }
            guard (size(path + "-wal") ?? 0) == 0 else {
                throw .corrupt(path: path, detail: "it is missing, but its log is still there")
            }
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .failed(path: path, reason: "it is not a file") }
        guard access(path, mode) == 0 else { throw StoreError(code: errno, path: path, doing: "opening it") }
        guard status.st_size > 0 else { throw .corrupt(path: path, detail: "the file is empty") }
        if let damage = WriteAheadLog.damage(of: path + "-wal") { throw .corrupt(path: path, detail: damage) }
    }

    /// Checks the structure of the whole file, without comparing indices with tables and without checking rows.
    ///
    /// - Throws: `StoreError.corrupt` if the file is damaged; SQLite's error.
    static func checkQuickly(_ database: Database, path: String) throws {
        _ = try check(database, "quick_check", path: path)
    }

    /// Runs all of SQLite's checks.
    ///
    /// - Returns: Findings about single rows, for people.
    /// - Throws: `StoreError.corrupt` if the file is damaged.
    static func checkThoroughly(_ database: Database, path: String) throws -> [String] {
        var findings = try check(database, "integrity_check", path: path)
        let rows = try Row.fetchCursor(database, sql: "PRAGMA foreign_key_check")
        while let row = try rows.next(), findings.count < 100 {
            let cells = StoredRow(row, of: "foreign_key_check", key: [])
            let (table, parent) = (try cells.text("table"), try cells.text("parent"))
            let number = try cells.optionalInteger("rowid").map { " (row \($0))" } ?? ""
            findings.append("a row of \(table)\(number) belongs to a row of \(parent) that is missing")
        }
        return findings
    }

    /// Runs a check. SQLite checks the pages of all tables first, so findings about rows do not hide damage of the
    /// file.
    private static func check(_ database: Database, _ pragma: String, path: String) throws -> [String] {
        let lines = try String.fetchAll(database, sql: "PRAGMA \(pragma)(1000)").filter { $0 != "ok" }
        let isOfRow: (String) -> Bool = { line in
            line.hasPrefix("CHECK constraint failed in ") || line.contains(" value in ")
        }
        let damage = lines.filter { !isOfRow($0) }
        guard damage.isEmpty else {
            throw StoreError.corrupt(path: path, detail: damage.prefix(20).joined(separator: "; "))
        }
        return lines
    }

    /// Creates a new store atomically, with the contents that `fill` writes.
    ///
    /// - Throws: `StoreError`; no file is left in that case.
    static func make(
        at path: String, _ fill: (Database) throws -> Void = { _ in }
    ) throws(StoreError) {
        remove(path)
        do {
            let queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try StoreSchema.migrate(database, path: path)
                try database.inTransaction(.immediate) {
                    try fill(database)
                    return .commit
                }
            }
            try queue.close()
            guard chmod(path, 0o600) == 0 else { throw StoreError(code: errno, path: path, doing: "setting its mode") }
            try FileCopy.synchronise(path)
        } catch {
            remove(path)
            throw StoreError(error, path: path)
        }
    }

    /// Copies the main file of another store, without its log.
    ///
    /// - Returns: True if the copy is intact by itself; otherwise no file is left.
    /// - Throws: `StoreError` if the file cannot be copied; no file is left in that case.
    static func salvage(_ path: String, at copy: String) throws(StoreError) -> Bool {
        remove(copy)
        try FileCopy.make(of: path, at: copy)
        let isSound = try? DatabaseQueue(path: copy).writeWithoutTransaction { database in
            let version = try StoreSchema.check(database, path: copy)
            guard version > 0, try StoreShape(database, version: version).changed.isEmpty else { return false }
            try checkQuickly(database, path: copy)
            // The new store must be a single file, without a log beside it.
            try database.execute(sql: "PRAGMA journal_mode = DELETE")
            return true
        }
        guard isSound == true else {
            remove(copy)
            return false
        }
        try FileCopy.synchronise(copy)
        return true
    }

    /// Removes all files of a store that is not in use.
    static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    /// The size of a file in bytes; nil if it does not exist.
    static func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }
}
