// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import GNSSTypes
internal import GRDB

extension Store {
    /// Returns the logged alerts, the oldest first.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func alerts() async throws(StoreError) -> [LoggedAlert] {
        try await perform { [damage] database in
            let rows = try StoreTable.alerts.rows(database, "SELECT * FROM alerts ORDER BY id")
            return damage.read(rows) { row throws(BadCell) in try LoggedAlert(row) }
        }
    }

    /// Stores alerts, replaces those with the same ID, and removes the oldest beyond the limit: first those that have
    /// ended.
    ///
    /// - Parameters:
    ///   - alerts: New or changed alerts.
    ///   - limit: The number of alerts to keep.
    /// - Throws: `StoreError`; nothing is changed in that case.
    public func keep(_ alerts: [LoggedAlert], newest limit: Int) async throws(StoreError) {
        try await perform { database in
            for alert in alerts {
                try database.execute(
                    sql: """
                        INSERT INTO alerts (id, code, severity, text, message, receiver, began, ended, greatest)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT (id) DO UPDATE SET severity = excluded.severity, text = excluded.text,
                            message = excluded.message, ended = excluded.ended, greatest = excluded.greatest
                        """,
                    arguments: [
                        Int64(clamping: alert.id), alert.code, alert.severity.code, alert.text, alert.messageJSON,
                        alert.receiver, alert.began.milliseconds, alert.ended?.milliseconds, alert.greatest?.code,
                    ])
            }
            try database.execute(
                sql: """
                    DELETE FROM alerts
                    WHERE id NOT IN (SELECT id FROM alerts ORDER BY ended IS NULL DESC, id DESC LIMIT ?)
                    """, arguments: [limit])
        }
    }
}

extension LoggedAlert {
    /// The message as JSON; nil if the alert has no message.
    fileprivate var messageJSON: String? {
        message.flatMap { try? JSONEncoder().encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// A message that is not valid JSON counts as missing; the text has the same content.
    init(_ row: StoredRow) throws(BadCell) {
        // The check of a store also reads the rows of earlier versions, which lack these columns.
        let json = row.row.hasColumn("message") ? try row.optionalText("message") : nil
        let greatest = row.row.hasColumn("greatest") ? try row.optionalText("greatest") : nil
        self.init(
            id: UInt64(clamping: try row.integer("id", in: StoredRange.numbers)), code: try row.text("code"),
            severity: ReportCode(code: try row.text("severity")), text: try row.text("text"),
            message: json.flatMap { try? JSONDecoder().decode(CodedText.self, from: Data($0.utf8)) },
            receiver: try row.optionalText("receiver"),
            began: Timestamp(milliseconds: try row.integer("began", in: StoredRange.milliseconds)),
            ended: try row.optionalInteger("ended", in: StoredRange.milliseconds).map(Timestamp.init(milliseconds:)),
            greatest: greatest.map { ReportCode(code: $0) })
    }
}
