// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// A captured photo in the store.
public struct StoredCapture: Hashable, Sendable {
    public var id: String
    /// The instant of the photo in milliseconds since 1970-01-01 UTC.
    public var taken: Int64
    /// The user who took it; nil if the client had not signed in by name.
    public var user: String?
    /// The SHA-256 of the image as it arrived, as hexadecimal digits.
    public var upload: String
    /// The size of its files in bytes.
    public var bytes: Int
    /// What lists show, as JSON.
    public var summary: String
    /// The owners whose captures are wanted.
    public struct Owners: Hashable, Sendable {
        /// Only captures of this user; nil for all.
        public var owner: String?
        /// Only captures that this user took or that have no owner; `.some(nil)`: only those without an owner; nil for all.
        public var visitor: String??
        /// Only captures of this task; `.some(nil)`: only those without a task; nil for all.
        public var task: String??

        public init(owner: String? = nil, visitor: String?? = nil, task: String?? = nil) {
            (self.owner, self.visitor, self.task) = (owner, visitor, task)
        }

        /// The condition, beginning with WHERE, and its arguments.
        var condition: (sql: String, arguments: StatementArguments) {
            var (terms, arguments): ([String], [String?]) = ([], [])
            if let owner {
                terms.append("user = ?")
                arguments.append(owner)
            }
            if let visitor {
                terms.append("(user IS NULL OR user = ?)")
                arguments.append(visitor)
            }
            if let task {
                terms.append("\(StoredCapture.task) IS ?")
                arguments.append(task)
            }
            return (
                terms.isEmpty ? "" : "WHERE " + terms.joined(separator: " AND "), StatementArguments(arguments)
            )
        }
    }

    /// The number of the newest revision, and of its manifest in the chain; set only when the capture is read.
    public internal(set) var revision = 0
    public internal(set) var sequence: Int64 = 0

    public init(id: String, taken: Int64, user: String?, upload: String, bytes: Int, summary: String) {
        (self.id, self.taken, self.user) = (id, taken, user)
        (self.upload, self.bytes, self.summary) = (upload, bytes, summary)
    }

    init(_ row: StoredRow) throws(BadCell) {
        self.init(
            id: try row.text("id"), taken: try row.integer("taken", in: StoredRange.milliseconds),
            user: try row.optionalText("user"), upload: try row.text("upload"), bytes: try row.count("bytes"),
            summary: try row.text("summary"))
        revision = try row.count("revision")
        sequence = try row.integer("sequence", in: 0...StoredRange.count)
    }

    /// The SQL for a capture's task; the index `captures_task` has the same text.
    static let task = "CASE WHEN json_valid(summary) THEN json_extract(summary, '$.task') END"

    /// The SQL that reads all captures.
    static let selection = """
        SELECT captures.*, coalesce(newest.revision, 0) AS revision, coalesce(newest.sequence, 0) AS sequence
        FROM captures LEFT JOIN capture_manifests AS newest ON newest.capture = captures.id
            AND newest.revision = (SELECT max(revision) FROM capture_manifests WHERE capture = captures.id)
        """
}

/// A manifest in the chain of all captures.
public struct StoredManifest: Hashable, Sendable {
    /// The number in the chain, from 1.
    public var sequence: Int64
    /// The SHA-256 of the manifest, as hexadecimal digits.
    public var hash: String
    /// The SHA-256 of the manifest before; nil for the first one.
    public var previous: String?
    /// The number of the revision of its capture, from 1.
    public var revision: Int

    public init(sequence: Int64, hash: String, previous: String?, revision: Int) {
        (self.sequence, self.hash, self.previous, self.revision) = (sequence, hash, previous, revision)
    }

    init(_ row: StoredRow) throws(BadCell) {
        self.init(
            sequence: try row.integer("sequence", in: StoredRange.numbers), hash: try row.text("hash"),
            previous: try row.optionalText("previous"), revision: Int(try row.integer("revision", in: 1...1_000_000)))
    }
}

/// A sealed change of a capture.
public struct SealedChange: Hashable, Sendable {
    /// The SHA-256 of the manifest, as hexadecimal digits.
    public var hash: String
    /// The capture as it is now; nil if the change deletes it.
    public var capture: StoredCapture?

    public init(hash: String, capture: StoredCapture?) { (self.hash, self.capture) = (hash, capture) }
}

extension Store {
    /// Makes a change whose manifest is made in the same transaction, so that no two manifests have the same place in the
    /// chain.
    ///
    /// - Parameters:
    ///   - id: The capture that is added, changed or deleted.
    ///   - seal: Makes and keeps the manifest, given the last one of the chain, those of the same capture in order, and whether
    ///     the capture exists: a deleted one has manifests. If it throws or returns nil, nothing is changed.
    /// - Returns: The new manifest; nil if there is none.
    /// - Throws: `StoreError`.
    public func change(
        _ id: String,
        seal:
            @escaping @Sendable (
                _ last: StoredManifest?, _ own: [StoredManifest], _ exists: Bool
            ) throws -> SealedChange?
    ) async throws(StoreError) -> StoredManifest? {
        try await perform { [damage] database in
            let table = StoreTable.captureManifests
            func manifests(_ sql: String, _ arguments: StatementArguments = []) throws -> [StoredManifest] {
                damage.read(try table.rows(database, sql, arguments)) { row throws(BadCell) in try StoredManifest(row) }
            }
            let last = try manifests("SELECT * FROM capture_manifests ORDER BY sequence DESC LIMIT 1").first
            let own = try manifests("SELECT * FROM capture_manifests WHERE capture = ? ORDER BY revision", [id])
            let exists =
                try Int.fetchOne(database, sql: "SELECT count(*) FROM captures WHERE id = ?", arguments: [id]) == 1
            guard let change = try seal(last, own, exists) else { return nil }
            let manifest = StoredManifest(
                sequence: (last?.sequence ?? 0) + 1, hash: change.hash, previous: last?.hash,
                revision: (own.last?.revision ?? 0) + 1)
            try Self.set(change.capture, id, database)
            try Self.insert(manifest, of: id, database)
            return manifest
        }
    }

    /// Adds revisions that exist as files only, because the daemon was killed or the store was lost.
    ///
    /// - Parameters:
    ///   - capture: The capture with its newest revision; nil if that deleted it.
    ///   - manifests: The missing manifests.
    /// - Throws: `StoreError`; nothing is changed in that case.
    public func adopt(
        _ capture: StoredCapture?, id: String, manifests: [StoredManifest]
    ) async throws(StoreError) {
        try await perform { database in
            try Self.set(capture, id, database)
            for manifest in manifests { try Self.insert(manifest, of: id, database) }
        }
    }

    /// Adds or changes the row of a capture; without one, deletes it and its manifests.
    private static func set(_ capture: StoredCapture?, _ id: String, _ database: Database) throws {
        guard let capture else {
            try database.execute(sql: "DELETE FROM captures WHERE id = ?", arguments: [id])
            return try database.execute(sql: "DELETE FROM capture_manifests WHERE capture = ?", arguments: [id])
        }
        try database.execute(
            sql: """
                INSERT INTO captures (id, taken, user, upload, bytes, summary) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes, summary = excluded.summary
                """,
            arguments: [
                capture.id, capture.taken, capture.user, capture.upload, capture.bytes, capture.summary,
            ])
    }

    private static func insert(_ manifest: StoredManifest, of capture: String, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO capture_manifests (sequence, capture, revision, hash, previous) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                manifest.sequence, capture, manifest.revision, manifest.hash, manifest.previous,
            ])
    }

    /// Returns captures, those taken last first.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func captures(
        of owners: StoredCapture.Owners = .init(), limit: Int, offset: Int
    ) async throws(StoreError) -> [StoredCapture] {
        try await perform { [damage] database in
            let (condition, arguments) = owners.condition
            let rows = try StoreTable.captures.rows(
                database, "\(StoredCapture.selection) \(condition) ORDER BY taken DESC, number DESC LIMIT ? OFFSET ?",
                arguments + [limit, offset])
            return damage.read(rows) { row throws(BadCell) in try StoredCapture(row) }
        }
    }

    /// Returns a capture; nil if it does not exist.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func capture(_ id: String) async throws(StoreError) -> StoredCapture? {
        try await perform { [damage] database in
            let rows = try StoreTable.captures.rows(database, "\(StoredCapture.selection) WHERE id = ?", [id])
            return damage.read(rows) { row throws(BadCell) in try StoredCapture(row) }.first
        }
    }

    /// Returns the captures whose summary has a text as a member, those taken first first.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func captures(
        whose member: String, is text: String, limit: Int
    ) async throws(StoreError) -> [StoredCapture] {
        try await perform { [damage] database in
            // A quote within a text of the summary is escaped, so this finds only members.
            let rows = try StoreTable.captures.rows(
                database, "\(StoredCapture.selection) WHERE instr(summary, ?) > 0 ORDER BY taken, number LIMIT ?",
                ["\"\(member)\":\"\(text)\"", limit])
            return damage.read(rows) { row throws(BadCell) in try StoredCapture(row) }
        }
    }

    /// Returns the number of captures and the total size of their files in bytes.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func captureTotals(
        of owners: StoredCapture.Owners = .init()
    ) async throws(StoreError) -> (count: Int, bytes: Int) {
        try await perform { database in
            let (condition, arguments) = owners.condition
            let row = try Row.fetchOne(
                database, sql: "SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM captures \(condition)",
                arguments: arguments)
            guard let row else { return (0, 0) }
            let cells = StoredRow(row, of: "captures", key: [])
            return (try cells.count("count"), try cells.count("bytes"))
        }
    }

    /// Returns the number of the newest revision of each capture, including deleted ones.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func captureRevisions() async throws(StoreError) -> [String: Int] {
        try await perform { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT capture, max(revision) AS revision FROM capture_manifests GROUP BY capture")
            var revisions: [String: Int] = [:]
            for row in rows {
                let cells = StoredRow(row, of: "capture_manifests", key: ["capture"])
                revisions[try cells.text("capture")] = try cells.count("revision")
            }
            return revisions
        }
    }
}
