// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import GRDB

/// The daemon's state on disk: one SQLite database and a folder of secrets. Owns the database connection and the lock
/// that keeps other daemons away.
///
/// All changes are durable when a method returns: they survive the end of the process at any moment and a power
/// failure, because each commit flushes the write-ahead log to disk. Methods may be called from any task and run one
/// after the other. If a task is cancelled, its changes are still completed.
public final class Store: Sendable {
    /// The folder of the store; nil for a store in memory.
    public let folder: StateFolder?
    /// The secrets; nil for a store in memory.
    public let credentials: Credentials?

    /// The way in which the store was opened, with notices for people.
    public let condition: StoreCondition
    /// The cells found to be unreadable since the store was opened.
    public let damage = StoreDamage()
    /// Removes the names of receivers that are no longer used.
    let sources = SourceSweep()

    private let queue: DatabaseQueue
    private let lock: StoreLock?

    /// Opens the store of a folder, creates it if it does not exist, checks it and migrates it to the current version.
    /// Unreadable rows are skipped and reported in `condition`.
    ///
    /// - Throws: `StoreError`; a store that is damaged, of a later version or of another program is left unchanged.
    public convenience init(_ folder: StateFolder) throws(StoreError) {
        self.init(try StoreOpening.strict(folder))
    }

    /// Opens the store of a folder like `init(_:)`, or a replacement: a damaged store is renamed and a new one created,
    /// and if the disk cannot be used, the store is in memory. `condition` reports it.
    ///
    /// - Parameters:
    ///   - folder: The folder of the store.
    ///   - time: The current time, for the name of a store that is set aside.
    /// - Throws: `StoreError.locked` if another daemon uses the folder.
    public convenience init(_ folder: StateFolder, orInMemoryAt time: UTCTime) throws(StoreError) {
        self.init(try StoreOpening.resilient(folder, at: time))
    }

    /// Opens a store in memory because of an error.
    ///
    /// - Throws: `StoreError` if not even that is possible.
    public convenience init(inMemoryBecause error: StoreError) throws(StoreError) {
        self.init(try StoreOpening.inMemory(because: error))
    }

    /// Opens a store in memory, whose contents are lost when it is closed.
    ///
    /// - Throws: `StoreError` if SQLite fails.
    public convenience init() throws(StoreError) { self.init(try StoreOpening.inMemory()) }

    private init(_ opening: StoreOpening) {
        (folder, credentials, lock) = (opening.folder, opening.credentials, opening.lock)
        (queue, condition) = (opening.queue, opening.condition)
    }

    deinit { close() }

    /// Checkpoints and removes the write-ahead log while the lock still keeps other daemons away. The store cannot be
    /// used afterwards. If this does not happen, nothing is lost: the next program that opens the store performs the
    /// checkpoint.
    public func close() { try? queue.close() }

    /// The store's name in errors.
    var path: String { folder?.database ?? Self.memory }

    /// Runs work in one transaction, which is completed even if the task is cancelled.
    ///
    /// - Throws: `StoreError`; the transaction is rolled back in that case.
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

    /// Runs work in one transaction and blocks the calling thread. Do not call it from a task.
    ///
    /// - Throws: `StoreError`; the transaction is rolled back in that case.
    func performBlocking<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try queue.writeWithoutTransaction { try Self.transaction($0, work) }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// The name of a store in memory in errors.
    static let memory = "in memory"

    private static func transaction<Value>(_ database: Database, _ work: (Database) throws -> Value) throws -> Value {
        var value: Value?
        try database.inTransaction(.immediate) {
            value = try work(database)
            return .commit
        }
        guard let value else { throw DatabaseError(message: "a transaction ended without a result") }
        return value
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        // Another program such as a backup or `sqlite3` reads the store only briefly.
        configuration.busyMode = .timeout(5)
        configuration.label = "store"
        return configuration
    }
}
