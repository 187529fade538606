// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import GRDB
internal import GRDBSQLite
internal import Paths

/// Writes points as rows with SQLite's own functions. Passing an array of values for each row would take twice as long
/// as the writing itself.
struct PointInsertion {
    private let database: Database
    /// Keeps `handle` valid.
    private let statement: Statement
    private let handle: OpaquePointer

    /// - Throws: SQLite's error.
    init(_ database: Database) throws {
        let values = String(repeating: ", ?", count: 18)
        self.database = database
        statement = try database.cachedStatement(
            sql: "INSERT INTO points (path, number, \(PointRow.columns)) VALUES (?\(values))")
        handle = statement.sqliteStatement
    }

    /// - Throws: SQLite's error.
    func insert(_ point: PathPoint, path: Int64, number: Int, source: Int64?) throws {
        bind(1, path)
        bind(2, Int64(number))
        bind(3, point.position.latitude.degrees)
        bind(4, point.position.longitude.degrees)
        bind(5, point.time?.nanosecondsSince1970)
        bind(6, PointTraits(point).rawValue)
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
        bind(17, point.satellitesUsed.map(Int64.init))
        bind(18, point.sampleCount.map(Int64.init))
        bind(19, source)
        let code = sqlite3_step(handle)
        // The reset returns the step's error again, so its result is ignored. The values stay bound, and the next
        // insertion binds all of them.
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
    }

    private func bind(_ index: Int32, _ value: Int64?) {
        if let value { sqlite3_bind_int64(handle, index, value) } else { sqlite3_bind_null(handle, index) }
    }

    /// Binds a value; nil and NaN become NULL.
    private func bind(_ index: Int32, _ value: Double?) {
        if let value { sqlite3_bind_double(handle, index, value) } else { sqlite3_bind_null(handle, index) }
    }
}
