// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// Compares the tables, indices, triggers and views of a store with those that this program creates.
struct StoreShape {
    /// Triggers that do not belong to the program. They would act on data that the daemon writes.
    private(set) var triggers: [String] = []
    /// Views, tables and indices that do not belong to the program. They have no effect by themselves.
    private(set) var strange: [String] = []
    /// Missing tables and indices, with the SQL that creates each.
    private(set) var missing: [(name: String, sql: String)] = []
    /// Tables that lack columns, each with the columns' names, for people.
    private(set) var changed: [String] = []

    /// All deviations, for people.
    var findings: [String] {
        missing.map { "\($0.name) is missing" } + changed
            + triggers.map { "the trigger \($0) does not belong to the gateway" }
            + strange.map { "\($0) does not belong to the gateway" }
    }

    /// - Parameter version: The version of the database.
    /// - Throws: SQLite's error.
    init(_ database: Database, version: Int) throws {
        let known = try Self.objects(of: version)
        let found = try Self.objects(database)
        for object in found where !known.contains(where: { $0.type == object.type && $0.name == object.name }) {
            if object.type == "trigger" { triggers.append(object.name) } else { strange.append(object.title) }
        }
        for object in known {
            guard found.contains(where: { $0.type == object.type && $0.name == object.name }) else {
                missing.append((object.title, object.sql))
                continue
            }
            guard object.type == "table" else { continue }
            let columns = try Self.columns(of: object.name, database)
            let absent = object.columns.filter { !columns.contains($0) }
            if !absent.isEmpty { changed.append("\(object.title) has no column \(absent.joined(separator: ", "))") }
        }
    }

    /// Creates missing tables and indices, and removes foreign triggers.
    ///
    /// - Returns: Descriptions of the repairs, for people.
    /// - Throws: `StoreError.corrupt` if a table lacks columns; SQLite's error.
    func mend(_ database: Database, path: String) throws -> [String] {
        guard changed.isEmpty else { throw StoreError.corrupt(path: path, detail: changed.joined(separator: "; ")) }
        for trigger in triggers { try database.execute(sql: "DROP TRIGGER \(trigger.quotedDatabaseIdentifier)") }
        // `missing` lists tables before their indices.
        for object in missing { try database.execute(sql: object.sql) }
        return triggers.map {
            "the trigger \(StoredText.line($0, limit: 80)) did not belong to the gateway and was removed"
        }
            + missing.map { "\($0.name) was missing; an empty one was created" }
    }

    private struct Object {
        var type: String
        var name: String
        var sql: String
        var columns: [String] = []
        var title: String { "\(type) \(StoredText.line(name, limit: 80))" }
    }

    /// The objects that this program creates for a version.
    private static func objects(of version: Int) throws -> [Object] {
        let queue = try DatabaseQueue()
        return try queue.writeWithoutTransaction { database in
            try StoreSchema.migrate(database, path: "in memory", to: version)
            return try objects(database).map { object in
                var object = object
                if object.type == "table" { object.columns = try columns(of: object.name, database) }
                return object
            }
        }
    }

    /// All objects except those that SQLite creates by itself.
    private static func objects(_ database: Database) throws -> [Object] {
        let sql = """
            SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            ORDER BY type = 'table' DESC, rowid
            """
        return try Row.fetchAll(database, sql: sql).map { row in
            let cells = StoredRow(row, of: "sqlite_master", key: ["name"])
            return Object(
                type: try cells.text("type"), name: try cells.text("name"), sql: try cells.optionalText("sql") ?? "")
        }
    }

    private static func columns(of table: String, _ database: Database) throws -> [String] {
        try Row.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table]).map { row in
            try StoredRow(row, of: "pragma_table_info", key: []).text("name")
        }
    }
}
