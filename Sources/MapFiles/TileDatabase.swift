// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

/// An MBTiles file that is open for reading (MBTiles specification 1.3).
///
/// The file is not trusted, and its tables may be views that contain any query. Therefore, each query ends after
/// `patience`, no row may be longer than `longestRow`, and views may use only the functions in `functions`. The file is
/// not mapped into memory, because reading a mapped file that has been truncated would crash the process.
final class TileDatabase {
    static let patience = Duration.seconds(2)
    static let longestRow: Int32 = 4 << 20
    /// The zoom levels that the console can show. Tiles of other levels do not count.
    static let zoomLevels = 0...30
    /// The number of SQLite instructions between two checks of the clock. It is small because a single instruction may
    /// copy a whole row.
    private static let steps: Int32 = 100
    /// The functions that queries and views may use. Others are forbidden because the clock is not checked within a
    /// function, and a single `LIKE` can take minutes.
    private static let functions: Set<String> = ["min", "max", "coalesce", "ifnull"]

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let handle: OpaquePointer
    /// The time at which the running query ends.
    private var deadline = ContinuousClock.now

    /// - Parameter path: An absolute path.
    /// - Throws: `Failure` if the file is not a database.
    init(path: String) throws(Failure) {
        var opened: OpaquePointer?
        // An immutable file needs no lock and no journal file, so the folder need not be writable.
        let address = "file://\(Self.encoded(path))?mode=ro&immutable=1"
        let code = sqlite3_open_v2(address, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw Failure(description: String(cString: sqlite3_errstr(code)))
        }
        handle = opened
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestRow)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        // The context is this object, which stays valid because it closes the database before it is deallocated.
        sqlite3_progress_handler(
            handle, Self.steps,
            { context in
                guard let context else { return 1 }
                return Unmanaged<TileDatabase>.fromOpaque(context).takeUnretainedValue().isLate ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
        sqlite3_set_authorizer(
            handle,
            { _, action, _, name, _, _ in
                guard action == SQLITE_FUNCTION else { return SQLITE_OK }
                let isAllowed = name.map { TileDatabase.functions.contains(String(cString: $0).lowercased()) } ?? false
                return isAllowed ? SQLITE_OK : SQLITE_DENY
            }, nil)
        for pragma in ["trusted_schema=OFF", "mmap_size=0", "cell_size_check=ON", "query_only=ON"] {
            try read("PRAGMA \(pragma)", []) { _ in false }
        }
    }

    deinit { sqlite3_close_v2(handle) }

    private var isLate: Bool { ContinuousClock.now > deadline }

    /// The pairs of the table `metadata`, at most 200, each value at most 2,000 bytes long.
    ///
    /// - Throws: `Failure` if there is no such table.
    func metadata() throws(Failure) -> [String: String] {
        var pairs: [String: String] = [:]
        try read("SELECT name, value FROM metadata LIMIT 200", []) { row in
            if let name = Self.text(row, 0), let value = Self.text(row, 1) { pairs[name] = value }
            return true
        }
        return pairs
    }

    /// The lowest and the highest zoom level of the images; nil if the file contains no images in `zoomLevels`.
    ///
    /// - Throws: `Failure`, including when the query takes too long.
    func zooms() throws(Failure) -> ClosedRange<Int>? {
        var range: ClosedRange<Int>?
        // An index serves this condition, unlike that of `anyTile`.
        let sql = "SELECT MIN(zoom_level), MAX(zoom_level) FROM tiles WHERE zoom_level BETWEEN ?1 AND ?2"
        try read(sql, Self.limits) { row in
            let (low, high) = (Int(sqlite3_column_int64(row, 0)), Int(sqlite3_column_int64(row, 1)))
            if sqlite3_column_type(row, 0) != SQLITE_NULL, low <= high { range = low...high }
            return false
        }
        return range
    }

    /// Any image of the file; nil if the file contains no image in `zoomLevels`.
    ///
    /// - Throws: `Failure` if there is no table `tiles`, and when the query takes too long.
    func anyTile() throws(Failure) -> [UInt8]? {
        // Some files declare the column as text.
        try blob(
            "SELECT tile_data FROM tiles WHERE CAST(zoom_level AS INTEGER) BETWEEN ?1 AND ?2 LIMIT 1", Self.limits)
    }

    /// The image of a tile; nil if the file does not contain it.
    ///
    /// - Parameter row: The row, counted from the south as in the file.
    /// - Throws: `Failure`, including when the query takes too long.
    func tile(zoom: Int, column: Int, row: Int) throws(Failure) -> [UInt8]? {
        try blob(
            "SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3 LIMIT 1",
            [zoom, column, row])
    }

    // MARK: Queries

    private static let limits = [zoomLevels.lowerBound, zoomLevels.upperBound]

    private func blob(_ sql: String, _ values: [Int]) throws(Failure) -> [UInt8]? {
        var bytes: [UInt8]?
        try read(sql, values) { row in
            guard sqlite3_column_type(row, 0) == SQLITE_BLOB else { return false }
            let count = Int(sqlite3_column_bytes(row, 0))
            // SQLite keeps the bytes until the next step.
            guard let start = sqlite3_column_blob(row, 0) else { return false }
            bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
            return false
        }
        return bytes
    }

    /// Runs a query until it ends or `body` returns false.
    private func read(_ sql: String, _ values: [Int], _ body: (OpaquePointer) -> Bool) throws(Failure) {
        deadline = .now + Self.patience
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK, let statement = prepared else {
            throw failure
        }
        defer { sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() { sqlite3_bind_int64(statement, Int32(index + 1), Int64(value)) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_DONE: return
            case SQLITE_ROW: if !body(statement) { return }
            case SQLITE_INTERRUPT: throw Failure(description: "a query took longer than \(Self.patience)")
            default: throw failure
            }
        }
    }

    private var failure: Failure { Failure(description: String(cString: sqlite3_errmsg(handle))) }

    private static func text(_ row: OpaquePointer, _ column: Int32) -> String? {
        // SQLite keeps the text until the next step.
        guard sqlite3_column_type(row, column) == SQLITE_TEXT, let start = sqlite3_column_text(row, column) else {
            return nil
        }
        let count = min(Int(sqlite3_column_bytes(row, column)), 2000)
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Encodes a path for a URI: all bytes except letters, digits and "/" become `%hh`.
    private static func encoded(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"):
                text.append(Character(UnicodeScalar(byte)))
            default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
    }
}
