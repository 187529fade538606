// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite
internal import Paths

/// Reads points of a path within a transaction.
struct PointReader {
    private let database: Database
    /// The receiver that came last.
    private var source: (id: Int64, name: String)?

    init(_ database: Database) { self.database = database }

    /// - Throws: `DatabaseError` of damage where a row holds no position; what SQLite says.
    mutating func points(of path: Int64, from first: Int, limit: Int) throws -> [PathPoint] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(PointRow.columns) FROM points
                WHERE path = ? AND number >= ? AND number < ? ORDER BY number
                """)
        statement.setUncheckedArguments([path, first, first.addingReportingOverflow(limit).partialValue])
        let row = PointRow(handle: statement.sqliteStatement)
        defer { sqlite3_reset(row.handle) }
        var points: [PathPoint] = []
        points.reserveCapacity(min(limit, 1000))
        while true {
            let code = sqlite3_step(row.handle)
            if code == SQLITE_DONE { return points }
            guard code == SQLITE_ROW else {
                throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
            }
            guard var point = row.point else {
                let number = first + points.count
                throw DatabaseError(
                    resultCode: .SQLITE_CORRUPT, message: "the point \(number) of the path \(path) has no place")
            }
            point.receiver = try receiver(row.source)
            points.append(point)
        }
    }

    private mutating func receiver(_ id: Int64?) throws -> String? {
        guard let id else { return nil }
        if id == source?.id { return source?.name }
        let statement = try database.cachedStatement(sql: "SELECT name FROM sources WHERE id = ?")
        let name = try String.fetchOne(statement, arguments: [id])
        source = name.map { (id, $0) }
        return name
    }
}
