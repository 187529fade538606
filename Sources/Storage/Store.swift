// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Glibc

/// The daemon's state on disk: one SQLite database and a folder of secrets. Owns the database's connection and the lock
/// that keeps other daemons away.
///
/// Whatever a method has stored when it returns survives the end of the process at any moment and a loss of power: the
/// write-ahead log is synchronised at each commit. Methods may be called from any task; they are done one after the
/// other, and a task that is cancelled meanwhile still has its writing done.
public final class Store: Sendable {
    /// Where it stands; nil for one in memory.
    public let folder: StateFolder?
    /// The secrets; nil for a store in memory.
    public let credentials: Credentials?

    private let queue: DatabaseQueue
    private let lock: StoreLock?

    /// Opens the store of a folder, makes it where it is missing, checks it, and brings it to the present version.
    ///
    /// - Throws: `StoreError`; a store that is damaged, later or not ours is left as it is.
    public init(_ folder: StateFolder) throws(StoreError) {
        try folder.make()
        guard access(folder.path, W_OK | X_OK) == 0 else {
            throw StoreError(code: errno, path: folder.path, doing: "looking into the folder")
        }
        lock = try StoreLock(folder)
        credentials = try Credentials(folder.credentials)
        queue = try Self.open(folder.database)
        self.folder = folder
    }

    /// A store in memory: nothing of it is left behind.
    public init() throws(StoreError) {
        (folder, credentials, lock) = (nil, nil, nil)
        do {
            queue = try DatabaseQueue(configuration: Self.configuration)
            try queue.writeWithoutTransaction { try StoreSchema.migrate($0, path: Self.memory) }
        } catch {
            throw StoreError(error, path: Self.memory)
        }
    }

    deinit { close() }

    /// Brings the log into the database and removes it, while the lock still keeps others away. Nothing can be read or
    /// written any more. Without it nothing is lost: the next one to open the store does it.
    public func close() { try? queue.close() }

    /// What errors call the store.
    var path: String { folder?.database ?? Self.memory }

    /// Does something in one transaction. A task's cancellation does not reach it.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let path = path
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            queue.asyncWriteWithoutTransaction { database in
                let result = Result { try Self.transaction(database, work) }
                continuation.resume(returning: result.mapError { StoreError($0, path: path) })
            }
        }
        return try result.get()
    }

    /// Does something in one transaction, and blocks the calling thread until it is done: not for tasks.
    func performBlocking<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try queue.writeWithoutTransaction { try Self.transaction($0, work) }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    private static let memory = "in memory"

    private static func transaction<Value>(_ database: Database, _ work: (Database) throws -> Value) throws -> Value {
        var value: Value?
        try database.inTransaction(.immediate) {
            value = try work(database)
            return .commit
        }
        guard let value else { throw DatabaseError(message: "a transaction ended without a result") }
        return value
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        // Whoever else reads it (a backup, sqlite3) is short of it.
        configuration.busyMode = .timeout(5)
        configuration.label = "store"
        return configuration
    }

    private static func open(_ path: String) throws(StoreError) -> DatabaseQueue {
        try StoreFile.checkBeforeOpening(path)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.writeWithoutTransaction { database in
                // Before anything is changed.
                _ = try StoreSchema.check(database, path: path)
                try StoreFile.checkQuickly(database, path: path)
                try prepare(database)
                try StoreSchema.migrate(database, path: path)
            }
            _ = chmod(path, 0o600)
            try StateFolder.synchronise(StateFolder.folder(of: path))
            return queue
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Each commit is on the disk before it is acknowledged.
    private static func prepare(_ database: Database) throws {
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw DatabaseError(
                message: "its file system allows no write-ahead log (journal mode \(mode ?? "unknown"))")
        }
        try database.execute(sql: "PRAGMA synchronous = FULL")
    }
}
