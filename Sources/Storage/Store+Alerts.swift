// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// An alert of the log. Times are milliseconds since 1970-01-01 UTC by the host's clock.
public struct StoredAlert: Hashable, Sendable {
    /// Counts the alerts, from 1.
    public var id: Int64
    /// What it is, for programs: `low-disk`.
    public var code: String
    /// How grave it is, for programs: `warning`.
    public var severity: String
    /// What, where and what to do, for people.
    public var text: String
    /// The receiver that it is about; nil: the gateway.
    public var receiver: String?
    public var began: Int64
    /// Nil: it goes on, or went on when the daemon ended.
    public var ended: Int64?

    public init(
        id: Int64, code: String, severity: String, text: String, receiver: String?, began: Int64, ended: Int64?
    ) {
        (self.id, self.code, self.severity, self.text) = (id, code, severity, text)
        (self.receiver, self.began, self.ended) = (receiver, began, ended)
    }
}

extension Store {
    /// The log of alerts, the oldest first.
    ///
    /// - Throws: `StoreError`.
    public func alerts() async throws(StoreError) -> [StoredAlert] {
        try await perform { [damage] database in
            let rows = try StoreTable.alerts.rows(database, "SELECT * FROM alerts ORDER BY id")
            return damage.read(rows) { row throws(BadCell) in try StoredAlert(row) }
        }
    }

    /// Stores alerts, each in place of one with its id, and removes the oldest.
    ///
    /// - Parameters:
    ///   - alerts: new or changed.
    ///   - limit: how many are kept.
    /// - Throws: `StoreError`; nothing is changed then.
    public func keep(_ alerts: [StoredAlert], newest limit: Int) async throws(StoreError) {
        try await perform { database in
            for alert in alerts {
                try database.execute(
                    sql: """
                        INSERT INTO alerts (id, code, severity, text, receiver, began, ended)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT (id) DO UPDATE SET severity = excluded.severity, text = excluded.text,
                            ended = excluded.ended
                        """,
                    arguments: [
                        alert.id, alert.code, alert.severity, alert.text, alert.receiver, alert.began, alert.ended,
                    ])
            }
            try database.execute(
                sql: "DELETE FROM alerts WHERE id NOT IN (SELECT id FROM alerts ORDER BY id DESC LIMIT ?)",
                arguments: [limit])
        }
    }
}

extension StoredAlert {
    init(_ row: StoredRow) throws(BadCell) {
        self.init(
            id: try row.integer("id", in: StoredRange.numbers), code: try row.text("code"),
            severity: try row.text("severity"), text: try row.text("text"),
            receiver: try row.optionalText("receiver"),
            began: try row.integer("began", in: StoredRange.milliseconds),
            ended: try row.optionalInteger("ended", in: StoredRange.milliseconds))
    }
}
