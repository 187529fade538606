// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension StoreSchema {
    /// Version 4: the queue of positions for agrirouter.
    static let createUplink: @Sendable (Database) throws -> Void = { try createOutbox("uplink", $0) }

    /// Version 11: the queue of positions for an MQTT broker.
    static let createMQTT: @Sendable (Database) throws -> Void = { try createOutbox("mqtt", $0) }

    /// Version 12: the queues of positions for OwnTracks and Traccar.
    static let createForms: @Sendable (Database) throws -> Void = { database in
        for prefix in ["owntracks", "traccar"] { try createOutbox(prefix, database) }
    }

    /// Version 13: the queue of positions for Sparkplug.
    static let createSparkplug: @Sendable (Database) throws -> Void = { try createOutbox("sparkplug", $0) }

    /// Creates a queue of positions for another system, the totals of its deliveries, and the other members. Times are
    /// nanoseconds since 1970-01-01 UTC.
    private static func createOutbox(_ prefix: String, _ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE \(prefix)_messages (
                    number INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order they were made
                    id TEXT NOT NULL UNIQUE,                  -- the same whenever it is sent again, as the next one
                    sequence INTEGER NOT NULL,
                    posts INTEGER NOT NULL DEFAULT 0,         -- how often it was taken without an answer so far
                    repeated INTEGER NOT NULL DEFAULT 0,      -- whether it had its one more trial
                    entries INTEGER NOT NULL,
                    bytes INTEGER NOT NULL,
                    newest INTEGER NOT NULL                   -- the time of its newest entry
                );
                CREATE TABLE \(prefix)_entries (
                    number INTEGER PRIMARY KEY AUTOINCREMENT, -- a number is never used again
                    time INTEGER NOT NULL,                    -- of the position
                    verdict INTEGER,                          -- on the navigation data, as Authentication.State
                    content BLOB NOT NULL,                    -- as it will be sent
                    message INTEGER REFERENCES \(prefix)_messages (number) -- NULL: it waits
                );
                CREATE INDEX \(prefix)_waiting ON \(prefix)_entries (number) WHERE message IS NULL;
                CREATE INDEX \(prefix)_assigned ON \(prefix)_entries (message) WHERE message IS NOT NULL;
                CREATE TABLE \(prefix)_state (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    paused INTEGER NOT NULL DEFAULT 0,
                    announced TEXT,                           -- what the other side was told that we can
                    entries INTEGER NOT NULL DEFAULT 0,       -- rows of \(prefix)_entries, and the bytes of their content
                    bytes INTEGER NOT NULL DEFAULT 0,
                    sent INTEGER NOT NULL DEFAULT 0,          -- entries since the beginning, as the next four
                    crowded INTEGER NOT NULL DEFAULT 0,       -- there was no room
                    aged INTEGER NOT NULL DEFAULT 0,          -- they were too old
                    refused INTEGER NOT NULL DEFAULT 0,       -- the other side will never take them
                    unconfirmed INTEGER NOT NULL DEFAULT 0,   -- sent, and nobody said that they arrived
                    success INTEGER                           -- when something was taken last
                );
                INSERT INTO \(prefix)_state (id) VALUES (1);
                CREATE TABLE \(prefix)_members (
                    id TEXT PRIMARY KEY NOT NULL,
                    name TEXT,
                    time INTEGER NOT NULL,                    -- of its last position
                    content BLOB NOT NULL                     -- that position as it was received
                ) WITHOUT ROWID;
                """)
    }
}
