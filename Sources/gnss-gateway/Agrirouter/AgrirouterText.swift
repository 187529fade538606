// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import ControlModel
internal import Foundation
internal import GNSSTypes
internal import SystemSupport

/// Formats the state of the uplink for people.
struct AgrirouterText {
    private let report: UplinkReport
    private let portal: String?

    init(_ report: AgrirouterReport) { (self.report, portal) = (report.uplink, report.portal) }

    /// The state on one line.
    var line: String {
        var words = "agrirouter \(report.state): \(report.text)"
        if report.queue.entries > 0 { words += "; \(report.queue.entries) waiting" }
        if let last = report.lastSuccess { words += "; last success \(last)" }
        return words
    }

    /// The complete state.
    var text: String {
        let rows =
            [
                ["state", "\(report.state) since \(report.since): \(report.text)"],
                ["environment", report.environment],
                ["endpoint", report.endpoint ?? "none"], ["external id", report.externalID ?? "none yet"],
            ] + certificate + (report.endpoint == nil ? [] : sending) + errors
            + [["portal", portal ?? "unknown"]]
        return TextTable(["", ""], rows).text.split(separator: "\n").dropFirst().joined(separator: "\n")
    }

    private var certificate: [[String]] {
        guard let certificate = report.certificate else { return [] }
        let left = certificate.days.map { $0 < 0 ? " (expired)" : " (\(Int($0)) days left)" }
        return [["certificate", "until \(certificate.end)\(left ?? "")"]]
    }

    private var sending: [[String]] {
        let queue = report.queue
        let oldest = queue.oldest.map { ", oldest from \($0)" } ?? ""
        let dropped = report.dropped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        var rows = [
            [
                "positions",
                "\(Self.words(report.positions)), every \(Self.plain(report.collectInterval)) s, sent every "
                    + "\(Self.plain(report.sendInterval)) s",
            ],
            ["waiting", "\(queue.entries) positions, \(queue.bytes) bytes\(oldest)"],
            ["sent", "\(report.sent) since the daemon's start; unconfirmed: \(report.unconfirmed)"],
            ["last success", report.lastSuccess.map { "\($0)" } ?? "none yet"],
            ["members", "\(report.members)"],
        ]
        if !dropped.isEmpty { rows.append(["dropped", dropped.joined(separator: ", ")]) }
        if let next = report.nextAttempt { rows.append(["next attempt", "\(next)"]) }
        return rows
    }

    private var errors: [[String]] {
        var rows: [[String]] = []
        if let error = report.error {
            rows.append(["error", "\(error.text) [\(error.code)]"])
            if let cure = error.cure { rows.append(["", cure]) }
        }
        if let ahead = report.clockAhead {
            let (seconds, word) = (Int(abs(ahead)), ahead > 0 ? "ahead of" : "behind")
            rows.append(["clock", "\(seconds) s \(word) agrirouter's clock: set this machine's clock"])
        }
        return rows
    }

    private static func words(_ positions: ReportCode<UplinkReport.Positions>) -> String {
        switch positions {
        case .known(.good): "from the active receiver"
        case .known(.noFix): "none: the receiver has no fix (reported to agrirouter)"
        case .known(.noReceiver): "none: there is no receiver (reported to agrirouter)"
        case .known(.faulty): "none: the receiver reports a fault (reported to agrirouter)"
        case .known(.withheld): "withheld: they are not authenticated"
        case .known(.nothing): "none yet"
        case .other(let code): code
        }
    }

    private static func plain(_ seconds: Double) -> String { String(format: "%g", seconds) }

    /// The members, one per line.
    static func members(_ report: MembersReport) -> String {
        guard !report.members.isEmpty else { return "no other endpoint sends positions" }
        let rows = report.members.map { member in
            [
                member.name.shownLine, String(format: "%.7f", member.latitude),
                String(format: "%.7f", member.longitude),
                member.ellipsoidalHeight.map { String(format: "%.2f m", $0) } ?? "-", Age.words(member.age) + " ago",
                member.isOutdated ? "outdated" : member.absence ?? "active",
            ]
        }
        return TextTable(["MEMBER", "LATITUDE", "LONGITUDE", "HEIGHT", "LAST SEEN", "STATE"], rows).text
    }
}
