// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Glibc
internal import SystemSupport

/// Checks and copies a store without changing it, even while a daemon uses it.
public struct StoreInspection {
    private let folder: StateFolder
    private let queue: DatabaseQueue

    /// True if the folder contains a store, or another file of the store's name.
    public static func isThere(_ folder: StateFolder) -> Bool {
        access(folder.database, F_OK) == 0 || errno != ENOENT
    }

    /// Opens the store of a folder for reading.
    ///
    /// - Throws: `StoreError`; `.failed` if the store does not exist.
    public init(_ folder: StateFolder) throws(StoreError) {
        self.folder = folder
        let path = folder.database
        do throws(StoreError) {
            try StoreFile.checkBeforeOpening(path, mode: R_OK)
        } catch .corrupt {
            // Check again: the first check may have coincided with a write by the daemon.
            try StoreFile.checkBeforeOpening(path, mode: R_OK)
        }
        guard access(path, F_OK) == 0 else {
            throw .failed(path: path, reason: "it does not exist yet; the daemon creates it at its first start")
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Closes the connection; the store cannot be read afterwards.
    func close() { try? queue.close() }

    /// Runs all checks.
    ///
    /// - Parameter includesRows: True to also read each row as the daemon does.
    /// - Returns: A sentence about the contents.
    /// - Throws: `StoreError` with up to 20 findings.
    public func check(includesRows: Bool = true) throws(StoreError) -> String {
        let path = folder.database
        do {
            return try queue.read { database in
                let version = try StoreSchema.check(database, path: path)
                guard version > 0 else { throw StoreError.corrupt(path: path, detail: "it is empty") }
                let findings = try StoreFile.checkThoroughly(database, path: path)
                if includesRows { try Self.checkRows(database, version, path, findings) }
                let tables = ["receivers", "abilities", "settings"] + (version >= 3 ? ["paths", "points"] : [])
                let counts = try tables.map { table in
                    "\(try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0) \(table)"
                }
                return "\(path) is sound: version \(version), " + counts.joined(separator: ", ")
            }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// - Parameter others: SQLite's findings about rows, which do not identify the row.
    private static func checkRows(
        _ database: Database, _ version: Int, _ path: String, _ others: [String]
    ) throws {
        var findings = try StoreShape(database, version: version).findings
        let sweep = StoreSweep(database: database)
        if findings.isEmpty {
            for table in StoreTable.all where try database.tableExists(table.name) {
                findings += try sweep.badRows(of: table, limit: findingLimit).map(\.cell.description)
            }
            if version >= 3 { findings += try sweep.badPoints(limit: findingLimit).map(\.description) }
        }
        findings += others
        guard !findings.isEmpty else { return }
        let more = findings.count > findingLimit ? "; and more" : ""
        throw StoreError.corrupt(path: path, detail: findings.prefix(findingLimit).joined(separator: "; ") + more)
    }

    /// The largest number of findings to report.
    private static let findingLimit = 20

    /// Returns people's trust decisions and OSNMA's state; empty for a store of a version before 2.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func trust() throws(StoreError) -> StoredTrust {
        let path = folder.database
        do {
            return try queue.read { database in
                guard try StoreSchema.check(database, path: path) >= 2 else { return StoredTrust() }
                return try StoredTrust(database, StoreDamage())
            }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Copies a snapshot of the database into a new file of mode 0600, which appears when it is complete. The folder of
    /// secrets is not included, but the hashes of people's passwords are.
    ///
    /// - Throws: `StoreError`; no incomplete file is left in that case.
    public func backUp(to path: String) throws(StoreError) {
        var status = stat()
        guard lstat(path, &status) != 0 else { throw .existing(path: path) }
        let lockFile = path + ".gnss-gateway-lock"
        let lock = try Self.lock(lockFile, for: path)
        defer {
            unlink(lockFile)
            Glibc.close(lock)
        }
        // A backup that was killed leaves it; no other program gives a file this name.
        let part = path + ".gnss-gateway-part"
        FileCopy.remove(part)
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .uncreatableBackup(path: path, error: SystemError()) }
        defer { Glibc.close(descriptor) }
        do {
            let copy = try DatabaseQueue(path: part)
            // SQLite opens the name again. Other users of the folder may have given it to a file or link of theirs.
            guard Self.isOpen(part, descriptor) else { throw StoreError.busyBackup(path: path) }
            try queue.backup(to: copy)
            // Without a log beside it, the file can be read even in a folder without write permission.
            try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try copy.close()
            guard fsync(descriptor) == 0 else { throw StoreError(code: errno, path: path, doing: "synchronising it") }
            try Self.publish(part, descriptor, as: path)
            try StateFolder.synchronise(StateFolder.folder(of: path))
        } catch {
            if Self.isOpen(part, descriptor) { FileCopy.remove(part) }
            throw StoreError(error, path: path)
        }
    }

    /// Keeps other backups from the same file, except on a file system without locks. The lock is on a file of its own: on
    /// network file systems, one on the copy would be in the way of SQLite's locks.
    private static func lock(_ file: String, for path: String) throws(StoreError) -> Int32 {
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .uncreatableBackup(path: path, error: SystemError()) }
        let isFree = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
        // A backup that has just ended has removed the file.
        if isFree, isOpen(file, descriptor) { return descriptor }
        Glibc.close(descriptor)
        throw .busyBackup(path: path)
    }

    /// Gives a complete copy its name.
    ///
    /// - Parameter descriptor: The open copy. Where files have no locks, another backup may have replaced it.
    /// - Throws: `StoreError`; `.existing` if the name is taken, `.busyBackup` if the copy was replaced.
    static func publish(_ part: String, _ descriptor: Int32, as path: String) throws(StoreError) {
        guard isOpen(part, descriptor) else { throw .busyBackup(path: path) }
        // Unlike renaming, a link never replaces a file that was made meanwhile.
        if link(part, path) == 0 {
            unlink(part)
            return
        }
        var status = stat()
        guard errno != EEXIST, lstat(path, &status) != 0 else { throw .existing(path: path) }
        // The file system may not support hard links. Otherwise this fails for the same reason.
        guard rename(part, path) == 0 else { throw StoreError(code: errno, path: path, doing: "renaming \(part)") }
    }

    /// True if the name is that of the open file.
    private static func isOpen(_ path: String, _ descriptor: Int32) -> Bool {
        var (named, own) = (stat(), stat())
        guard lstat(path, &named) == 0, fstat(descriptor, &own) == 0 else { return false }
        return named.st_ino == own.st_ino && named.st_dev == own.st_dev
    }
}

extension StoreInspection {
    /// Runs only the quick checks: the version and the schema.
    ///
    /// - Throws: `StoreError` with the finding.
    public func look() throws(StoreError) {
        let path = folder.database
        do {
            try queue.read { database in
                let version = try StoreSchema.check(database, path: path)
                let findings = try StoreShape(database, version: version).findings
                guard version > 0, findings.isEmpty else {
                    throw StoreError.corrupt(
                        path: path, detail: version > 0 ? findings.joined(separator: "; ") : "it is empty")
                }
            }
        } catch {
            throw StoreError(error, path: path)
        }
    }
}
