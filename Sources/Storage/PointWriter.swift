// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Paths

/// Appends points to a path within a transaction.
struct PointWriter {
    private let database: Database
    private let path: Int64
    private let sources: SourceSweep
    /// The receiver that was looked up last, with its row number.
    private var source: (name: String, id: Int64)?

    init(_ database: Database, path: Int64, _ sources: SourceSweep) {
        (self.database, self.path, self.sources) = (database, path, sources)
    }

    /// - Returns: The path's new number of points.
    /// - Throws: `StoreError.unknownPath` if the path does not exist; SQLite's error.
    mutating func append(_ points: [PathPoint]) throws -> Int {
        let count = try Int.fetchOne(
            database.cachedStatement(sql: "SELECT points FROM paths WHERE id = ?"), arguments: [path])
        guard let count else { throw StoreError.unknownPath(path) }
        guard !points.isEmpty else { return count }
        let insertion = try PointInsertion(database)
        for (index, point) in points.enumerated() {
            try insertion.insert(point, path: path, number: count + index, source: try number(of: point.receiver))
        }
        let update = try database.cachedStatement(sql: "UPDATE paths SET points = ? WHERE id = ?")
        try update.execute(arguments: [count + points.count, path])
        return count + points.count
    }

    /// Returns the row number of a receiver, and adds the receiver if necessary.
    private mutating func number(of receiver: String?) throws -> Int64? {
        guard let receiver else { return nil }
        if let source, source.name == receiver { return source.id }
        let name = StoredText.line(receiver, limit: 200)
        try database.cachedStatement(sql: "INSERT OR IGNORE INTO sources (name) VALUES (?)").execute(arguments: [name])
        let found = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT id FROM sources WHERE name = ?"), arguments: [name])
        source = found.map { (receiver, $0) }
        if let found { sources.note(found) }
        return found
    }
}
