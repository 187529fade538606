// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

// Random states of the uplink, and members.

extension ResultGenerator {
    static func uplink(using g: inout some RandomNumberGenerator) -> UplinkReport {
        var report = UplinkReport(
            UplinkReport.State.allCases.randomElement(using: &g) ?? .online, since: instant(using: &g),
            environment: maybe("production", &g) ?? "qa", text: "es läuft")
        report.isNews = Bool.random(using: &g)
        report.endpoint = maybe("bbbbbbbb-0000-4000-8000-000000000001", &g)
        report.externalID = maybe("urn:uuid:bbbbbbbb-0000-4000-8000-000000000002", &g)
        report.positions = ReportCode(UplinkReport.Positions.allCases.randomElement(using: &g) ?? .good)
        (report.collectInterval, report.sendInterval) = (5, 10)
        report.queue.entries = UInt64.random(in: 0...9, using: &g)
        report.queue.bytes = UInt64.random(in: 0...9, using: &g)
        report.queue.oldest = maybe(timestamp(using: &g), &g)
        (report.sent, report.unconfirmed) = (UInt64.random(in: 0...9, using: &g), .max)
        if Bool.random(using: &g) {
            report.dropped = ["age": 3, "size": .max]
        }
        report.certificate = maybe(UplinkReport.Certificate(end: timestamp(using: &g)), &g)
        report.lastSuccess = maybe(timestamp(using: &g), &g)
        report.nextAttempt = maybe(timestamp(using: &g), &g)
        if Bool.random(using: &g) {
            report.error = UplinkReport.UplinkError(
                "VAL_000002", "sie darf nicht", cure: maybe("frag", &g) ?? "", at: instant(using: &g))
        }
        report.clockAhead = maybe(-120.5, &g)
        report.members = Int.random(in: 0...9, using: &g)
        return report
    }

    static func members(using g: inout some RandomNumberGenerator) -> MemberChanges {
        let changed = (0..<Int.random(in: 0...9, using: &g)).compactMap { number in
            member("bbbbbbbb-0000-4000-8000-\(number)", using: &g)
        }
        return MemberChanges(changed: changed, gone: maybe(["weg", "fort"], &g) ?? [], count: 99)
    }

    private static func member(_ id: String, using g: inout some RandomNumberGenerator) -> MemberReport? {
        let place = GeodeticPosition(
            latitude: Angle(degrees: Double.random(in: -90...90, using: &g)),
            longitude: Angle(degrees: Double.random(in: -180...180, using: &g)))
        guard let place else { return nil }
        var member = MemberReport(
            id: id, name: maybe("Müllers Schlepper", &g), position: place,
            status: UInt8.random(in: 0...255, using: &g), time: instant(using: &g), age: -2.5,
            isOutdated: Bool.random(using: &g))
        member.ellipsoidalHeight = number(-500...9000, &g).map(Length.init)
        member.hdop = number(0...9, &g)
        member.satellites = maybe(17, &g)
        member.absence = maybe(15, &g)
        return member
    }

    private static func timestamp(using g: inout some RandomNumberGenerator) -> Timestamp {
        Timestamp(instant(using: &g))
    }

    private static func instant(using g: inout some RandomNumberGenerator) -> UTCTime {
        UTCTime(nanosecondsSince1970: Int64.random(in: 0...4_000_000_000_000_000_000, using: &g))
    }
}
