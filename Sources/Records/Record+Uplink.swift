// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

// How the uplink stands, as a stage says it: in files only.

extension RecordWriter {
    mutating func append(_ report: UplinkReport, to record: OpenRecord) {
        let start = reserve(gnss_uplink_v1.self)
        var c = gnss_uplink_v1(report)
        c.text = text(report.text, in: record)
        c.environment = text(report.environment, in: record)
        c.endpoint = text(report.endpoint ?? "", in: record)
        c.external_id = text(report.externalID ?? "", in: record)
        if let trouble = report.trouble {
            c.trouble_code = text(trouble.code, in: record)
            c.trouble_text = text(trouble.text, in: record)
            c.trouble_cure = text(trouble.cure, in: record)
        }
        c.dropped_reasons = words(report.dropped.map(\.reason), in: record)
        pad()
        c.dropped_counts = gnss_slice_v1(
            offset: UInt32(bytes.count - record.start), count: UInt32(report.dropped.count))
        for dropped in report.dropped { store(dropped.count.littleEndian, at: reserve(UInt64.self)) }
        store(c, at: start)
    }
}

extension gnss_uplink_v1 {
    fileprivate init(_ report: UplinkReport) {
        self.init()
        (state, positions, is_news) = (report.state.rawValue, report.positions.rawValue, report.isNews ? 1 : 0)
        members = UInt32(clamping: report.members)
        (queue_entries, queue_bytes) = (report.queue.entries, report.queue.bytes)
        (sent, unconfirmed) = (report.sent, report.unconfirmed)
        since_ns = ContractRanges.nearestInstant(to: report.since.nanosecondsSince1970)
        collect_interval_s = ContractRanges.magnitude.contains(report.collectInterval) ? report.collectInterval : 0
        send_interval_s = ContractRanges.magnitude.contains(report.sendInterval) ? report.sendInterval : 0
        set(GNSS_UPLINK_CLOCK_AHEAD, \.clock_ahead_s, report.clockAhead)
        set(GNSS_UPLINK_OLDEST, \.oldest_ns, report.queue.oldest)
        set(GNSS_UPLINK_CERTIFICATE, \.certificate_end_ns, report.certificateEnd)
        set(GNSS_UPLINK_LAST_SUCCESS, \.last_success_ns, report.lastSuccess)
        set(GNSS_UPLINK_NEXT_ATTEMPT, \.next_attempt_ns, report.nextAttempt)
        set(GNSS_UPLINK_TROUBLE, \.trouble_ns, report.trouble?.time)
        if report.endpoint != nil { present |= UInt64(GNSS_UPLINK_ENDPOINT) }
        if report.externalID != nil { present |= UInt64(GNSS_UPLINK_EXTERNAL_ID) }
    }

    private mutating func set(_ bit: Int, _ field: WritableKeyPath<Self, Int64>, _ time: UTCTime?) {
        guard let time = time?.inContract else { return }
        present |= UInt64(bit)
        self[keyPath: field] = time.nanosecondsSince1970
    }

    fileprivate func has(_ bit: Int) -> Bool { present & UInt64(bit) != 0 }
}

extension RecordBody {
    func uplinkReport() throws(RecordError) -> UplinkReport {
        let c = try payload(gnss_uplink_v1.self, atLeast: ContractSizes.uplink)
        guard let state = UplinkReport.State(rawValue: c.state) else { throw error("state \(c.state)") }
        guard let positions = UplinkReport.Positions(rawValue: c.positions) else {
            throw error("positions \(c.positions)")
        }
        var report = UplinkReport(
            state, since: try instant(c.since_ns), environment: try text(c.environment),
            text: try text(c.text))
        (report.positions, report.isNews, report.members) = (positions, c.is_news == 1, Int(c.members))
        (report.queue.entries, report.queue.bytes) = (c.queue_entries, c.queue_bytes)
        (report.sent, report.unconfirmed) = (c.sent, c.unconfirmed)
        if c.has(GNSS_UPLINK_ENDPOINT) { report.endpoint = try text(c.endpoint) }
        if c.has(GNSS_UPLINK_EXTERNAL_ID) { report.externalID = try text(c.external_id) }
        report.collectInterval = try seconds(c.collect_interval_s, ContractRanges.magnitude)
        report.sendInterval = try seconds(c.send_interval_s, ContractRanges.magnitude)
        if c.has(GNSS_UPLINK_CLOCK_AHEAD) { report.clockAhead = try seconds(c.clock_ahead_s, ContractRanges.any) }
        report.queue.oldest = try instant(c, GNSS_UPLINK_OLDEST, c.oldest_ns)
        report.certificateEnd = try instant(c, GNSS_UPLINK_CERTIFICATE, c.certificate_end_ns)
        report.lastSuccess = try instant(c, GNSS_UPLINK_LAST_SUCCESS, c.last_success_ns)
        report.nextAttempt = try instant(c, GNSS_UPLINK_NEXT_ATTEMPT, c.next_attempt_ns)
        if let time = try instant(c, GNSS_UPLINK_TROUBLE, c.trouble_ns) {
            report.trouble = UplinkReport.Trouble(
                try text(c.trouble_code), try text(c.trouble_text), cure: try text(c.trouble_cure), at: time)
        }
        report.dropped = try dropped(c)
        return report
    }

    private func dropped(_ c: gnss_uplink_v1) throws(RecordError) -> [UplinkReport.Dropped] {
        let reasons = try words(c.dropped_reasons)
        let range = try range(of: c.dropped_counts, stride: 8)
        guard reasons.count == range.count / 8 else { throw error("reasons and counts that do not match") }
        return reasons.enumerated().map { index, reason in
            UplinkReport.Dropped(reason, UInt64(littleEndian: bytes.load(at: range.lowerBound + index * 8)))
        }
    }

    private func seconds(_ value: Double, _ range: ClosedRange<Double>) throws(RecordError) -> Double {
        guard range.contains(value) else { throw error("the number \(value)") }
        return value
    }

    private func instant(_ c: gnss_uplink_v1, _ bit: Int, _ nanoseconds: Int64) throws(RecordError) -> UTCTime? {
        c.has(bit) ? try instant(nanoseconds) : nil
    }
}
