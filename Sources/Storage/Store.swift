// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import GRDB

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

    /// How it was opened, and what a person should know of it.
    public let condition: StoreCondition
    /// Cells that could not be read since.
    public let damage = StoreDamage()

    private let queue: DatabaseQueue
    private let lock: StoreLock?

    /// Opens the store of a folder, makes it where it is missing, checks it, and brings it to the present version. Single
    /// rows that cannot be read are passed over, and `condition` tells of them.
    ///
    /// - Throws: `StoreError`; a store that is damaged, later or not ours is left as it is.
    public convenience init(_ folder: StateFolder) throws(StoreError) {
        self.init(try StoreOpening.strict(folder))
    }

    /// Opens the store of a folder as above, or what can take its place: a damaged store is kept under another name, and
    /// a new one begins; where nothing can be kept on disk, the store is in memory. `condition` tells of it.
    ///
    /// - Parameters:
    ///   - folder: where it is.
    ///   - time: now, for the name of a store that is set aside.
    /// - Throws: `StoreError.locked` where another daemon has the folder.
    public convenience init(_ folder: StateFolder, orInMemoryAt time: UTCTime) throws(StoreError) {
        self.init(try StoreOpening.resilient(folder, at: time))
    }

    /// A store in memory, because of an error.
    ///
    /// - Throws: `StoreError` where there is no memory either.
    public convenience init(inMemoryBecause error: StoreError) throws(StoreError) {
        self.init(try StoreOpening.inMemory(because: error))
    }

    /// A store in memory: nothing of it is left behind.
    public convenience init() throws(StoreError) { self.init(try StoreOpening.inMemory()) }

    private init(_ opening: StoreOpening) {
        (folder, credentials, lock) = (opening.folder, opening.credentials, opening.lock)
        (queue, condition) = (opening.queue, opening.condition)
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

    /// What errors call one in memory.
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
        // Another program that reads it (a backup, sqlite3) is short of it.
        configuration.busyMode = .timeout(5)
        configuration.label = "store"
        return configuration
    }
}
