// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc
internal import SystemSupport

/// Renames a damaged store to keep it. No file is overwritten or removed: the files first get a second name (hard
/// link), and lose the original one only when a new store is ready. The procedure can be interrupted at any moment and
/// repeated.
struct SetAside {
    /// The largest number of damaged stores to keep. Beyond it the daemon works in memory and leaves the current store
    /// in place.
    static let limit = 5
    /// The suffixes of a database's files: the main file, its write-ahead log and its rollback journal.
    private static let suffixes = ["", "-wal", "-journal"]
    private static let ending = "-damaged.sqlite"

    private let folder: StateFolder

    init(_ folder: StateFolder) { self.folder = folder }

    /// The names of the kept stores, the oldest first.
    static func kept(in folder: String) -> [String] {
        let names = ((try? Folder.names(in: folder)) ?? []).compactMap { name -> String? in
            guard name.hasPrefix("store-") else { return nil }
            return suffixes.first { name.hasSuffix(ending + $0) }.map { String(name.dropLast($0.count)) }
        }
        return Set(names).sorted()
    }

    /// True if a start was interrupted while it set the current store aside. Writing to the store would then change the
    /// kept file.
    var isUnfinished: Bool {
        Self.kept(in: folder.path).contains { isSame(folder.database, folder.path + "/" + $0) }
    }

    /// Gives the current store a second name, which is on disk when this returns.
    ///
    /// - Returns: The path of the kept file.
    /// - Throws: `StoreError`; the current store is unchanged in that case.
    func keep(at time: UTCTime) throws(StoreError) -> String {
        if let known = resumed() { return known }
        guard Self.kept(in: folder.path).count < Self.limit else {
            throw .corrupt(
                path: folder.database,
                detail: "\(folder.path) already contains \(Self.limit) damaged stores; move them to another folder")
        }
        let kept = freeName(CalendarTime(time).compactText)
        for suffix in present.reversed() {
            try second(folder.database + suffix, kept + suffix)
        }
        try StateFolder.synchronise(folder.path)
        return kept
    }

    /// Removes the original names and puts a new store in place.
    ///
    /// - Parameter new: The path of the new store, closed and flushed to disk.
    /// - Throws: `StoreError` if a file cannot be removed or renamed.
    func replace(with new: String) throws(StoreError) {
        // The log of another database beside it would damage the new store too.
        for suffix in ["-wal", "-shm", "-journal"] {
            guard unlink(folder.database + suffix) == 0 || errno == ENOENT else {
                throw StoreError(code: errno, path: folder.path, doing: "removing \(folder.database)\(suffix)")
            }
        }
        guard rename(new, folder.database) == 0 else {
            throw StoreError(code: errno, path: folder.path, doing: "putting \(new) in place")
        }
        try StateFolder.synchronise(folder.path)
    }

    /// The name under which an interrupted start already kept all files; nil if none exists.
    private func resumed() -> String? {
        let present = present
        return Self.kept(in: folder.path).map { folder.path + "/" + $0 }.first { kept in
            present.allSatisfy { isSame(folder.database + $0, kept + $0) }
        }
    }

    /// The suffixes of the files to keep; an empty log needs no copy.
    private var present: [String] {
        Self.suffixes.filter { suffix in
            isThere(folder.database + suffix) && (suffix.isEmpty || StoreFile.size(folder.database + suffix) != 0)
        }
    }

    private func second(_ path: String, _ kept: String) throws(StoreError) {
        if link(path, kept) == 0 { return }
        // The file system does not support hard links, so copy the file.
        guard errno == EPERM || errno == EOPNOTSUPP || errno == EMLINK || errno == ENOSYS else {
            throw StoreError(code: errno, path: folder.path, doing: "keeping \(path) as \(kept)")
        }
        let part = folder.database + ".keeping"
        unlink(part)
        try FileCopy.make(of: path, at: part)
        try FileCopy.synchronise(part)
        guard rename(part, kept) == 0 else {
            throw StoreError(code: errno, path: folder.path, doing: "keeping \(path) as \(kept)")
        }
    }

    private func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private func isSame(_ path: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(path, &first) == 0, stat(other, &second) == 0 else { return false }
        return first.st_ino == second.st_ino && first.st_dev == second.st_dev
    }

    private func freeName(_ stamp: String) -> String {
        let names = (1...Self.limit + 1).map { "\(folder.path)/store-\(stamp)\($0 == 1 ? "" : "-\($0)")\(Self.ending)" }
        return names.first { name in Self.suffixes.allSatisfy { !isThere(name + $0) } } ?? names[0]
    }
}
