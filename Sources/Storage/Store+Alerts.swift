// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import GNSSTypes
internal import GRDB

/// A logged alert. Times are milliseconds since 1970-01-01 UTC by the host's clock.
public struct StoredAlert: Hashable, Sendable {
    /// The number of the alert, from 1.
    public var id: Int64
    /// The stable code for programs, such as `low-disk`.
    public var code: String
    /// The severity for programs, such as `warning`.
    public var severity: String
    /// The problem, its place and the remedy, for people.
    public var text: String
    /// The text by its code; nil if it has none.
    public var message: CodedText?
    /// The affected receiver; nil if the alert concerns the gateway.
    public var receiver: String?
    public var began: Int64
    /// The end of the alert; nil if it is active, or was active when the daemon ended.
    public var ended: Int64?

    public init(
        id: Int64, code: String, severity: String, text: String, message: CodedText? = nil, receiver: String?,
        began: Int64, ended: Int64?
    ) {
        (self.id, self.code, self.severity, self.text, self.message) = (id, code, severity, text, message)
        (self.receiver, self.began, self.ended) = (receiver, began, ended)
    }
}

extension Store {
    /// Returns the logged alerts, the oldest first.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func alerts() async throws(StoreError) -> [StoredAlert] {
        try await perform { [damage] database in
            let rows = try StoreTable.alerts.rows(database, "SELECT * FROM alerts ORDER BY id")
            return damage.read(rows) { row throws(BadCell) in try StoredAlert(row) }
        }
    }

    /// Stores alerts, replaces those with the same ID, and removes the oldest beyond the limit.
    ///
    /// - Parameters:
    ///   - alerts: New or changed alerts.
    ///   - limit: The number of newest alerts to keep.
    /// - Throws: `StoreError`; nothing is changed in that case.
    public func keep(_ alerts: [StoredAlert], newest limit: Int) async throws(StoreError) {
        try await perform { database in
            for alert in alerts {
                try database.execute(
                    sql: """
                        INSERT INTO alerts (id, code, severity, text, message, receiver, began, ended)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT (id) DO UPDATE SET severity = excluded.severity, text = excluded.text,
                            message = excluded.message, ended = excluded.ended
                        """,
                    arguments: [
                        alert.id, alert.code, alert.severity, alert.text, alert.messageJSON, alert.receiver,
                        alert.began,
                        alert.ended,
                    ])
            }
            try database.execute(
                sql: "DELETE FROM alerts WHERE id NOT IN (SELECT id FROM alerts ORDER BY id DESC LIMIT ?)",
                arguments: [limit])
        }
    }
}

extension StoredAlert {
    /// The message as JSON; nil if there is none.
    fileprivate var messageJSON: String? {
        message.flatMap { try? JSONEncoder().encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// A message that is no JSON counts as none: the text says the same.
    init(_ row: StoredRow) throws(BadCell) {
        let json = try row.optionalText("message")
        self.init(
            id: try row.integer("id", in: StoredRange.numbers), code: try row.text("code"),
            severity: try row.text("severity"), text: try row.text("text"),
            message: json.flatMap { try? JSONDecoder().decode(CodedText.self, from: Data($0.utf8)) },
            receiver: try row.optionalText("receiver"),
            began: try row.integer("began", in: StoredRange.milliseconds),
            ended: try row.optionalInteger("ended", in: StoredRange.milliseconds))
    }
}
