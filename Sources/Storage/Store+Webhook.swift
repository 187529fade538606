// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// An event that waits for its delivery to the webhook.
public struct StoredEvent: Hashable, Sendable {
    /// The name by which the receiver of the webhook recognises an event that arrives twice.
    public var id: String
    /// The time at which it happened, in milliseconds since 1970-01-01 UTC.
    public var happened: Int64
    /// The body of the request.
    public var body: String

    public init(id: String, happened: Int64, body: String) {
        (self.id, self.happened, self.body) = (id, happened, body)
    }

    init(_ row: StoredRow) throws(BadCell) {
        self.init(
            id: try row.text("id"), happened: try row.integer("happened", in: StoredRange.milliseconds),
            body: try row.text("body"))
    }
}

extension Store {
    /// Returns the events that wait, the oldest first.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func webhookEvents() async throws(StoreError) -> [StoredEvent] {
        try await perform { [damage] database in
            let rows = try StoreTable.webhookEvents.rows(database, "SELECT * FROM webhook_events ORDER BY number")
            return damage.read(rows) { row throws(BadCell) in try StoredEvent(row) }
        }
    }

    /// Adds events and removes others in one transaction. An event that is stored already is not added again.
    ///
    /// - Throws: `StoreError`; nothing is changed in that case.
    public func changeWebhookEvents(
        adding new: [StoredEvent], removing ended: [String]
    ) async throws(StoreError) {
        try await perform { database in
            for event in new {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO webhook_events (id, happened, body) VALUES (?, ?, ?)",
                    arguments: [event.id, event.happened, event.body])
            }
            for id in ended {
                try database.execute(sql: "DELETE FROM webhook_events WHERE id = ?", arguments: [id])
            }
        }
    }

    /// Removes all events.
    ///
    /// - Throws: `StoreError`; nothing is changed in that case.
    public func removeWebhookEvents() async throws(StoreError) {
        try await perform { try $0.execute(sql: "DELETE FROM webhook_events") }
    }
}
