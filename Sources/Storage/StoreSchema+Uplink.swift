// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension StoreSchema {
    /// Version 4: the queue of positions for an exchange, the totals of its deliveries, and the other members. Times
    /// are nanoseconds since 1970-01-01 UTC.
    static let createUplink: @Sendable (Database) throws -> Void = { database in
        try database.execute(
            sql: """
                CREATE TABLE uplink_messages (
                    number INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order they were made
                    id TEXT NOT NULL UNIQUE,                  -- the same whenever it is sent again, as the next one
                    sequence INTEGER NOT NULL,
                    posts INTEGER NOT NULL DEFAULT 0,         -- how often it was taken without an answer so far
                    repeated INTEGER NOT NULL DEFAULT 0,      -- whether it had its one more trial
                    entries INTEGER NOT NULL,
                    bytes INTEGER NOT NULL,
                    newest INTEGER NOT NULL                   -- the time of its newest entry
                );
                CREATE TABLE uplink_entries (
                    number INTEGER PRIMARY KEY AUTOINCREMENT, -- a number is never used again
                    time INTEGER NOT NULL,                    -- of the position
                    verdict INTEGER,                          -- on the navigation data, as Authentication.State
                    content BLOB NOT NULL,                    -- as it will be sent
                    message INTEGER REFERENCES uplink_messages (number) -- NULL: it waits
                );
                CREATE INDEX uplink_waiting ON uplink_entries (number) WHERE message IS NULL;
                CREATE INDEX uplink_assigned ON uplink_entries (message) WHERE message IS NOT NULL;
                CREATE TABLE uplink_state (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    paused INTEGER NOT NULL DEFAULT 0,
                    announced TEXT,                           -- what the other side was told that we can
                    entries INTEGER NOT NULL DEFAULT 0,       -- rows of uplink_entries, and the bytes of their content
                    bytes INTEGER NOT NULL DEFAULT 0,
                    sent INTEGER NOT NULL DEFAULT 0,          -- entries since the beginning, as the next four
                    crowded INTEGER NOT NULL DEFAULT 0,       -- there was no room
                    aged INTEGER NOT NULL DEFAULT 0,          -- they were too old
                    refused INTEGER NOT NULL DEFAULT 0,       -- the other side will never take them
                    unconfirmed INTEGER NOT NULL DEFAULT 0,   -- sent, and nobody said that they arrived
                    success INTEGER                           -- when something was taken last
                );
                INSERT INTO uplink_state (id) VALUES (1);
                CREATE TABLE uplink_members (
                    id TEXT PRIMARY KEY NOT NULL,
                    name TEXT,
                    time INTEGER NOT NULL,                    -- of its last position
                    content BLOB NOT NULL                     -- that position as it was received
                ) WITHOUT ROWID;
                """)
    }
}
