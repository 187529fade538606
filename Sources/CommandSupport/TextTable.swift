// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes
internal import SystemSupport

/// Formats text in aligned columns; the last column is not padded. Texts from outside cannot control the terminal.
package struct TextTable {
    private let rows: [[String]]

    package init(_ head: [String], _ rows: [[String]]) { self.rows = ([head] + rows).map { $0.map(\.plainLine) } }

    /// The lines, without a line end after the last.
    package var text: String {
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
package enum Age {
    /// Formats seconds as `0.3 s`, `12 s`, `5 min`, `3 h` or `2 days`.
    ///
    /// - Parameter seconds: The time span, 0 or more.
    package static func words(_ seconds: Double) -> String {
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
    package static func words(from begin: Timestamp, to end: Timestamp) -> String {
        words(Double(end.milliseconds - begin.milliseconds) / 1000)
    }
}
