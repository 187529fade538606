// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Storage

/// The newest 1,000 alerts, current and past. The store keeps them across runs of the daemon.
struct AlertLog: Sendable {
    /// The maximum length of a stored text in characters; drivers may write texts of any length.
    static let textLimit = 1000

    private var entries: [LoggedAlert] = []
    private var count: UInt64 = 0
    /// The ids of entries that are missing from the store or outdated there.
    private var unstored: Set<UInt64> = []

    /// True if the store is not up to date.
    var isChanged: Bool { !unstored.isEmpty }

    /// Records that an alert begins, changes or ends.
    mutating func note(_ alert: Alert, of receiver: String?, at time: Timestamp) {
        let open = entries.lastIndex { entry in
            entry.code == alert.code && entry.receiver == receiver && entry.ended == nil
        }
        if alert.isOver {
            guard let open else { return }
            entries[open].ended = time
            unstored.insert(entries[open].id)
            return
        }
        let (text, severity) = (String(alert.text.prefix(Self.textLimit)), ReportCode(alert.severity))
        if let open {
            guard entries[open].text != text || entries[open].severity != severity else { return }
            // The alert continues with a different text.
            (entries[open].text, entries[open].severity) = (text, severity)
            entries[open].message = alert.message
            unstored.insert(entries[open].id)
            return
        }
        count += 1
        entries.append(
            LoggedAlert(
                id: count, code: alert.code, severity: severity, text: text, message: alert.message, receiver: receiver,
                began: time))
        unstored.insert(count)
        if entries.count > AlertLogReport.limit {
            for entry in entries.prefix(entries.count - AlertLogReport.limit) { unstored.remove(entry.id) }
            entries.removeFirst(entries.count - AlertLogReport.limit)
        }
    }

    /// The newest alerts, newest first.
    ///
    /// - Parameter limit: The maximum number of alerts.
    func report(limit: Int) -> AlertLogReport { AlertLogReport(alerts: entries.suffix(limit).reversed()) }

    // MARK: The store

    /// Takes over the alerts of earlier runs. Alerts that had not ended are ended: if the condition persists, a new
    /// alert begins.
    ///
    /// - Parameter time: The current time.
    mutating func recall(_ stored: [LoggedAlert], at time: Timestamp) {
        entries = stored
        for index in entries.indices where entries[index].ended == nil {
            entries[index].ended = time
            unstored.insert(entries[index].id)
        }
        count = entries.last?.id ?? 0
    }

    /// Returns the entries that are not stored yet, and marks them as stored.
    mutating func takeChanges() -> [LoggedAlert] {
        defer { unstored = [] }
        return entries.filter { unstored.contains($0.id) }
    }

    /// Marks entries as not stored, because the store could not take them.
    mutating func giveBack(_ changes: [LoggedAlert]) {
        let ids = Set(entries.map(\.id))
        unstored.formUnion(changes.map(\.id).filter(ids.contains))
    }
}
