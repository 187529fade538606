// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import ReceiverHost

/// The daemon's status in one line, as shown by `systemctl status`: `rover: 3D fix, RTK fixed, 17 satellites; 2
/// receivers, 5 gpsd clients`.
struct StatusLine {
    /// All receivers.
    var receivers: [ReceiverCondition]
    /// The names of those whose last epoch is not current any more.
    var outdated: Set<String> = []
    /// The active receiver.
    var active: SourceID?
    /// The number of gpsd clients.
    var clients: Int
    /// The report on the uplink; nil if agrirouter is not used.
    var uplink: UplinkReport?

    /// The status line.
    var text: String {
        let others = receivers.filter { $0.plan.id != active?.rawValue && !$0.state.state.isWell }
        var parts: [String] = []
        if let shown = receivers.first(where: { $0.plan.id == active?.rawValue }) ?? receivers.first {
            parts.append("\(shown.plan.id): \(condition(of: shown))")
            let unwell = others.filter { $0.plan.id != shown.plan.id }.prefix(3)
            parts += unwell.map { "\($0.plan.id): \($0.state.state)" }
        }
        parts.append("\(Self.count(receivers.count, "receiver")), \(Self.count(clients, "gpsd client"))")
        if let uplink, uplink.state != .notOnboarded { parts.append(Self.text(uplink)) }
        return parts.joined(separator: "; ")
    }

    /// The uplink's part: `agrirouter: sending, 3 waiting, last success 2026-05-04 12:30:05 UTC`. It includes the date,
    /// because the last success may be days ago.
    private static func text(_ uplink: UplinkReport) -> String {
        let success = uplink.lastSuccess.map { time in
            ", last success \(CalendarTime(time).date) \(CalendarTime(time).clockText) UTC"
        }
        return "agrirouter: \(word(uplink)), \(uplink.queue.entries) waiting\(success ?? "")"
    }

    private static func word(_ uplink: UplinkReport) -> String {
        guard uplink.state == .online else { return uplink.state.code.replacing("_", with: " ") }
        return uplink.positions == .withheld ? "positions withheld" : "sending"
    }

    private func condition(of receiver: ReceiverCondition) -> String {
        guard receiver.state.state.isWell else { return "\(receiver.state.state): \(receiver.state.reason)" }
        guard let fix = receiver.lastFix else { return "\(receiver.state.state), no epoch yet" }
        if outdated.contains(receiver.plan.id) { return "\(receiver.state.state), no current fix" }
        var words = [fix.kind.words]
        if let quality = fix.quality.words, fix.kind != .none { words.append(quality) }
        if let satellites = fix.satellitesUsed { words.append(Self.count(satellites, "satellite")) }
        return words.joined(separator: ", ")
    }

    private static func count(_ number: Int, _ word: String) -> String {
        "\(number == 0 ? "no" : String(number)) \(word)\(number == 1 ? "" : "s")"
    }
}

extension DriverState {
    /// True if the receiver delivers data or is about to.
    fileprivate var isWell: Bool { self == .running || self == .starting || self == .connecting }
}

extension FixKind {
    fileprivate var words: String {
        switch self {
        case .none: "no fix"
        case .twoDimensional: "2D fix"
        case .threeDimensional: "3D fix"
        }
    }
}

extension FixQuality {
    /// The name of the quality; nil for a plain fix.
    fileprivate var words: String? {
        switch self {
        case .invalid, .autonomous: nil
        case .differential: "differential"
        case .precise: "precise"
        case .rtkFixed: "RTK fixed"
        case .rtkFloat: "RTK float"
        case .deadReckoning: "dead reckoning"
        case .manual: "manual"
        case .simulated: "simulated"
        case .combinedDeadReckoning: "with dead reckoning"
        }
    }
}
