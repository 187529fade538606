// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import ControlModel
internal import GNSSTypes

/// Formats receivers for people.
struct ReceiversText {
    private let receivers: [ReceiverReport]

    init(_ receivers: [ReceiverReport]) { self.receivers = receivers }

    /// The receivers, one per line.
    var text: String {
        let rows = receivers.map { receiver in
            [
                (receiver.isActive ? "* " : "  ") + receiver.id, receiver.state.code, Self.fix(receiver),
                Self.satellites(receiver),
                receiver.rate.map { "\(Self.tenths($0)) Hz" } ?? "-",
                receiver.lastDataAge.map { Age.words($0) + " ago" } ?? "never", receiver.driver, receiver.reason,
            ]
        }
        return TextTable(["  RECEIVER", "STATE", "FIX", "SATS", "RATE", "DATA", "DRIVER", "REASON"], rows).text
    }

    private static func fix(_ receiver: ReceiverReport) -> String {
        guard let fix = receiver.fix, receiver.state.value?.hasData == true else { return "-" }
        if fix.kind == FixKind.none { return "none" }
        return receiver.isFixOld ? "none for \(Age.words(receiver.fixAge ?? 0))" : "\(fix.kind) \(fix.quality)"
    }

    private static func satellites(_ receiver: ReceiverReport) -> String {
        guard let used = receiver.fix?.satellitesUsed, !receiver.isFixOld else { return "-" }
        return receiver.fix?.satellitesInView.map { "\(used)/\($0)" } ?? "\(used)"
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((min(max(value, 0), 1e6) * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
