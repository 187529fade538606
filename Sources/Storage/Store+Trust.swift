// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import GRDB

extension Store {
    /// What people trust or distrust, and what OSNMA has learnt.
    ///
    /// - Throws: `StoreError`.
    public func trust() async throws(StoreError) -> StoredTrust {
        try await perform { [damage] in try StoredTrust($0, damage) }
    }

    /// Stores what a person decided, all of it or nothing.
    ///
    /// - Parameters:
    ///   - anchors: each takes the place of an earlier decision on the same fingerprint; a tree that is known stays so.
    ///   - time: now, in milliseconds since 1970-01-01 UTC.
    ///   - change: makes of what is stored by then what OSNMA has learnt; nil leaves it. Nothing else is stored meanwhile.
    /// - Throws: `StoreError`; nothing is changed then.
    public func decide(
        _ anchors: [StoredTrustAnchor], at time: Int64,
        _ change: @escaping @Sendable (StoredTrust) -> [UInt8]? = { _ in nil }
    ) async throws(StoreError) {
        try await perform { [damage] database in
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
            try Self.change(at: time, database, damage, change)
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

    /// Keeps what OSNMA has learnt from the signal.
    ///
    /// - Parameters:
    ///   - time: now, in milliseconds since 1970-01-01 UTC.
    ///   - change: makes of what is stored what is to be kept; nil leaves it. Nothing else is stored meanwhile.
    /// - Throws: `StoreError`; what was kept stays then.
    public func keepOSNMA(
        at time: Int64, _ change: @escaping @Sendable (StoredTrust) -> [UInt8]?
    ) async throws(StoreError) {
        try await perform { [damage] in try Self.change(at: time, $0, damage, change) }
    }

    private static func change(
        at time: Int64, _ database: Database, _ damage: StoreDamage, _ change: (StoredTrust) -> [UInt8]?
    ) throws {
        if let state = change(try StoredTrust(database, damage)) { try keep(state, at: time, database) }
    }

    private static func keep(_ state: [UInt8], at time: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO osnma_state (id, state, changed) VALUES (1, ?, ?)
                ON CONFLICT (id) DO UPDATE SET state = excluded.state, changed = excluded.changed
                """, arguments: [Data(state), time])
    }
}
