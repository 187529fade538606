// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension Store {
    /// Returns all receivers that have been seen and not forgotten, ordered by identity.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func receivers() async throws(StoreError) -> [StoredReceiver] {
        try await perform { [damage] database in
            let abilities = damage.read(
                try StoreTable.abilities.rows(database, "SELECT * FROM abilities ORDER BY identity, ability")
            ) { row throws(BadCell) in (identity: try row.text("identity"), ability: try StoredAbility(row)) }
            let known = Dictionary(grouping: abilities, by: \.identity)
            let rows = try StoreTable.receivers.rows(database, "SELECT * FROM receivers ORDER BY identity")
            return damage.read(rows) { row throws(BadCell) in
                try StoredReceiver(row, abilities: known[try row.text("identity")]?.map(\.ability) ?? [])
            }
        }
    }

    /// Records that a receiver is present, and the properties that it reports.
    ///
    /// - Parameters:
    ///   - sighting: The receiver; properties that are nil stay unchanged.
    ///   - time: The current time in milliseconds since 1970-01-01 UTC.
    /// - Throws: `StoreError`; nothing is changed in that case.
    public func note(_ sighting: ReceiverSighting, at time: Int64) async throws(StoreError) {
        try await perform { database in
            try database.execute(
                sql: """
                    INSERT INTO receivers (identity, id, driver, name, model, firmware, serial, first_seen, last_seen)
                    VALUES (:identity, :id, :driver, :name, :model, :firmware, :serial, :time, :time)
                    ON CONFLICT (identity) DO UPDATE SET id = excluded.id, driver = excluded.driver,
                        name = coalesce(excluded.name, name), model = coalesce(excluded.model, model),
                        firmware = coalesce(excluded.firmware, firmware), serial = coalesce(excluded.serial, serial),
                        last_seen = excluded.last_seen
                    """,
                arguments: [
                    "identity": sighting.identity, "id": sighting.id, "driver": sighting.driver, "name": sighting.name,
                    "model": sighting.model, "firmware": sighting.firmware, "serial": sighting.serial, "time": time,
                ])
        }
    }

    /// Records observed abilities of a receiver. A known ability keeps its evidence and time. Has no effect if the
    /// receiver is unknown or was forgotten.
    ///
    /// - Throws: `StoreError`; nothing is changed in that case.
    public func learn(_ abilities: [StoredAbility], of identity: String) async throws(StoreError) {
        try await perform { database in
            for ability in abilities {
                try database.execute(
                    sql: """
                        INSERT INTO abilities (identity, ability, evidence, seen)
                        SELECT identity, ?, ?, ? FROM receivers WHERE identity = ?
                        ON CONFLICT DO NOTHING
                        """, arguments: [ability.ability, ability.evidence, ability.seen, identity])
            }
        }
    }

    /// Records which receiver the operator selected.
    ///
    /// - Parameter identity: A known receiver; nil if the gateway decides.
    /// - Returns: False if the receiver is unknown; nothing is changed in that case.
    /// - Throws: `StoreError`; nothing is changed in that case.
    @discardableResult
    public func select(_ identity: String?) async throws(StoreError) -> Bool {
        try await perform { database in
            if let identity {
                let known = try Bool.fetchOne(
                    database, sql: "SELECT EXISTS (SELECT 1 FROM receivers WHERE identity = ?)", arguments: [identity])
                guard known == true else { return false }
            }
            try database.execute(sql: "UPDATE receivers SET chosen = 0 WHERE chosen = 1")
            if let identity {
                try database.execute(sql: "UPDATE receivers SET chosen = 1 WHERE identity = ?", arguments: [identity])
            }
            return true
        }
    }

    /// Removes all data of a receiver, including the operator's selection.
    ///
    /// - Returns: True if the receiver was known.
    /// - Throws: `StoreError`; nothing is changed in that case.
    @discardableResult
    public func forget(_ identity: String) async throws(StoreError) -> Bool {
        try await perform { database in
            try database.execute(sql: "DELETE FROM receivers WHERE identity = ?", arguments: [identity])
            return database.changesCount > 0
        }
    }
}

extension StoredReceiver {
    init(_ row: StoredRow, abilities: [StoredAbility]) throws(BadCell) {
        sighting = ReceiverSighting(
            identity: try row.text("identity"), id: try row.text("id"), driver: try row.text("driver"))
        sighting.name = try row.optionalText("name")
        sighting.model = try row.optionalText("model")
        sighting.firmware = try row.optionalText("firmware")
        sighting.serial = try row.optionalText("serial")
        firstSeen = try row.integer("first_seen", in: StoredRange.milliseconds)
        lastSeen = try row.integer("last_seen", in: StoredRange.milliseconds)
        isSelected = try row.flag("chosen")
        self.abilities = abilities
    }
}

extension StoredAbility {
    init(_ row: StoredRow) throws(BadCell) {
        self.init(
            try row.text("ability"), evidence: try row.text("evidence"),
            seen: try row.integer("seen", in: StoredRange.milliseconds))
    }
}
