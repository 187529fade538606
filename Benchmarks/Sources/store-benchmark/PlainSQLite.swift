// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import GRDBSQLite
import Paths

/// The same tables, written and read only with SQLite's own functions.
final class PlainSQLite {
    struct Failure: Error { var reason: String }

    private var database: OpaquePointer?
    private var insertion: OpaquePointer?
    private var counting: OpaquePointer?

    init(_ path: String) throws {
        guard sqlite3_open(path, &database) == SQLITE_OK else { throw failure() }
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        try execute(
            """
            CREATE TABLE paths (id INTEGER PRIMARY KEY, points INTEGER NOT NULL);
            CREATE TABLE points (
                path INTEGER NOT NULL REFERENCES paths (id) ON DELETE CASCADE, number INTEGER NOT NULL,
                latitude REAL NOT NULL, longitude REAL NOT NULL, time INTEGER, traits INTEGER NOT NULL,
                ellipsoidal REAL, orthometric REAL, separation REAL, horizontal REAL, vertical REAL,
                gdop REAL, pdop REAL, hdop REAL, vdop REAL, tdop REAL,
                satellites INTEGER, samples INTEGER, source INTEGER, PRIMARY KEY (path, number)
            ) WITHOUT ROWID
            """)
        insertion = try prepare("INSERT INTO points VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")
        counting = try prepare("UPDATE paths SET points = ? WHERE id = ?")
    }

    func close() {
        sqlite3_finalize(insertion)
        sqlite3_finalize(counting)
        sqlite3_close(database)
        (insertion, counting, database) = (nil, nil, nil)
    }

    func startPath(_ id: Int64) throws { try execute("INSERT INTO paths VALUES (\(id), 0)") }

    func append(_ points: [PathPoint], to path: Int64, from first: Int) throws {
        try execute("BEGIN IMMEDIATE")
        for (index, point) in points.enumerated() {
            bind(point, path, Int64(first + index))
            guard sqlite3_step(insertion) == SQLITE_DONE else { throw failure() }
            sqlite3_reset(insertion)
        }
        sqlite3_bind_int64(counting, 1, Int64(first + points.count))
        sqlite3_bind_int64(counting, 2, path)
        guard sqlite3_step(counting) == SQLITE_DONE else { throw failure() }
        sqlite3_reset(counting)
        try execute("COMMIT")
    }

    /// Reads all columns of all points of a path, and returns the sum of the latitudes.
    func latitudes(of path: Int64) throws -> Double {
        let statement = try prepare("SELECT * FROM points WHERE path = ? ORDER BY number")
        defer { sqlite3_finalize(statement) }
        sqlite3_bind_int64(statement, 1, path)
        var (sum, others) = (0.0, 0.0)
        while sqlite3_step(statement) == SQLITE_ROW {
            sum += sqlite3_column_double(statement, 2)
            for column in [Int32(3), 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] {
                others += sqlite3_column_double(statement, column)
            }
            for column in [Int32(4), 5, 16, 17, 18] {
                others += Double(sqlite3_column_int64(statement, column))
            }
        }
        guard others > 0 else { throw Failure(reason: "nothing was read") }
        return sum
    }

    private func bind(_ point: PathPoint, _ path: Int64, _ number: Int64) {
        sqlite3_bind_int64(insertion, 1, path)
        sqlite3_bind_int64(insertion, 2, number)
        bind(3, point.position.latitude.degrees)
        bind(4, point.position.longitude.degrees)
        sqlite3_bind_int64(insertion, 5, point.time?.nanosecondsSince1970 ?? 0)
        sqlite3_bind_int64(insertion, 6, Int64(point.fixKind.rawValue) << 5 | 0x4000 | Int64(point.quality.rawValue))
        bind(7, point.height.ellipsoidal?.metres)
        bind(8, point.height.orthometric?.metres)
        bind(9, point.height.geoidSeparation?.metres)
        bind(10, point.horizontalAccuracy?.value.metres)
        bind(11, point.verticalAccuracy?.value.metres)
        bind(12, point.dop.gdop)
        bind(13, point.dop.pdop)
        bind(14, point.dop.hdop)
        bind(15, point.dop.vdop)
        bind(16, point.dop.tdop)
        sqlite3_bind_int64(insertion, 17, Int64(point.satellitesUsed ?? 0))
        sqlite3_bind_null(insertion, 18)
        sqlite3_bind_int64(insertion, 19, 1)
    }

    private func bind(_ index: Int32, _ value: Double?) {
        guard let value else {
            sqlite3_bind_null(insertion, index)
            return
        }
        sqlite3_bind_double(insertion, index, value)
    }

    private func execute(_ sql: String) throws {
        guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    private func prepare(_ sql: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
        return statement
    }

    private func failure() -> Failure { Failure(reason: String(cString: sqlite3_errmsg(database))) }
}
