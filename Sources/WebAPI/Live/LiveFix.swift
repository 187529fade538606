// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes

/// A receiver's epoch in the live stream. Values that the receiver did not report are omitted.
struct LiveFix: Encodable, Sendable {
    var receiver: String
    /// The time of arrival on the daemon's clock.
    var hostTime: Timestamp?
    var fix: FixReport

    init(_ fix: Fix, _ attitude: Attitude?, of receiver: String, at time: Timestamp) {
        (self.receiver, hostTime, self.fix) = (receiver, time, FixReport(fix, attitude: attitude))
    }

    /// The last epoch in a report; nil if the report contains none.
    init?(_ report: ReceiverReport) {
        guard let fix = report.fix else { return nil }
        (receiver, hostTime, self.fix) = (report.id, report.lastData, fix)
    }

    private enum CodingKeys: String, CodingKey {
        case receiver
        case hostTime = "host_time"
    }

    func encode(to encoder: any Encoder) throws {
        try fix.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(receiver, forKey: .receiver)
        try container.encodeIfPresent(hostTime, forKey: .hostTime)
    }
}
