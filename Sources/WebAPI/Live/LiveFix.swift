// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes

/// An epoch of a receiver as the live stream shows it. What the receiver did not state is left out.
struct LiveFix: Encodable, Sendable {
    var receiver: String
    /// When it came, by the daemon's clock.
    var hostTime: Timestamp?
    var fix: FixReport
    /// In metres, with the receiver's own level of confidence or a model's.
    var verticalAccuracy: Double?
    /// Over ground, in metres a second.
    var speed: Double?
    /// Over ground, in degrees from true north.
    var course: Double?
    var hdop: Double?
    var vdop: Double?
    var pdop: Double?

    init(_ fix: Fix, of receiver: String, at time: Timestamp) {
        (self.receiver, hostTime, self.fix) = (receiver, time, FixReport(fix))
        verticalAccuracy = fix.verticalAccuracy?.value.metres
        (speed, course) = (fix.speed?.metresPerSecond, fix.course?.degrees)
        (hdop, vdop, pdop) = (fix.dop.hdop, fix.dop.vdop, fix.dop.pdop)
    }

    /// The last epoch that a report knows of; nil where it knows none.
    init?(_ report: ReceiverReport) {
        guard let fix = report.fix else { return nil }
        (receiver, hostTime, self.fix) = (report.id, report.lastData, fix)
    }

    private enum CodingKeys: String, CodingKey {
        case receiver, hdop, vdop, pdop
        case hostTime = "host_time"
        case verticalAccuracy = "vertical_accuracy_m"
        case speed = "speed_m_s"
        case course = "course_deg"
    }

    func encode(to encoder: any Encoder) throws {
        try fix.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(receiver, forKey: .receiver)
        try container.encodeIfPresent(hostTime, forKey: .hostTime)
        try container.encodeIfPresent(verticalAccuracy, forKey: .verticalAccuracy)
        try container.encodeIfPresent(speed, forKey: .speed)
        try container.encodeIfPresent(course, forKey: .course)
        try container.encodeIfPresent(hdop, forKey: .hdop)
        try container.encodeIfPresent(vdop, forKey: .vdop)
        try container.encodeIfPresent(pdop, forKey: .pdop)
    }
}
