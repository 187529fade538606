// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension Store {
    /// All receivers that were ever seen and not forgotten, in the order of their identities.
    ///
    /// - Throws: `StoreError`.
    public func receivers() async throws(StoreError) -> [StoredReceiver] {
        try await perform { database in
            let abilities = try Row.fetchAll(database, sql: "SELECT * FROM abilities ORDER BY identity, ability")
            let known = Dictionary(grouping: abilities) { $0["identity"] as String }
            return try Row.fetchAll(database, sql: "SELECT * FROM receivers ORDER BY identity").map { row in
                StoredReceiver(row, abilities: known[row["identity"]] ?? [])
            }
        }
    }

    /// Notes that a receiver is there, and what it says of itself.
    ///
    /// - Parameters:
    ///   - sighting: the receiver; what is nil in it stays as it was known.
    ///   - time: now, in milliseconds since 1970-01-01 UTC.
    /// - Throws: `StoreError`; nothing is changed then.
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

    /// Notes what a receiver was seen to be able to do. What is known already keeps its evidence and its time; a
    /// receiver that is not known, or was forgotten, learns nothing.
    ///
    /// - Throws: `StoreError`; nothing is changed then.
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

    /// Notes which receiver a person has chosen.
    ///
    /// - Parameter identity: a receiver that is known; nil: none, the gateway chooses.
    /// - Returns: false, with nothing changed, where the receiver is not known.
    /// - Throws: `StoreError`; nothing is changed then.
    @discardableResult
    public func choose(_ identity: String?) async throws(StoreError) -> Bool {
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

    /// Removes all that is known of a receiver, its choice included.
    ///
    /// - Returns: whether it was known.
    /// - Throws: `StoreError`; nothing is changed then.
    @discardableResult
    public func forget(_ identity: String) async throws(StoreError) -> Bool {
        try await perform { database in
            try database.execute(sql: "DELETE FROM receivers WHERE identity = ?", arguments: [identity])
            return database.changesCount > 0
        }
    }
}

extension StoredReceiver {
    fileprivate init(_ row: Row, abilities: [Row]) {
        sighting = ReceiverSighting(identity: row["identity"], id: row["id"], driver: row["driver"])
        sighting.name = row["name"]
        sighting.model = row["model"]
        sighting.firmware = row["firmware"]
        sighting.serial = row["serial"]
        firstSeen = row["first_seen"]
        lastSeen = row["last_seen"]
        isChosen = row["chosen"]
        self.abilities = abilities.map { StoredAbility($0["ability"], evidence: $0["evidence"], seen: $0["seen"]) }
    }
}
