// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import GRDB
internal import Glibc

/// An opened store with all its parts.
struct StoreOpening {
    var folder: StateFolder?
    var credentials: Credentials?
    var lock: StoreLock?
    var queue: DatabaseQueue
    var condition = StoreCondition()

    /// The largest number of 4096-byte pages of a store in memory: 64 MiB. Beyond it, writing fails as on a full disk.
    static let memoryPages = 16_384

    /// Opens the store of a folder.
    ///
    /// - Throws: `StoreError`; a store that is damaged, of a later version or of another program is left unchanged.
    static func strict(_ folder: StateFolder) throws(StoreError) -> StoreOpening {
        try onDisk(folder, try locked(folder))
    }

    /// Opens the store of a folder or a replacement: a damaged store is set aside and a new one created, and if the
    /// disk cannot be used, the store is in memory.
    ///
    /// - Throws: `StoreError.locked` if another daemon uses the store.
    static func resilient(_ folder: StateFolder, at time: UTCTime) throws(StoreError) -> StoreOpening {
        var lock: StoreLock?
        do throws(StoreError) {
            let held = try locked(folder)
            lock = held
            do throws(StoreError) {
                return try onDisk(folder, held)
            } catch .corrupt(_, let detail) {
                return try rescued(folder, held, detail, at: time)
            }
        } catch {
            if case .locked = error { throw error }
            return try inMemory(folder, lock, because: error)
        }
    }

    /// Opens a store in memory.
    ///
    /// - Parameters:
    ///   - folder: The folder that was to be used; the most important data are read from its store.
    ///   - error: The reason that the folder is not used; nil if a store in memory was requested.
    static func inMemory(
        _ folder: StateFolder? = nil, _ lock: StoreLock? = nil, because error: StoreError? = nil
    ) throws(StoreError) -> StoreOpening {
        var taken = StoreTakeover()
        let queue: DatabaseQueue
        do {
            queue = try DatabaseQueue(configuration: Store.configuration)
            try queue.writeWithoutTransaction { database in
                try StoreSchema.migrate(database, path: Store.memory)
                try database.execute(sql: "PRAGMA max_page_count = \(memoryPages)")
                if let folder { taken.take(from: folder.database, into: database) }
            }
        } catch {
            throw StoreError(error, path: Store.memory)
        }
        var opening = StoreOpening(lock: lock, queue: queue)
        guard let error else { return opening }
        opening.credentials = folder.flatMap { Credentials(reading: $0.credentials) }
        opening.condition.reason = error
        opening.condition.isTrustDoubtful = !taken.isTrustWhole
        opening.condition.notices = [.inMemory(error, taken)]
        if let folder { opening.noteKept(folder) }
        return opening
    }

    private static func locked(_ folder: StateFolder) throws(StoreError) -> StoreLock {
        try folder.make()
        guard access(folder.path, W_OK | X_OK) == 0 else {
            throw StoreError(code: errno, path: folder.path, doing: "looking into the folder")
        }
        let lock = try StoreLock(folder)
        // No restoration is running, because it would hold the lock.
        FileCopy.remove(StoreRestoration.copy(in: folder))
        return lock
    }

    private static func onDisk(_ folder: StateFolder, _ lock: StoreLock) throws(StoreError) -> StoreOpening {
        let path = folder.database
        guard !SetAside(folder).isUnfinished else {
            throw .corrupt(path: path, detail: "an earlier start ended while it set a damaged store aside")
        }
        try StoreFile.checkBeforeOpening(path)
        let isNew = access(path, F_OK) != 0
        let credentials = try Credentials(folder.credentials)
        if isNew { try create(folder) }
        let opened = try StoreConnection(path)
        var opening = StoreOpening(
            folder: folder, credentials: credentials, lock: lock, queue: opened.queue)
        if isNew, lock.hadStore {
            opening.condition.notices.append(.lost(path))
            opening.condition.isTrustDoubtful = true
        }
        lock.noteStore()
        if !opened.cells.isEmpty || !opened.mended.isEmpty {
            opening.condition.notices.append(.damagedRows(opened.cells, opened.mended, in: folder.path))
            if opened.cells.contains(where: \.isTrust) || !opened.mended.isEmpty {
                opening.condition.isTrustDoubtful = true
            }
        }
        opening.noteKept(folder)
        return opening
    }

    /// Creates a new store atomically, so that neither the end of the process nor a power failure leaves an empty file.
    private static func create(_ folder: StateFolder) throws(StoreError) {
        let new = folder.database + ".new"
        try StoreFile.make(at: new)
        guard rename(new, folder.database) == 0 else {
            throw StoreError(code: errno, path: folder.path, doing: "putting \(new) in place")
        }
        try StateFolder.synchronise(folder.path)
    }

    /// Sets a damaged store aside, and continues with the contents of its main file or with a new store.
    private static func rescued(
        _ folder: StateFolder, _ lock: StoreLock, _ detail: String, at time: UTCTime
    ) throws(StoreError) -> StoreOpening {
        let aside = SetAside(folder)
        let kept = try aside.keep(at: time)
        let new = folder.database + ".new"
        var text = "The contents of its main file are in use; the changes in its log are lost."
        let isLogGone = StoreFile.size(kept + "-wal") == nil || WriteAheadLog.damage(of: kept + "-wal") != nil
        var isSalvaged = false
        if isLogGone, StoreFile.size(kept) != nil { isSalvaged = try StoreFile.salvage(kept, at: new) }
        if !isSalvaged {
            var taken = StoreTakeover()
            try StoreFile.make(at: new) { taken.take(from: kept, into: $0) }
            text =
                "A new store was created: it lacks recorded paths, the track log and positions waiting for agrirouter. "
                + taken.text
        }
        // The lost changes may be browsers that were signed out.
        if try signedOut(new) > 0 {
            text += " All browsers are signed out; people who were removed last may be back."
        }
        try aside.replace(with: new)
        var opening = try onDisk(folder, lock)
        opening.condition.notices.removeAll { $0.code == .setAside }
        opening.condition.notices.insert(.setAside(detail, kept, text), at: 0)
        opening.condition.isTrustDoubtful = true
        return opening
    }

    /// Signs all browsers of a store out that is not in use yet.
    ///
    /// - Returns: The number of browsers.
    private static func signedOut(_ path: String) throws(StoreError) -> Int {
        do {
            let people = try DatabaseQueue(path: path).write(RestoredPeople.signOut)
            try FileCopy.synchronise(path)
            return people?.browsers ?? 0
        } catch {
            throw StoreError(error, path: path)
        }
    }

    private mutating func noteKept(_ folder: StateFolder) {
        let kept = SetAside.kept(in: folder.path)
        guard !kept.isEmpty else { return }
        condition.notices.append(.kept(kept.map { folder.path + "/" + $0 }))
        condition.isTrustDoubtful = true
    }
}
