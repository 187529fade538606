// SPDX-License-Identifier: Apache-2.0

package import ControlModel
package import GNSSTypes

/// The newest 1,000 alerts, current and past. Past alerts leave the log before current ones, so that the end of an alert
/// is noticed however many others came after it. The store keeps the log across runs of the daemon.
package struct AlertLog: Sendable {
    /// The maximum length of a stored text in characters; drivers may write texts of any length.
    package static let textLimit = 1000

    /// A change of the log that is reported. Changes of an alert's text are not.
    package enum Change: Hashable, Sendable {
        case began(LoggedAlert)
        /// An alert is more severe from `time` on than ever before; `before` is its greatest severity until then.
        case rose(LoggedAlert, before: Alert.Severity, time: Timestamp)
        /// An alert ended; `greatest` is the greatest severity that it had.
        case ended(LoggedAlert, greatest: ReportCode<Alert.Severity>)
        /// An alert about an instant, which began and ended at the same time.
        case happened(LoggedAlert)
    }

    private var entries: [LoggedAlert] = []
    private var count: UInt64 = 0
    /// The ids of entries that are missing from the store or outdated there.
    private var unstored: Set<UInt64> = []

    package init() {}

    /// True if the store is not up to date.
    package var isChanged: Bool { !unstored.isEmpty }

    /// Records that an alert begins, changes or ends. An alert about an instant gets an entry that has ended.
    ///
    /// - Returns: The change; nil if the alert was known already, or ends without having begun.
    @discardableResult
    package mutating func note(_ alert: Alert, of receiver: String?, at time: Timestamp) -> Change? {
        if alert.isInstant { return .happened(add(alert, of: receiver, at: time, ended: time)) }
        let known = entries.lastIndex { entry in
            entry.code == alert.code && entry.receiver == receiver && entry.ended == nil
        }
        guard let open = known else {
            guard !alert.isOver else { return nil }
            return .began(add(alert, of: receiver, at: time))
        }
        guard !alert.isOver else {
            entries[open].ended = time
            unstored.insert(entries[open].id)
            return .ended(entries[open], greatest: entries[open].greatestSeverity)
        }
        return change(open, to: alert, at: time)
    }

    /// Records that an alert continues with a different text or severity.
    ///
    /// - Returns: The change; nil unless the alert is more severe than ever before.
    private mutating func change(_ index: Int, to alert: Alert, at time: Timestamp) -> Change? {
        let (text, severity) = (String(alert.text.prefix(Self.textLimit)), ReportCode(alert.severity))
        guard entries[index].text != text || entries[index].severity != severity else { return nil }
        let before = entries[index].greatestSeverity
        (entries[index].text, entries[index].severity) = (text, severity)
        entries[index].message = alert.message
        unstored.insert(entries[index].id)
        guard let least = before.value, alert.severity.rawValue > least.rawValue else {
            entries[index].greatest = severity == before ? nil : before
            return nil
        }
        entries[index].greatest = nil
        return .rose(entries[index], before: least, time: time)
    }

    private mutating func add(
        _ alert: Alert, of receiver: String?, at time: Timestamp, ended: Timestamp? = nil
    ) -> LoggedAlert {
        count += 1
        let entry = LoggedAlert(
            id: count, code: alert.code, severity: ReportCode(alert.severity),
            text: String(alert.text.prefix(Self.textLimit)), message: alert.message, receiver: receiver, began: time,
            ended: ended)
        entries.append(entry)
        unstored.insert(count)
        if entries.count > AlertLogReport.limit {
            // As in the store: the oldest one that has ended, or the oldest one if all continue.
            unstored.remove(entries.remove(at: entries.dropLast().firstIndex { $0.ended != nil } ?? 0).id)
        }
        return entry
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
            changes.append(.ended(entries[index], greatest: entries[index].greatestSeverity))
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
