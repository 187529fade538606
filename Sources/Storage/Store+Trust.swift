// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import GRDB

extension Store {
    /// Returns people's trust decisions and the state that OSNMA has received.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func trust() async throws(StoreError) -> StoredTrust {
        try await perform { [damage] in try StoredTrust($0, damage) }
    }

    /// Stores a person's decisions in one transaction.
    ///
    /// - Parameters:
    ///   - anchors: The decisions; each replaces an earlier one on the same fingerprint, but keeps a known tree.
    ///   - time: The current time in milliseconds since 1970-01-01 UTC.
    ///   - change: Computes OSNMA's new state from the stored trust, within the same transaction; nil leaves it
    ///     unchanged.
    /// - Throws: `StoreError`; nothing is changed in that case.
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

    /// Stores the state that OSNMA has received from the signal.
    ///
    /// - Parameters:
    ///   - time: The current time in milliseconds since 1970-01-01 UTC.
    ///   - change: Computes the new state from the stored trust, within the same transaction; nil leaves it unchanged.
    /// - Throws: `StoreError`; the state is unchanged in that case.
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
