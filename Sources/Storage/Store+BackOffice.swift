// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// Something of the back office in the store: who has signed in, a task, or how far a photo or a path has got.
public struct BackOfficeItem: Hashable, Sendable {
    /// What an item is.
    public enum Kind: String, Sendable, CaseIterable {
        case account, task, photo, path
    }

    /// What identifies an item.
    public struct Key: Hashable, Sendable {
        public var kind: Kind
        /// The person of the gateway; empty for clients without a name.
        public var owner: String
        /// The server and the person there; empty for items that belong to none.
        public var account: String
        public var id: String

        public init(_ kind: Kind, owner: String, account: String = "", id: String = "") {
            (self.kind, self.owner, self.account, self.id) = (kind, owner, account, id)
        }
    }

    public var key: Key
    /// JSON of the owner of this table.
    public var content: String

    public init(_ key: Key, _ content: String) { (self.key, self.content) = (key, content) }

    init(_ row: StoredRow) throws(BadCell) {
        guard let kind = Kind(rawValue: try row.text("kind")) else { throw row.bad("kind", "it is not defined") }
        key = Key(
            kind, owner: try row.text("owner"), account: try row.text("account"), id: try row.text("id"))
        content = try row.text("content")
    }
}

extension StoreSchema {
    /// Version 17: what belongs to the back office.
    static let createBackOffice: @Sendable (Database) throws -> Void = { database in
        try database.execute(
            sql: """
                CREATE TABLE back_office (
                    kind TEXT NOT NULL,
                    id TEXT NOT NULL,
                    owner TEXT NOT NULL,                      -- empty: clients without a name
                    account TEXT NOT NULL,                    -- the server and the person there
                    content TEXT NOT NULL,                    -- JSON
                    PRIMARY KEY (kind, id, owner, account)
                ) WITHOUT ROWID;
                """)
    }
}

extension StoreTable {
    static let backOffice = StoreTable("back_office", key: ["kind", "id", "owner", "account"], .leave) {
        row throws(BadCell) in
        _ = try BackOfficeItem(row)
    }
}

extension Store {
    /// Returns items of a kind in the order of their IDs.
    ///
    /// - Parameters:
    ///   - owner: Only those of a person; nil for all.
    ///   - account: Only those of an account; nil for all.
    /// - Throws: `StoreError` if the store cannot be read.
    public func backOfficeItems(
        _ kind: BackOfficeItem.Kind, of owner: String? = nil, account: String? = nil
    ) async throws(StoreError) -> [BackOfficeItem] {
        try await perform { [damage] database in
            let rows = try StoreTable.backOffice.rows(
                database,
                """
                SELECT * FROM back_office WHERE kind = ?1 AND (?2 IS NULL OR owner = ?2) AND (?3 IS NULL OR account = ?3)
                ORDER BY id
                """, [kind.rawValue, owner, account])
            return damage.read(rows) { row throws(BadCell) in try BackOfficeItem(row) }
        }
    }

    /// Returns the items of a kind with an ID, of all owners.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func backOfficeItems(
        _ kind: BackOfficeItem.Kind, ids: [String]
    ) async throws(StoreError) -> [BackOfficeItem] {
        try await perform { [damage] database in
            var items: [BackOfficeItem] = []
            for id in ids {
                let rows = try StoreTable.backOffice.rows(
                    database, "SELECT * FROM back_office WHERE kind = ? AND id = ?", [kind.rawValue, id])
                items += damage.read(rows) { row throws(BadCell) in try BackOfficeItem(row) }
            }
            return items
        }
    }

    /// Stores and removes items in one transaction.
    ///
    /// - Throws: `StoreError`; nothing is changed in that case.
    public func changeBackOffice(
        _ items: [BackOfficeItem], removing keys: [BackOfficeItem.Key] = []
    ) async throws(StoreError) {
        try await perform { database in
            for key in keys {
                try database.execute(
                    sql: "DELETE FROM back_office WHERE kind = ? AND id = ? AND owner = ? AND account = ?",
                    arguments: [key.kind.rawValue, key.id, key.owner, key.account])
            }
            for item in items {
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO back_office (kind, id, owner, account, content) VALUES (?, ?, ?, ?, ?)
                        """,
                    arguments: [item.key.kind.rawValue, item.key.id, item.key.owner, item.key.account, item.content])
            }
        }
    }
}
