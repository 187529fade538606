// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite
internal import Paths

/// Points of a path that follow each other.
struct PointBatch {
    /// Those that can be read.
    var points: [PathPoint] = []
    /// How many rows there were.
    var rows = 0
    /// The last row could not be read, so that the next point begins a segment.
    var isBroken = false
}

/// Reads points of a path within a transaction. One with a bad cell is left out and noted, and the point behind it begins
/// a segment.
struct PointReader {
    private let database: Database
    private let damage: StoreDamage
    /// The receiver that came last.
    private var source: (id: Int64, name: String)?

    init(_ database: Database, _ damage: StoreDamage) { (self.database, self.damage) = (database, damage) }

    /// - Parameter isBroken: the row before the first one could not be read.
    /// - Throws: what SQLite says.
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
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return batch }
            guard code == SQLITE_ROW else {
                throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
            }
            take(row, into: &batch)
        }
    }

    /// Reads every row that a statement finds, which selects the columns, the number and the path.
    ///
    /// - Parameter take: called with each bad cell; false ends it.
    /// - Throws: what SQLite says.
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
        } catch {
            damage.note(error)
            batch.isBroken = true
        }
    }

    /// A name that cannot be read is no name.
    private mutating func receiver(_ id: Int64?) -> String? {
        guard let id else { return nil }
        if id == source?.id { return source?.name }
        let found = try? StoreTable.sources.first(database, "SELECT id, name FROM sources WHERE id = ?", [id])
        let name = found.flatMap { row in damage.read([row]) { row throws(BadCell) in try row.text("name") }.first }
        source = name.map { (id, $0) }
        return name
    }
}
