// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import GRDB
internal import Paths

/// Reads and writes paths as rows.
enum StoredPath {
    /// The SQL that selects paths for `path(_:)`. It includes paths whose user is missing, so that the bad cell is
    /// noticed.
    static let selection = "SELECT p.*, u.name AS owner FROM paths p LEFT JOIN users u ON u.id = p.user"

    /// The condition that a path does not belong to an unfinished import and is not being deleted.
    static let isShown = "p.state <> \(RecordedPath.State.arriving.rawValue)"

    static func path(_ row: StoredRow) throws(BadCell) -> RecordedPath {
        let leap = try row.integer("leap", in: 0...3)
        let started = UTCTime(
            nanosecondsSince1970: try row.integer("started", in: StoredRange.pathNanoseconds),
            isLeapSecond: leap & 1 != 0)
        _ = try row.integer("user")
        guard let user = try row.optionalText("owner") else { throw row.bad("user", "the user does not exist") }
        var path = RecordedPath(
            id: try row.integer("id", in: StoredRange.numbers), name: try row.text("name"), user: user, started: started
        )
        path.kind = try row.element("kind", of: RecordedPath.Kind.self)
        // The check of a store also reads the rows of an earlier version, which lack the column.
        path.isImported = row.row.hasColumn("imported") ? try row.flag("imported") : false
        path.state = try row.element("state", of: RecordedPath.State.self)
        path.ended = try row.optionalInteger("ended", in: StoredRange.pathNanoseconds).map {
            UTCTime(nanosecondsSince1970: $0, isLeapSecond: leap & 2 != 0)
        }
        path.pointCount = try row.count("points")
        _ = try row.count("removals")
        path.length = try row.optionalReal("length").map { Length(metres: $0) }
        path.area = try row.optionalReal("area")
        path.crossesItself = try row.optionalInteger("crosses", in: 0...1).map { $0 == 1 }
        path.sent = try row.element("sent", of: RecordedPath.SentState.self)
        path.lastSendError = try row.optionalText("send_error")
        return path
    }

    /// - Throws: `StoreError.unknownPath` if the path does not exist; SQLite's error.
    static func known(_ id: Int64, _ database: Database) throws -> RecordedPath {
        guard let path = try find(id, database) else { throw StoreError.unknownPath(id) }
        return path
    }

    static func find(_ id: Int64, _ database: Database) throws -> RecordedPath? {
        let statement = selection + " WHERE p.id = ? AND \(isShown)"
        return try StoreTable.paths.first(database, statement, [id]).map(path)
    }

    /// Inserts a new path, and its owner if this is the owner's first path. The path's number and its count of points
    /// are ignored.
    ///
    /// - Returns: The path's number.
    /// - Throws: `StoreError.unsound` if the owner's name is not permitted; SQLite's error.
    static func insert(_ path: RecordedPath, _ database: Database) throws -> Int64 {
        let user = try number(ofUser: path.user, database)
        let leap = (path.started.isLeapSecond ? 1 : 0) | (path.ended?.isLeapSecond == true ? 2 : 0)
        try database.execute(
            sql: """
                INSERT INTO paths
                    (user, kind, name, state, started, ended, leap, length, area, crosses, sent, send_error, imported)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                user, path.kind.rawValue, StoredText.name(path.name), path.state.rawValue,
                path.started.nanosecondsSince1970, path.ended?.nanosecondsSince1970, leap, path.length?.metres,
                path.area, path.crossesItself, path.sent.rawValue, StoredText.error(path.lastSendError),
                path.isImported,
            ])
        return database.lastInsertedRowID
    }

    private static func number(ofUser name: String, _ database: Database) throws -> Int64 {
        let known = try Int64.fetchOne(database, sql: "SELECT id FROM users WHERE name = ?", arguments: [name])
        if let known { return known }
        try database.execute(sql: "INSERT INTO users (name) VALUES (?)", arguments: [try StoredText.user(name)])
        return database.lastInsertedRowID
    }
}
