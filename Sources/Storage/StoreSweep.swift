// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// Reads rows through the daemon's decoders and finds those that it cannot read.
struct StoreSweep {
    let database: Database

    /// Returns the bad cells of a table, each with its row.
    ///
    /// - Parameter limit: The largest number of cells.
    /// - Throws: SQLite's error.
    func badRows(of table: StoreTable, limit: Int = 1000) throws -> [(row: StoredRow, cell: BadCell)] {
        var found: [(row: StoredRow, cell: BadCell)] = []
        let rows = try Row.fetchCursor(database, sql: table.selection)
        while found.count < limit, let row = try rows.next() {
            let cells = table.row(row)
            do throws(BadCell) {
                try table.decode(cells)
            } catch {
                found.append((table.row(row.copy()), error))
            }
        }
        return found
    }

    /// Returns the first bad cells of the points.
    ///
    /// - Throws: SQLite's error.
    func badPoints(limit: Int) throws -> [BadCell] {
        var found: [BadCell] = []
        let statement = try database.makeStatement(
            sql: "SELECT \(PointRow.columns), number, path FROM points ORDER BY path, number")
        let reader = PointReader(database, StoreDamage())
        try reader.check(statement) { cell in
            found.append(cell)
            return found.count < limit
        }
        return found
    }

    /// Repairs data that the daemon cannot use, in one transaction.
    ///
    /// - Returns: All bad cells of the tables except the points.
    /// - Throws: SQLite's error; nothing is changed in that case.
    func mend() throws -> [BadCell] {
        var cells: [BadCell] = []
        try database.inTransaction(.immediate) {
            for table in StoreTable.all {
                let bad = try badRows(of: table)
                for (row, _) in bad { try cure(row, of: table) }
                cells += bad.map(\.cell)
            }
            if !cells.isEmpty { try renumberPaths() }
            try mendNumbering()
            let name = StoreSchema.localUser
            if try Row.fetchOne(database, sql: "SELECT id FROM users WHERE name = ?", arguments: [name]) == nil {
                try database.execute(sql: "INSERT INTO users (name) VALUES (?)", arguments: [name])
            }
            for queue in OutboxTables.all.map(\.prefix) {
                if try !cells.isEmpty || isStateMissing(queue) { try recount(queue) }
            }
            return .commit
        }
        return cells
    }

    private func cure(_ row: StoredRow, of table: StoreTable) throws {
        let condition = table.key.map { "\($0) IS ?" }.joined(separator: " AND ")
        switch table.cure {
        case .leave: return
        case .release(let queue):
            try database.execute(
                sql: "UPDATE \(queue)_entries SET message = NULL WHERE message IS ?",
                arguments: StatementArguments(row.keyValues))
        case .remove, .recount: break
        }
        try database.execute(
            sql: "DELETE FROM \(table.name) WHERE \(condition)", arguments: StatementArguments(row.keyValues))
    }

    /// Gives a path whose number is out of range the next free number.
    private func renumberPaths() throws {
        let range = "BETWEEN \(StoredRange.numbers.lowerBound) AND \(StoredRange.numbers.upperBound)"
        for id in try Int64.fetchAll(database, sql: "SELECT id FROM paths WHERE id NOT \(range)") {
            let highest = try Int64.fetchOne(database, sql: "SELECT max(id) FROM paths WHERE id \(range)") ?? 0
            guard highest < StoredRange.count else { return }
            try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
            try database.execute(sql: "UPDATE paths SET id = ? WHERE id = ?", arguments: [highest + 1, id])
            try database.execute(sql: "UPDATE points SET path = ? WHERE path = ?", arguments: [highest + 1, id])
        }
    }

    /// Repairs SQLite's own record of the last number of each table.
    private func mendNumbering() throws {
        let bad = "typeof(seq) <> 'integer' OR seq NOT BETWEEN 0 AND \(StoredRange.count)"
        for name in try String.fetchAll(database, sql: "SELECT name FROM sqlite_sequence WHERE \(bad)") {
            guard let table = StoreTable.all.first(where: { $0.name == name }), let key = table.key.first else {
                continue
            }
            try database.execute(
                sql: "UPDATE sqlite_sequence SET seq = (SELECT coalesce(max(\(key)), 0) FROM \(name)) WHERE name = ?",
                arguments: [name])
        }
    }

    private func isStateMissing(_ queue: String) throws -> Bool {
        try Row.fetchOne(database, sql: "SELECT id FROM \(queue)_state") == nil
    }

    /// Counts the waiting entries of an outbox queue again.
    private func recount(_ queue: String) throws {
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO \(queue)_state (id) VALUES (1);
                UPDATE \(queue)_state SET entries = (SELECT count(*) FROM \(queue)_entries),
                    bytes = (SELECT coalesce(sum(length(content)), 0) FROM \(queue)_entries);
                UPDATE \(queue)_entries SET message = NULL
                WHERE message IS NOT NULL AND message NOT IN (SELECT number FROM \(queue)_messages);
                """)
    }
}
