// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Glibc

/// Looks at the file of a store.
enum StoreFile {
    /// What SQLite would pass over in silence: it takes an empty file for a new database and removes the log beside it,
    /// and it opens read-only what may not be written.
    static func checkBeforeOpening(_ path: String) throws(StoreError) {
        guard access(path, F_OK) == 0 else { return }
        guard access(path, R_OK | W_OK) == 0 else {
            throw StoreError(code: errno, path: path, doing: "opening it")
        }
        if size(path) == 0, let log = size(path + "-wal"), log > 0 {
            throw .corrupt(path: path, detail: "it is empty, and the log beside it is not")
        }
    }

    /// The structure of the whole file, without its indices against its tables.
    static func checkQuickly(_ database: Database, path: String) throws {
        try report(try String.fetchAll(database, sql: "PRAGMA quick_check(1)"), path: path)
    }

    /// Everything that SQLite can check.
    static func checkThoroughly(_ database: Database, path: String) throws {
        try report(try String.fetchAll(database, sql: "PRAGMA integrity_check(20)"), path: path)
        if let table = try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") {
            throw StoreError.corrupt(
                path: path, detail: "rows of \(table[0] as String? ?? "a table") belong to nothing")
        }
    }

    private static func report(_ lines: [String], path: String) throws {
        if lines != ["ok"] {
            throw StoreError.corrupt(path: path, detail: lines.joined(separator: "; "))
        }
    }

    private static func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }
}
