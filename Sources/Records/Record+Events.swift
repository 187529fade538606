// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

// What the gateway itself says: in files only.

extension RecordWriter {
    mutating func append(_ alert: Alert, to record: OpenRecord) {
        let start = reserve(gnss_alert_v1.self)
        var c = gnss_alert_v1()
        c.severity = alert.severity.rawValue
        c.is_over = alert.isOver ? 1 : 0
        c.code = text(alert.code, in: record)
        c.text = text(alert.text, in: record)
        store(c, at: start)
    }

    mutating func append(_ change: ActiveReceiver, to record: OpenRecord) {
        let start = reserve(gnss_active_source_v1.self)
        var c = gnss_active_source_v1()
        c.current = text(change.current?.rawValue ?? "", in: record)
        c.previous = text(change.previous?.rawValue ?? "", in: record)
        c.reason = text(change.reason, in: record)
        store(c, at: start)
    }
}

extension RecordBody {
    func alert() throws(RecordError) -> Alert {
        let c = try payload(gnss_alert_v1.self, atLeast: ContractSizes.alert)
        guard let severity = Alert.Severity(rawValue: c.severity) else {
            throw error("severity \(c.severity); allowed: 1...3")
        }
        return Alert(code: try text(c.code), severity: severity, text: try text(c.text), isOver: c.is_over == 1)
    }

    func activeReceiver() throws(RecordError) -> ActiveReceiver {
        let c = try payload(gnss_active_source_v1.self, atLeast: ContractSizes.activeReceiver)
        return ActiveReceiver(
            current: try sourceID(c.current), previous: try sourceID(c.previous), reason: try text(c.reason))
    }

    private func sourceID(_ slice: gnss_slice_v1) throws(RecordError) -> SourceID? {
        let name = try text(slice)
        return name.isEmpty ? nil : SourceID(rawValue: name)
    }
}
