// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import GRDB
internal import Paths

/// Paths as rows.
enum StoredPath {
    /// What a path is read with; `path` reads its rows.
    static let selection = """
        SELECT p.id, p.name, u.name AS user, p.kind, p.state, p.started, p.ended, p.leap, p.points, p.length, p.area,
            p.crosses, p.sent, p.send_error
        FROM paths p JOIN users u ON u.id = p.user
        """

    /// The condition that a path is not one of an import that goes on.
    static let isShown = "p.state <> \(RecordedPath.State.arriving.rawValue)"

    static func path(_ row: Row) -> RecordedPath {
        let leap = row["leap"] as Int64
        let started = UTCTime(nanosecondsSince1970: row["started"], isLeapSecond: leap & 1 != 0)
        var path = RecordedPath(id: row["id"], name: row["name"], user: row["user"], started: started)
        path.kind = RecordedPath.Kind(rawValue: row["kind"]) ?? .path
        path.state = RecordedPath.State(rawValue: row["state"]) ?? .finished
        path.ended = (row["ended"] as Int64?).map {
            UTCTime(nanosecondsSince1970: $0, isLeapSecond: leap & 2 != 0)
        }
        path.pointCount = row["points"]
        path.length = (row["length"] as Double?).map { Length(metres: $0) }
        path.area = row["area"]
        path.crossesItself = row["crosses"]
        path.sent = RecordedPath.SentState(rawValue: row["sent"]) ?? .unsent
        path.lastSendError = row["send_error"]
        return path
    }

    /// - Throws: `StoreError.unknownPath`; what SQLite says.
    static func known(_ id: Int64, _ database: Database) throws -> RecordedPath {
        guard let path = try find(id, database) else { throw StoreError.unknownPath(id) }
        return path
    }

    static func find(_ id: Int64, _ database: Database) throws -> RecordedPath? {
        let statement = try database.cachedStatement(sql: selection + " WHERE p.id = ? AND \(isShown)")
        return try Row.fetchOne(statement, arguments: [id]).map(path)
    }

    /// Writes a new path. Its number and its count of points are not looked at.
    ///
    /// - Returns: its number.
    /// - Throws: `StoreError.unknownUser`; what SQLite says.
    static func insert(_ path: RecordedPath, _ database: Database) throws -> Int64 {
        let user = try Int64.fetchOne(database, sql: "SELECT id FROM users WHERE name = ?", arguments: [path.user])
        guard let user else { throw StoreError.unknownUser(path.user) }
        let leap = (path.started.isLeapSecond ? 1 : 0) | (path.ended?.isLeapSecond == true ? 2 : 0)
        try database.execute(
            sql: """
                INSERT INTO paths
                    (user, kind, name, state, started, ended, leap, length, area, crosses, sent, send_error)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                user, path.kind.rawValue, StoredText.name(path.name), path.state.rawValue,
                path.started.nanosecondsSince1970, path.ended?.nanosecondsSince1970, leap, path.length?.metres,
                path.area, path.crossesItself, path.sent.rawValue, StoredText.error(path.lastSendError),
            ])
        return database.lastInsertedRowID
    }
}
