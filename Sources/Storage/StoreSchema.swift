// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The schema of the store by version. The database's `user_version` is the number of migrations that it has been
/// through.
enum StoreSchema {
    /// "GNSG" in the database header, which identifies a store of the gateway.
    static let application = 0x474E_5347

    /// The migrations from each version to the next. A published migration is never changed; new ones are added.
    static let migrations: [@Sendable (Database) throws -> Void] = [
        createSettingsAndReceivers, createTrust, createPaths, createUplink, addTrees, createAlerts,
        addMessages, createWebhookEvents, createCaptures, addCaptureVerdicts, createMQTT,
        createForms, createSparkplug, addGreatestSeverity, addImportMark, indexCaptureTasks,
        createBackOffice,
    ]

    /// The version that this program writes.
    static var version: Int { migrations.count }

    /// Migrates a database to the current version, each step in its own transaction.
    ///
    /// - Throws: `StoreError.newer` or `.foreign`; SQLite's error.
    static func migrate(_ database: Database, path: String, to version: Int = Self.version) throws {
        for step in try check(database, path: path)..<version {
            try database.inTransaction(.immediate) {
                try migrations[step](database)
                try database.execute(sql: "PRAGMA application_id = \(application)")
                try database.execute(sql: "PRAGMA user_version = \(step + 1)")
                return .commit
            }
        }
    }

    /// The version of a database; 0 if it is empty.
    ///
    /// - Throws: `StoreError.newer`, `.foreign` or `.corrupt`; SQLite's error.
    static func check(_ database: Database, path: String) throws -> Int {
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let mark = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        guard mark == application || (mark == 0 && found == 0 && tables == 0) else {
            throw StoreError.foreign(path: path)
        }
        guard found <= version else { throw StoreError.newer(path: path, version: found, known: version) }
        guard found >= 0 else { throw StoreError.corrupt(path: path, detail: "its version is \(found)") }
        return found
    }

    /// Version 2: people's trust decisions on OSNMA keys and roots, and the state that the engine has received. Times
    /// are milliseconds since 1970-01-01 UTC.
    private static let createTrust: @Sendable (Database) throws -> Void = { database in
        try database.execute(
            sql: """
                CREATE TABLE trust_anchors (
                    fingerprint BLOB PRIMARY KEY NOT NULL CHECK (length(fingerprint) = 32),
                    kind TEXT NOT NULL,
                    content BLOB NOT NULL,
                    valid_from INTEGER,
                    valid_to INTEGER,
                    source TEXT NOT NULL,
                    trusted INTEGER NOT NULL CHECK (trusted IN (0, 1)),
                    changed INTEGER NOT NULL
                ) WITHOUT ROWID;
                CREATE TABLE osnma_state (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    state BLOB NOT NULL,
                    changed INTEGER NOT NULL
                );
                """)
    }

    /// Version 5: the root of the Merkle tree that a public key belongs to.
    private static let addTrees: @Sendable (Database) throws -> Void = { database in
        try database.execute(
            sql: "ALTER TABLE trust_anchors ADD COLUMN tree BLOB CHECK (tree IS NULL OR length(tree) = 32)")
    }

    /// Version 6: the log of alerts. Times are milliseconds since 1970-01-01 UTC by the host's clock.
    private static let createAlerts: @Sendable (Database) throws -> Void = { database in
        try database.execute(
            sql: """
                CREATE TABLE alerts (
                    id INTEGER PRIMARY KEY,
                    code TEXT NOT NULL,
                    severity TEXT NOT NULL,
                    text TEXT NOT NULL,
                    receiver TEXT,
                    began INTEGER NOT NULL,
                    ended INTEGER
                );
                """)
    }

    /// Version 7: the texts of alerts by their codes, as JSON.
    private static let addMessages: @Sendable (Database) throws -> Void = { database in
        try database.execute(sql: "ALTER TABLE alerts ADD COLUMN message TEXT")
    }

    /// Version 14: the greatest severity of an alert that has become less severe since; NULL for others.
    private static let addGreatestSeverity: @Sendable (Database) throws -> Void = { database in
        try database.execute(sql: "ALTER TABLE alerts ADD COLUMN greatest TEXT")
    }

    /// Version 8: events for the webhook. Times are milliseconds since 1970-01-01 UTC by the host's clock.
    private static let createWebhookEvents: @Sendable (Database) throws -> Void = { database in
        try database.execute(
            sql: """
                CREATE TABLE webhook_events (
                    number INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    happened INTEGER NOT NULL,
                    body TEXT NOT NULL
                );
                """)
    }

    /// Version 1: settings and receivers. Times are milliseconds since 1970-01-01 UTC by the host's clock.
    private static let createSettingsAndReceivers: @Sendable (Database) throws -> Void = { database in
        try database.execute(
            sql: """
                CREATE TABLE settings (
                    key TEXT PRIMARY KEY NOT NULL,
                    value TEXT NOT NULL,
                    changed INTEGER NOT NULL
                ) WITHOUT ROWID;
                CREATE TABLE receivers (
                    identity TEXT PRIMARY KEY NOT NULL,
                    id TEXT NOT NULL,
                    driver TEXT NOT NULL,
                    name TEXT,
                    model TEXT,
                    firmware TEXT,
                    serial TEXT,
                    first_seen INTEGER NOT NULL,
                    last_seen INTEGER NOT NULL,
                    chosen INTEGER NOT NULL DEFAULT 0 CHECK (chosen IN (0, 1))
                ) WITHOUT ROWID;
                CREATE UNIQUE INDEX receivers_chosen ON receivers (chosen) WHERE chosen = 1;
                CREATE TABLE abilities (
                    identity TEXT NOT NULL REFERENCES receivers (identity) ON DELETE CASCADE,
                    ability TEXT NOT NULL,
                    evidence TEXT NOT NULL,
                    seen INTEGER NOT NULL,
                    PRIMARY KEY (identity, ability)
                ) WITHOUT ROWID;
                """)
    }
}
