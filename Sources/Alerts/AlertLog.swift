// SPDX-License-Identifier: Apache-2.0

package import ControlModel
package import GNSSTypes

/// The newest 1,000 alerts, current and past. The store keeps them across runs of the daemon.
package struct AlertLog: Sendable {
    /// The maximum length of a stored text in characters; drivers may write texts of any length.
    package static let textLimit = 1000

    /// The beginning or end of an alert. Changes of an alert's text are not reported.
    package enum Change: Hashable, Sendable {
        case began(LoggedAlert)
        case ended(LoggedAlert)
    }

    private var entries: [LoggedAlert] = []
    private var count: UInt64 = 0
    /// The ids of entries that are missing from the store or outdated there.
    private var unstored: Set<UInt64> = []

    package init() {}

    /// True if the store is not up to date.
    package var isChanged: Bool { !unstored.isEmpty }

    /// Records that an alert begins, changes or ends.
    ///
    /// - Returns: The change; nil if the alert was known already, or ends without having begun.
    @discardableResult
    package mutating func note(_ alert: Alert, of receiver: String?, at time: Timestamp) -> Change? {
        let open = entries.lastIndex { entry in
            entry.code == alert.code && entry.receiver == receiver && entry.ended == nil
        }
        if alert.isOver {
            guard let open else { return nil }
            entries[open].ended = time
            unstored.insert(entries[open].id)
            return .ended(entries[open])
        }
        let (text, severity) = (String(alert.text.prefix(Self.textLimit)), ReportCode(alert.severity))
        if let open {
            guard entries[open].text != text || entries[open].severity != severity else { return nil }
            // The alert continues with a different text.
            (entries[open].text, entries[open].severity) = (text, severity)
            entries[open].message = alert.message
            unstored.insert(entries[open].id)
            return nil
        }
        count += 1
        let entry = LoggedAlert(
            id: count, code: alert.code, severity: severity, text: text, message: alert.message, receiver: receiver,
            began: time)
        entries.append(entry)
        unstored.insert(count)
        if entries.count > AlertLogReport.limit {
            for entry in entries.prefix(entries.count - AlertLogReport.limit) { unstored.remove(entry.id) }
            entries.removeFirst(entries.count - AlertLogReport.limit)
        }
        return .began(entry)
    }

    /// The newest alerts, newest first.
    ///
    /// - Parameter limit: The maximum number of alerts.
    package func report(limit: Int) -> AlertLogReport { AlertLogReport(alerts: entries.suffix(limit).reversed()) }

    // MARK: The store

    /// Takes over the alerts of earlier runs. Alerts that had not ended are ended: if the condition persists, a new
    /// alert begins.
    ///
    /// - Parameter time: The current time.
    /// - Returns: The ends of these alerts.
    @discardableResult
    package mutating func recall(_ stored: [LoggedAlert], at time: Timestamp) -> [Change] {
        entries = stored
        var changes: [Change] = []
        for index in entries.indices where entries[index].ended == nil {
            entries[index].ended = time
            unstored.insert(entries[index].id)
            changes.append(.ended(entries[index]))
        }
        count = entries.last?.id ?? 0
        return changes
    }

    /// Returns the entries that are not stored yet, and marks them as stored.
    package mutating func takeChanges() -> [LoggedAlert] {
        defer { unstored = [] }
        return entries.filter { unstored.contains($0.id) }
    }

    /// Marks entries as not stored, because the store could not take them.
    package mutating func giveBack(_ changes: [LoggedAlert]) {
        let ids = Set(entries.map(\.id))
        unstored.formUnion(changes.map(\.id).filter(ids.contains))
    }
}
