// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Glibc
internal import SystemSupport

/// Copies the small and most important data from another store: settings, receivers and OSNMA trust. The other store
/// may be damaged; unreadable rows and tables are skipped.
struct StoreTakeover {
    /// The largest number of rows of a table to copy.
    static let limit = 10_000
    /// The largest size in bytes of a store that must be copied before it can be read.
    static let copyLimit = 64 << 20

    private static let tables: [StoreTable] = [.settings, .receivers, .abilities, .trustAnchors, .osnmaState]

    private var counts: [(name: String, count: Int)] = []
    private var unread: Set<String> = []
    private var isFound = false

    /// True if all OSNMA trust data were read.
    var isTrustWhole: Bool {
        isFound && unread.isDisjoint(with: [StoreTable.trustAnchors.name, StoreTable.osnmaState.name])
    }

    /// The copied data and the unreadable tables, in sentences.
    var text: String {
        let taken = counts.filter { $0.count > 0 }.map { "\($0.count) of \($0.name)" }
        let rest = unread.isEmpty ? "" : " Not readable: \(unread.sorted().joined(separator: ", "))."
        return
            (taken.isEmpty
            ? "No data were recovered from it." : "Recovered from it: \(taken.joined(separator: ", ")).")
            + rest
    }

    /// Copies all readable data.
    ///
    /// - Parameters:
    ///   - path: The other database, which is only read, together with its log.
    ///   - target: A new store.
    mutating func take(from path: String, into target: Database) {
        guard let size = StoreFile.size(path) else {
            // If there is no store, no data can be missing.
            isFound = errno == ENOENT
            return
        }
        // SQLite would remove the log of an empty file.
        guard size > 0 else { return }
        if copy(from: path, into: target) { return }
        guard let folder = Self.temporaryFolder() else { return }
        defer { Self.remove(folder) }
        guard Self.copyFiles(path, to: folder) else { return }
        Self.lengthen(folder + "/store.sqlite")
        _ = copy(from: folder + "/store.sqlite", into: target)
    }

    /// - Returns: True if the database could be opened and is a store of the gateway.
    private mutating func copy(from path: String, into target: Database) -> Bool {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(1)
        // The files that SQLite creates beside a database in order to read it.
        let made = ["-shm", "-wal"].filter { access(path + $0, F_OK) != 0 }
        defer {
            for suffix in made where suffix == "-shm" || StoreFile.size(path + suffix) == 0 { unlink(path + suffix) }
        }
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return false }
        defer { try? queue.close() }
        var taken = self
        let isOurs = try? queue.unsafeRead { source in
            guard try Int.fetchOne(source, sql: "PRAGMA application_id") == StoreSchema.application else {
                return false
            }
            for table in Self.tables { taken.copy(table, source, target) }
            return true
        }
        guard isOurs == true else { return false }
        self = taken
        isFound = true
        return true
    }

    private mutating func copy(_ table: StoreTable, _ source: Database, _ target: Database) {
        var count = 0
        do {
            let columns = Set(try target.columns(in: table.name).map(\.name))
            let rows = try Row.fetchCursor(source, sql: "SELECT * FROM \(table.name) LIMIT \(Self.limit)")
            while let row = try rows.next() {
                do throws(BadCell) {
                    try table.decode(table.row(row))
                } catch {
                    unread.insert(table.name)
                    continue
                }
                try Self.insert(row, table.name, columns, target)
                count += 1
            }
        } catch {
            unread.insert(table.name)
        }
        counts.append((table.name, count))
    }

    private static func insert(_ row: Row, _ table: String, _ columns: Set<String>, _ target: Database) throws {
        let names = row.columnNames.filter(columns.contains)
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        try target.execute(
            sql: "INSERT OR IGNORE INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(marks))",
            arguments: StatementArguments(names.map { row[$0] as DatabaseValue }))
    }

    // MARK: folders that are not writable, where SQLite cannot open a database with a log

    private static func temporaryFolder() -> String? {
        for place in [StateFolder.variable("TMPDIR") ?? "/tmp", "/dev/shm"] {
            if let folder = try? Folder.makeTemporary("gnss-gateway", in: place) { return folder }
        }
        return nil
    }

    private static func copyFiles(_ path: String, to folder: String) -> Bool {
        let sizes = ["", "-wal"].map { StoreFile.size(path + $0) ?? 0 }
        guard sizes.reduce(0, +) <= copyLimit, (try? FileCopy.make(of: path, at: folder + "/store.sqlite")) != nil
        else {
            return false
        }
        return sizes[1] == 0 || (try? FileCopy.make(of: path + "-wal", at: folder + "/store.sqlite-wal")) != nil
    }

    /// Appends empty pages to a truncated database, which SQLite cannot read otherwise. With them, it can read the
    /// tables whose pages are still there.
    private static func lengthen(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 32)
        guard pread(descriptor, &head, head.count, 0) == head.count, let size = StoreFile.size(path) else { return }
        let pageSize = Int(head[16]) << 8 | Int(head[17])
        let pages = head[28..<32].reduce(0) { $0 << 8 | Int($1) }
        let whole = pages * (pageSize == 1 ? 65_536 : pageSize)
        if whole > size, whole <= copyLimit { _ = ftruncate(descriptor, off_t(whole)) }
    }

    private static func remove(_ folder: String) {
        for suffix in ["", "-wal", "-shm"] { unlink(folder + "/store.sqlite" + suffix) }
        rmdir(folder)
    }
}
