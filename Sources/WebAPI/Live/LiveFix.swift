// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes

/// An epoch of a receiver as the live stream shows it. What the receiver did not state is left out.
struct LiveFix: Encodable, Sendable {
    var receiver: String
    /// When it came, by the daemon's clock.
    var hostTime: Timestamp?
    var fix: FixReport

    init(_ fix: Fix, _ attitude: Attitude?, of receiver: String, at time: Timestamp) {
        (self.receiver, hostTime, self.fix) = (receiver, time, FixReport(fix, attitude: attitude))
    }

    /// The last epoch that a report knows of; nil where it knows none.
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
