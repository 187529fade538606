// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import GRDB

extension Store {
    /// What people trust or distrust, and what OSNMA has learnt.
    ///
    /// - Throws: `StoreError`.
    public func trust() async throws(StoreError) -> StoredTrust {
        try await perform { try StoredTrust($0) }
    }

    /// Stores what a person decided, all of it or nothing.
    ///
    /// - Parameters:
    ///   - anchors: each takes the place of an earlier decision on the same fingerprint; a tree that is known stays so.
    ///   - state: what OSNMA has learnt, where the decision changes that; nil leaves it.
    ///   - time: now, in milliseconds since 1970-01-01 UTC.
    /// - Throws: `StoreError`; nothing is changed then.
    public func decide(
        _ anchors: [StoredTrustAnchor], state: [UInt8]? = nil, at time: Int64
    ) async throws(StoreError) {
        try await perform { database in
            for anchor in anchors {
                try database.execute(
                    sql: """
                        INSERT INTO trust_anchors
                            (fingerprint, kind, content, tree, valid_from, valid_to, source, trusted, changed)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT (fingerprint) DO UPDATE SET
                            kind = excluded.kind, content = excluded.content, tree = coalesce(excluded.tree, tree),
                            valid_from = excluded.valid_from, valid_to = excluded.valid_to, source = excluded.source,
                            trusted = excluded.trusted, changed = excluded.changed
                        """,
                    arguments: [
                        Data(anchor.fingerprint), anchor.kind.rawValue, Data(anchor.content),
                        anchor.tree.map { Data($0) },
                        anchor.validFrom, anchor.validTo, anchor.source, anchor.isTrusted, time,
                    ])
            }
            if let state { try Self.keep(state, at: time, database) }
        }
    }

    /// Takes a person's decision back: what holds is what holds without it.
    ///
    /// - Returns: there was one.
    /// - Throws: `StoreError`; nothing is changed then.
    @discardableResult
    public func forgetDecision(on fingerprint: [UInt8]) async throws(StoreError) -> Bool {
        try await perform { database in
            try database.execute(
                sql: "DELETE FROM trust_anchors WHERE fingerprint = ?", arguments: [Data(fingerprint)])
            return database.changesCount > 0
        }
    }

    /// Keeps what OSNMA has learnt from the signal; it takes the place of what was kept.
    ///
    /// - Parameters:
    ///   - state: as the engine writes it.
    ///   - time: now, in milliseconds since 1970-01-01 UTC.
    /// - Throws: `StoreError`; what was kept stays then.
    public func keepOSNMA(_ state: [UInt8], at time: Int64) async throws(StoreError) {
        try await perform { try Self.keep(state, at: time, $0) }
    }

    private static func keep(_ state: [UInt8], at time: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO osnma_state (id, state, changed) VALUES (1, ?, ?)
                ON CONFLICT (id) DO UPDATE SET state = excluded.state, changed = excluded.changed
                """, arguments: [Data(state), time])
    }
}
