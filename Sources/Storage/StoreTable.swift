// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import GRDB
internal import Paths

/// A table whose rows are read one by one: how to read them, and how to repair an unreadable row.
struct StoreTable: Sendable {
    /// The repair that the daemon makes at its start to a row with a bad cell. Removed rows contained data that are
    /// learnt again or that are unusable.
    enum Cure: Sendable {
        /// Keep the row and skip it.
        case leave
        /// Remove the row; its data are learnt again or lost.
        case remove
        /// Remove the row, and return the entries assigned to it to their queue, which has this prefix.
        case release(queue: String)
        /// Create the row again by counting.
        case recount
    }

    let name: String
    /// The columns that identify a row.
    let key: [String]
    let cure: Cure
    /// The SQL that reads all rows.
    let selection: String
    /// Decodes a row as the daemon does.
    let decode: @Sendable (StoredRow) throws(BadCell) -> Void

    init(
        _ name: String, key: [String], _ cure: Cure, selection: String? = nil,
        _ decode: @escaping @Sendable (StoredRow) throws(BadCell) -> Void
    ) {
        (self.name, self.key, self.cure, self.decode) = (name, key, cure, decode)
        self.selection = selection ?? "SELECT * FROM \(name)"
    }

    func row(_ row: Row) -> StoredRow { StoredRow(row, of: name, key: key) }

    /// Returns the rows that a query finds.
    func rows(
        _ database: Database, _ sql: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> [StoredRow] {
        try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments).map(row)
    }

    /// Returns the first row that a query finds.
    func first(
        _ database: Database, _ sql: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> StoredRow? {
        try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments).map(row)
    }

    static let settings = StoreTable("settings", key: ["key"], .leave) { row throws(BadCell) in
        _ = (try row.text("key"), try row.text("value"), try row.integer("changed", in: StoredRange.milliseconds))
    }
    static let receivers = StoreTable("receivers", key: ["identity"], .remove) { row throws(BadCell) in
        _ = try StoredReceiver(row, abilities: [])
    }
    static let abilities = StoreTable("abilities", key: ["identity", "ability"], .remove) { row throws(BadCell) in
        _ = (try row.text("identity"), try StoredAbility(row))
    }
    static let trustAnchors = StoreTable("trust_anchors", key: ["fingerprint"], .leave) { row throws(BadCell) in
        _ = try StoredTrustAnchor(row)
    }
    static let osnmaState = StoreTable("osnma_state", key: ["id"], .leave) { row throws(BadCell) in
        _ = (try row.bytes("state"), try row.integer("changed", in: StoredRange.milliseconds))
    }
    static let users = StoreTable("users", key: ["id"], .leave) { row throws(BadCell) in
        _ = (try row.integer("id", in: StoredRange.numbers), try row.text("name"))
    }
    static let paths = StoreTable("paths", key: ["id"], .leave, selection: StoredPath.selection) {
        row throws(BadCell) in
        _ = try StoredPath.path(row)
    }
    static let sources = StoreTable("sources", key: ["id"], .leave) { row throws(BadCell) in
        _ = (try row.integer("id", in: StoredRange.numbers), try row.text("name"))
    }
    static let alerts = StoreTable("alerts", key: ["id"], .remove) { row throws(BadCell) in
        _ = try LoggedAlert(row)
    }
    static let webhookEvents = StoreTable("webhook_events", key: ["number"], .remove) { row throws(BadCell) in
        _ = (try row.integer("number", in: StoredRange.numbers), try StoredEvent(row))
    }

    static let captures = StoreTable("captures", key: ["number"], .leave, selection: StoredCapture.selection) {
        row throws(BadCell) in
        _ = (try row.integer("number", in: StoredRange.numbers), try StoredCapture(row))
    }
    static let captureManifests = StoreTable("capture_manifests", key: ["sequence"], .leave) { row throws(BadCell) in
        _ = (try row.text("capture"), try StoredManifest(row))
    }

    /// All tables except that of the points, which `PointReader` reads.
    static var all: [StoreTable] {
        [
            settings, receivers, abilities, trustAnchors, osnmaState, users, paths, sources, alerts, webhookEvents,
            captures, captureManifests, backOffice,
        ] + OutboxTables.all.flatMap(\.tables)
    }
}
