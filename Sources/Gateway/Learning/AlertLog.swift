// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Storage

/// The alerts that there are and were: the newest 1,000. The store keeps them from one run of the daemon to the next.
struct AlertLog: Sendable {
    /// The longest text that is kept, in characters: drivers write what they like.
    static let textLimit = 1000

    private var entries: [AlertLogReport.Entry] = []
    private var count: UInt64 = 0
    /// Those that the store has not, or has otherwise.
    private var unstored: Set<UInt64> = []

    /// Whether the store is behind.
    var isChanged: Bool { !unstored.isEmpty }

    /// Takes the beginning or the end of an alert.
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
            // It goes on, with other words.
            (entries[open].text, entries[open].severity) = (text, severity)
            entries[open].message = alert.message
            unstored.insert(entries[open].id)
            return
        }
        count += 1
        entries.append(
            AlertLogReport.Entry(
                id: count, code: alert.code, severity: severity, text: text, message: alert.message, receiver: receiver,
                began: time))
        unstored.insert(count)
        if entries.count > AlertLogReport.limit {
            for entry in entries.prefix(entries.count - AlertLogReport.limit) { unstored.remove(entry.id) }
            entries.removeFirst(entries.count - AlertLogReport.limit)
        }
    }

    /// The newest, the newest first.
    func report(limit: Int) -> AlertLogReport { AlertLogReport(alerts: entries.suffix(limit).reversed()) }

    // MARK: The store

    /// What earlier runs of the daemon left. What went on when the last one ended is over: it begins anew if it is still so.
    ///
    /// - Parameter time: now.
    mutating func recall(_ stored: [StoredAlert], at time: Timestamp) {
        entries = stored.map { alert in
            var entry = AlertLogReport.Entry(
                id: UInt64(alert.id), code: alert.code, severity: ReportCode(code: alert.severity), text: alert.text,
                message: alert.message, receiver: alert.receiver, began: Timestamp(milliseconds: alert.began))
            entry.ended = alert.ended.map(Timestamp.init(milliseconds:)) ?? time
            if alert.ended == nil { unstored.insert(entry.id) }
            return entry
        }
        count = entries.last?.id ?? 0
    }

    /// What the store has not yet. The store counts as having it from now on.
    mutating func takeChanges() -> [StoredAlert] {
        defer { unstored = [] }
        return entries.filter { unstored.contains($0.id) }.map { entry in
            StoredAlert(
                id: Int64(clamping: entry.id), code: entry.code, severity: entry.severity.code, text: entry.text,
                message: entry.message, receiver: entry.receiver, began: entry.began.milliseconds,
                ended: entry.ended?.milliseconds)
        }
    }

    /// The store could not take these.
    mutating func giveBack(_ changes: [StoredAlert]) {
        let ids = Set(entries.map(\.id))
        unstored.formUnion(changes.map { UInt64($0.id) }.filter(ids.contains))
    }
}
