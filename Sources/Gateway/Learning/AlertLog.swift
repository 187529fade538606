// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes

/// The alerts that there are and were since the daemon started: the newest 1,000.
struct AlertLog: Sendable {
    private var entries: [AlertLogReport.Entry] = []
    private var count: UInt64 = 0

    /// Takes the beginning or the end of an alert.
    mutating func note(_ alert: Alert, of receiver: String?, at time: Timestamp) {
        let open = entries.lastIndex { entry in
            entry.code == alert.code && entry.receiver == receiver && entry.ended == nil
        }
        if alert.isOver {
            if let open { entries[open].ended = time }
            return
        }
        if let open {
            // It goes on, with other words perhaps.
            (entries[open].text, entries[open].severity) = (alert.text, alert.severity.controlName)
            return
        }
        count += 1
        entries.append(
            AlertLogReport.Entry(
                id: count, code: alert.code, severity: alert.severity.controlName, text: alert.text,
                receiver: receiver, began: time))
        if entries.count > AlertLogReport.limit { entries.removeFirst(entries.count - AlertLogReport.limit) }
    }

    /// The newest, the newest first.
    func report(limit: Int) -> AlertLogReport { AlertLogReport(alerts: entries.suffix(limit).reversed()) }
}
