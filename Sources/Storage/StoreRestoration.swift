// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import GRDB
internal import Glibc
internal import SystemSupport

/// Replaces the store with a backup. The previous store is kept beside it.
public struct StoreRestoration {
    private let folder: StateFolder
    private let file: String
    private let lock: StoreLock

    /// The result of a restoration.
    public struct Outcome: Hashable, Sendable {
        /// The path of the previous store; nil if there was none.
        public let previous: String?
        /// The people of the backup; nil if it contains none.
        public let people: RestoredPeople?
    }

    /// - Parameters:
    ///   - folder: The folder for state, which is created if it does not exist.
    ///   - file: The backup, which is only read.
    /// - Throws: `StoreError`; `.locked` while a daemon uses the store.
    public init(_ folder: StateFolder, from file: String) throws(StoreError) {
        (self.folder, self.file) = (folder, file)
        var status = stat()
        guard stat(file, &status) == 0, access(file, R_OK) == 0 else {
            throw .unreadable(path: file, reason: SystemError.text(of: errno))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: file, reason: "it is not a file") }
        var present = stat()
        if stat(folder.database, &present) == 0, present.st_ino == status.st_ino, present.st_dev == status.st_dev {
            throw .unfitBackup(path: file, reason: "it is the store itself", status: .badData)
        }
        try folder.make()
        lock = try StoreLock(folder)
    }

    /// Checks a copy of the backup, signs out its browsers, and puts it in place of the store. If this is interrupted,
    /// either the old or the new store is in place, complete.
    ///
    /// - Parameter time: The current time, for the name of the previous store.
    /// - Throws: `StoreError`; the store is unchanged in that case.
    public func run(at time: UTCTime) throws(StoreError) -> Outcome {
        FileCopy.remove(copy)
        defer { FileCopy.remove(copy) }
        try FileCopy.make(of: file, at: copy)
        // A backup made by other means may have committed data only in its log.
        if access(file + "-wal", F_OK) == 0 { try FileCopy.make(of: file + "-wal", at: copy + "-wal") }
        let people = try prepareCopy()
        let kept = try keepPresent(at: time)
        guard rename(copy, folder.database) == 0 else {
            throw StoreError(code: errno, path: folder.path, doing: "putting the backup in its place")
        }
        try StateFolder.synchronise(folder.path)
        return Outcome(previous: kept, people: people)
    }

    private var copy: String { Self.copy(in: folder) }

    /// The path of the copy that becomes the store; a restoration that is killed leaves it.
    static func copy(in folder: StateFolder) -> String { folder.database + ".restoring" }

    private func prepareCopy() throws(StoreError) -> RestoredPeople? {
        let people: RestoredPeople?
        do {
            let queue = try DatabaseQueue(path: copy)
            people = try queue.writeWithoutTransaction { database in
                guard try StoreSchema.check(database, path: copy) > 0 else {
                    throw StoreError.corrupt(path: copy, detail: "it is empty")
                }
                _ = try StoreFile.checkThoroughly(database, path: copy)
                let people = try RestoredPeople.signOut(database)
                // The copy replaces the store as a single file, and closing it would conceal that its log does not fit into it.
                let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
                guard mode == "delete" else {
                    throw StoreError.corrupt(path: copy, detail: "its log cannot be written into it")
                }
                return people
            }
            try queue.close()
        } catch {
            throw refusal(StoreError(error, path: copy))
        }
        try FileCopy.synchronise(copy)
        return people
    }

    private func refusal(_ error: StoreError) -> StoreError {
        let reason: String
        switch error {
        case .corrupt(_, let detail): reason = "it is damaged (\(detail))"
        case .foreign: reason = "it is another program's database"
        case .newer(_, let version, let known):
            reason =
                "a later gnss-gateway wrote it (its version is \(version), this program knows \(known)); use the later one"
        default: return error
        }
        return .unfitBackup(path: file, reason: reason, status: error.exitStatus)
    }

    /// Gives the current store and its log a second name.
    private func keepPresent(at time: UTCTime) throws(StoreError) -> String? {
        let database = folder.database
        guard access(database, F_OK) == 0 || access(database + "-wal", F_OK) == 0 else { return nil }
        foldLog()
        let kept = freeName(CalendarTime(time).compactText)
        for suffix in ["", "-wal", "-journal"] where access(database + suffix, F_OK) == 0 {
            guard link(database + suffix, kept + suffix) == 0 else {
                throw StoreError(code: errno, path: folder.path, doing: "keeping the current store as \(kept)")
            }
        }
        try StateFolder.synchronise(folder.path)
        // Only a damaged store still has these files.
        unlink(database + "-wal")
        unlink(database + "-shm")
        unlink(database + "-journal")
        return kept
    }

    /// Checkpoints the log of an intact store into its main file, so that only one file must be replaced. A damaged
    /// store is left unchanged.
    private func foldLog() {
        guard (try? StoreFile.checkBeforeOpening(folder.database)) != nil,
            let inspection = try? StoreInspection(folder), (try? inspection.check(includesRows: false)) != nil
        else { return }
        inspection.close()
        let queue = try? DatabaseQueue(path: folder.database)
        try? queue?.writeWithoutTransaction { database in
            _ = try Row.fetchAll(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try? queue?.close()
    }

    private func freeName(_ stamp: String) -> String {
        let names = (1...).lazy.map { "\(folder.path)/store-\(stamp)\($0 == 1 ? "" : "-\($0)").sqlite" }
        return names.first { access($0, F_OK) != 0 && access($0 + "-wal", F_OK) != 0 } ?? ""
    }
}
