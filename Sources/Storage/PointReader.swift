// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Paths

/// Reads points of a path within a transaction.
struct PointReader {
    private let database: Database
    /// The names of receivers that came so far.
    private var receivers: [Int64: String] = [:]

    init(_ database: Database) { self.database = database }

    /// - Throws: `DatabaseError` of damage where a row holds no position; what SQLite says.
    mutating func points(of path: Int64, from first: Int, limit: Int) throws -> [PathPoint] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(StoredPoint.columns) FROM points
                WHERE path = ? AND number >= ? AND number < ? ORDER BY number
                """)
        var points: [PathPoint] = []
        let rows = try Row.fetchCursor(
            statement, arguments: [path, first, first.addingReportingOverflow(limit).partialValue])
        while let row = try rows.next() {
            let receiver = try receiver(row[StoredPoint.sourceColumn])
            guard let point = StoredPoint.point(row, receiver: receiver) else {
                throw DatabaseError(
                    resultCode: .SQLITE_CORRUPT,
                    message: "the point \(first + points.count) of the path \(path) has no place")
            }
            points.append(point)
        }
        return points
    }

    private mutating func receiver(_ id: Int64?) throws -> String? {
        guard let id else { return nil }
        if let known = receivers[id] { return known }
        let name = try String.fetchOne(
            database.cachedStatement(sql: "SELECT name FROM sources WHERE id = ?"), arguments: [id])
        receivers[id] = name
        return name
    }
}
