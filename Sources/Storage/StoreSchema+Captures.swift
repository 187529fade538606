// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension StoreSchema {
    /// Version 9: captured photos and the chain of their manifests. The photos themselves are files. Times are
    /// milliseconds since 1970-01-01 UTC by the host's clock.
    static let createCaptures: @Sendable (Database) throws -> Void = { database in
        try database.execute(
            sql: """
                CREATE TABLE captures (
                    number INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order they were stored
                    id TEXT NOT NULL UNIQUE,
                    taken INTEGER NOT NULL,
                    user TEXT,                                -- NULL: it has no owner
                    upload TEXT NOT NULL,                     -- the SHA-256 of the image as it arrived
                    bytes INTEGER NOT NULL,                   -- the size of its files
                    summary TEXT NOT NULL                     -- for lists, as JSON
                );
                CREATE INDEX captures_taken ON captures (taken, number);
                CREATE TABLE capture_manifests (
                    sequence INTEGER PRIMARY KEY,             -- the number in the chain
                    capture TEXT NOT NULL,
                    revision INTEGER NOT NULL,
                    hash TEXT NOT NULL,                       -- the SHA-256 of the manifest
                    previous TEXT                             -- that of the manifest before; NULL for the first one
                );
                CREATE UNIQUE INDEX capture_revisions ON capture_manifests (capture, revision);
                """)
    }

    /// Version 10: lists show the verdict on a photo as a word, because it may come later.
    static let addCaptureVerdicts: @Sendable (Database) throws -> Void = { database in
        try database.execute(
            sql: """
                UPDATE captures SET summary = json_set(summary, '$.verdict',
                    CASE json_extract(summary, '$.authenticated') WHEN 1 THEN 'authenticated' ELSE 'not_authenticated' END)
                WHERE CASE WHEN json_valid(summary) THEN json_type(summary) = 'object' ELSE 0 END
                """)
    }

    /// Version 16: captures are listed by the task in their summaries.
    static let indexCaptureTasks: @Sendable (Database) throws -> Void = { database in
        try database.execute(sql: "CREATE INDEX captures_task ON captures (\(StoredCapture.task), taken, number)")
    }
}
