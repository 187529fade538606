// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite
internal import Paths

/// Consecutive points of a path.
struct PointBatch {
    /// The readable points.
    var points: [PathPoint] = []
    /// The index in the path of each of these points.
    var indices: [Int] = []
    /// The number of rows read.
    var rows = 0
    /// True if the last row was unreadable, in which case the next point begins a segment.
    var isBroken = false
}

/// Reads points of a path within a transaction. A point with a bad cell is skipped and reported, and the next point
/// begins a segment.
struct PointReader {
    private let database: Database
    private let damage: StoreDamage
    /// The receiver of the previous point.
    private var source: (id: Int64, name: String)?

    init(_ database: Database, _ damage: StoreDamage) { (self.database, self.damage) = (database, damage) }

    /// - Parameter isBroken: True if the row before the first one was unreadable.
    /// - Throws: SQLite's error.
    mutating func points(
        of path: Int64, from first: Int, limit: Int, isBroken: Bool = false
    ) throws -> PointBatch {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(PointRow.columns), number FROM points
                WHERE path = ? AND number >= ? AND number < ? ORDER BY number
                """)
        statement.setUncheckedArguments([path, first, first.addingReportingOverflow(limit).partialValue])
        let handle = statement.sqliteStatement
        let row = PointRow(handle: handle) { "\(path), \(sqlite3_column_int64(handle, 17))" }
        defer { sqlite3_reset(handle) }
        var batch = PointBatch(isBroken: isBroken)
        batch.points.reserveCapacity(min(limit, 1000))
        batch.indices.reserveCapacity(min(limit, 1000))
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return batch }
            guard code == SQLITE_ROW else {
                throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
            }
            take(row, into: &batch)
        }
    }

    /// Checks all rows of a statement that selects `PointRow.columns`, the number and the path.
    ///
    /// - Parameter take: Called with each bad cell; returns false to stop.
    /// - Throws: SQLite's error.
    func check(_ statement: Statement, _ take: (BadCell) -> Bool) throws {
        let handle = statement.sqliteStatement
        let row = PointRow(handle: handle) {
            "\(sqlite3_column_int64(handle, 18)), \(sqlite3_column_int64(handle, 17))"
        }
        defer { sqlite3_reset(handle) }
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else {
                throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
            }
            do throws(BadCell) {
                _ = (try row.point(), try row.source(), try row.key())
            } catch {
                guard take(error) else { return }
            }
        }
    }

    private mutating func take(_ row: PointRow, into batch: inout PointBatch) {
        batch.rows += 1
        do throws(BadCell) {
            var point = try row.point()
            point.receiver = receiver(try row.source())
            if batch.isBroken { point.beginsSegment = true }
            batch.isBroken = false
            batch.points.append(point)
            batch.indices.append(Int(sqlite3_column_int64(row.handle, 17)))
        } catch {
            damage.note(error)
            batch.isBroken = true
        }
    }

    /// Looks up a receiver's name. An unreadable name counts as none.
    private mutating func receiver(_ id: Int64?) -> String? {
        guard let id else { return nil }
        if id == source?.id { return source?.name }
        let found = try? StoreTable.sources.first(database, "SELECT id, name FROM sources WHERE id = ?", [id])
        let name = found.flatMap { row in damage.read([row]) { row throws(BadCell) in try row.text("name") }.first }
        source = name.map { (id, $0) }
        return name
    }
}
