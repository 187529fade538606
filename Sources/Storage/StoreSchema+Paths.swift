// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension StoreSchema {
    /// The user whose data belong to all.
    static let localUser = "local"

    /// Version 3: users, paths and their points. A segment of the continuous track log is a path of kind 1, so that it
    /// has the same points, formats and retention. Times are nanoseconds since 1970-01-01 UTC.
    static let createPaths: @Sendable (Database) throws -> Void = { database in
        try database.execute(
            sql: """
                CREATE TABLE users (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    name TEXT NOT NULL UNIQUE CHECK (name <> '')
                );
                INSERT INTO users (name) VALUES ('\(localUser)');
                CREATE TABLE paths (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, -- a number is never used again
                    user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                    kind INTEGER NOT NULL,                -- 0 path, 1 track log
                    name TEXT NOT NULL CHECK (name <> ''),
                    state INTEGER NOT NULL,               -- 0 recording, 1 paused, 2 finished
                    started INTEGER NOT NULL,
                    ended INTEGER,
                    leap INTEGER NOT NULL DEFAULT 0,      -- within a leap second: 1 started, 2 ended
                    points INTEGER NOT NULL DEFAULT 0,    -- how many, numbered from 0 without a gap
                    removals INTEGER NOT NULL DEFAULT 0,  -- how often a point was taken away
                    length REAL,                          -- m
                    area REAL,                            -- m²
                    crosses INTEGER,
                    sent INTEGER NOT NULL DEFAULT 0,      -- 0 unsent, 1 sending, 2 sent
                    send_error TEXT
                );
                CREATE INDEX paths_started ON paths (user, kind, started);
                CREATE TABLE sources (
                    id INTEGER PRIMARY KEY,
                    name TEXT NOT NULL UNIQUE             -- of a receiver
                );
                CREATE TABLE points (
                    path INTEGER NOT NULL REFERENCES paths (id) ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    -- Degrees. Without a type: as REAL, −0.0 would become the integer 0.
                    latitude NOT NULL,
                    longitude NOT NULL,
                    time INTEGER,
                    traits INTEGER NOT NULL,              -- see PointTraits
                    ellipsoidal REAL,                     -- m, as the next two
                    orthometric REAL,
                    separation REAL,
                    horizontal REAL,                      -- accuracies in m
                    vertical REAL,
                    gdop REAL,
                    pdop REAL,
                    hdop REAL,
                    vdop REAL,
                    tdop REAL,
                    satellites INTEGER,
                    samples INTEGER,
                    source INTEGER,
                    PRIMARY KEY (path, number)
                ) WITHOUT ROWID;
                """)
    }

    /// Version 15: 1 for a path that came from a file. Imports of earlier versions are not known any more.
    static let addImportMark: @Sendable (Database) throws -> Void = { database in
        try database.execute(sql: "ALTER TABLE paths ADD COLUMN imported INTEGER NOT NULL DEFAULT 0")
    }
}
