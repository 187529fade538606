// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Prints the table of results.
enum Table {
    static func head(_ capture: Capture) {
        print(
            "\(capture.bytes.count / 1_000_000) MB of \(capture.kind.rawValue), \(capture.origin); medians of "
                + "\(DecodeBenchmark.rounds)")
        print("what                                MB/s     ratio   goal")
    }

    /// Prints a line of the table; false if the goal is missed.
    @discardableResult
    static func row(
        _ name: String, _ capture: Capture, _ seconds: Double, than other: Double? = nil, goal: Double = 0
    ) -> Bool {
        let title = name.padding(toLength: 30, withPad: " ", startingAt: 0)
        let rate = String(format: "%10.1f", Double(capture.bytes.count) / 1e6 / seconds)
        guard let other else {
            print("\(title)\(rate)")
            return true
        }
        let isMet = other / seconds >= goal
        print("\(title)\(rate)" + String(format: "%10.2f   %.2f  ", other / seconds, goal), isMet ? "met" : "MISSED")
        return isMet
    }
}
