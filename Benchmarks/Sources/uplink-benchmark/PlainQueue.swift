// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite
import Outbox
import Storage

/// The same queue, written and emptied only with SQLite's own functions. It shows the minimum cost of a queue in which
/// every entry is assigned to a message before it is sent.
final class PlainQueue {
    struct Failure: Error { var reason: String }

    private static let (message, request) = (500, 25)
    private var database: OpaquePointer?

    init(_ path: String) throws {
        guard sqlite3_open(path, &database) == SQLITE_OK else { throw failure() }
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        try execute(
            """
            CREATE TABLE IF NOT EXISTS entries (
                number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, verdict INTEGER,
                content BLOB NOT NULL, message INTEGER
            );
            CREATE INDEX IF NOT EXISTS waiting ON entries (number) WHERE message IS NULL;
            CREATE INDEX IF NOT EXISTS assigned ON entries (message) WHERE message IS NOT NULL
            """)
    }

    deinit { sqlite3_close(database) }

    func append(_ entries: [OutboxItem]) throws {
        try execute("BEGIN IMMEDIATE")
        let insertion = try prepare("INSERT INTO entries (time, content) VALUES (?, ?)")
        defer { sqlite3_finalize(insertion) }
        for entry in entries {
            sqlite3_bind_int64(insertion, 1, entry.time.nanosecondsSince1970)
            // SQLITE_TRANSIENT: SQLite makes a copy.
            let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            sqlite3_bind_blob(insertion, 2, entry.content, Int32(entry.content.count), copies)
            guard sqlite3_step(insertion) == SQLITE_DONE else { throw failure() }
            sqlite3_reset(insertion)
        }
        try execute("COMMIT")
    }

    /// Empties a queue, and returns the real time and the processor time in seconds.
    static func cost(_ path: String, _ count: Int) throws -> (clock: Double, processor: Double) {
        let queue = try PlainQueue(path)
        let (clock, processor) = (Usage.clock, Usage.processor)
        var (left, number) = (count, 0)
        while left > 0 {
            left -= try queue.sendRequest(from: number)
            number += request
        }
        return (Usage.clock - clock, Usage.processor - processor)
    }

    /// Assigns the oldest entries to messages, reads them and removes them. Assigning and removing take a transaction each.
    private func sendRequest(from first: Int) throws -> Int {
        let numbers = try self.numbers(
            "SELECT number, length(content) FROM entries INDEXED BY waiting WHERE message IS NULL ORDER BY number LIMIT \(Self.message * Self.request)"
        )
        guard !numbers.isEmpty else { throw Failure(reason: "the queue is empty too early") }
        let pieces = stride(from: 0, to: numbers.count, by: Self.message).map {
            (numbers[$0], numbers[min($0 + Self.message, numbers.count) - 1])
        }
        try execute("BEGIN IMMEDIATE")
        for (index, (low, high)) in pieces.enumerated() {
            try execute(
                "UPDATE entries SET message = \(first + index) WHERE message IS NULL AND number BETWEEN \(low) AND \(high)"
            )
        }
        try execute("COMMIT")
        var size = 0
        for index in pieces.indices {
            size += try read("SELECT content FROM entries WHERE message = \(first + index) ORDER BY time, number")
        }
        guard size > 0 else { throw Failure(reason: "nothing was read") }
        try execute("BEGIN IMMEDIATE")
        for index in pieces.indices { try execute("DELETE FROM entries WHERE message = \(first + index)") }
        try execute("COMMIT")
        return numbers.count
    }

    private func numbers(_ sql: String) throws -> [Int64] {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        var numbers: [Int64] = []
        while sqlite3_step(statement) == SQLITE_ROW { numbers.append(sqlite3_column_int64(statement, 0)) }
        return numbers
    }

    private func read(_ sql: String) throws -> Int {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        var content: [UInt8] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            let count = Int(sqlite3_column_bytes(statement, 0))
            content += UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, 0), count: count)
        }
        return content.count
    }

    private func execute(_ sql: String) throws {
        guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    private func prepare(_ sql: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
        return statement
    }

    private func failure() -> Failure { Failure(reason: String(cString: sqlite3_errmsg(database))) }
}
