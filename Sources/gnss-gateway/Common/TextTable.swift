// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import SystemSupport

/// Formats text in aligned columns; the last column is not padded. Texts from outside cannot control the terminal.
struct TextTable {
    private let rows: [[String]]

    init(_ head: [String], _ rows: [[String]]) { self.rows = ([head] + rows).map { $0.map(\.plainLine) } }

    /// The lines, without a line end after the last.
    var text: String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            return cells.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}

/// Formats time spans in words.
enum Age {
    /// Formats seconds as `0.3 s`, `12 s`, `5 min`, `3 h` or `2 days`.
    ///
    /// - Parameter seconds: The time span, 0 or more.
    static func words(_ seconds: Double) -> String {
        switch seconds {
        case ..<10: "\(Double(Int(max(0, seconds) * 10)) / 10) s"
        case ..<120: "\(Int(seconds)) s"
        case ..<7200: "\(Int(seconds / 60)) min"
        case ..<172_800: "\(Int(seconds / 3600)) h"
        case ..<1e12: "\(Int(seconds / 86_400)) days"
        default: "a long time"
        }
    }

    /// Formats the time between two instants.
    static func words(from begin: Timestamp, to end: Timestamp) -> String {
        words(Double(end.milliseconds - begin.milliseconds) / 1000)
    }
}

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
