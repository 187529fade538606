// SPDX-License-Identifier: Apache-2.0

import Foundation
import OSNMA
import OSNMAFiles

/// Measures the times to the first authentic data and to the first authentic fix, for starts at many places of a
/// recording.
struct Starts {
    /// The interval between starts in seconds. It has no common factor with the 30 s of a subframe, so that the starts are
    /// spread over all places in a subframe.
    private static let interval = 37
    private static let limit = 600

    /// Prints a table of a recording.
    static func measure(_ recording: Recording) throws {
        let pages = try recording.pages()
        print(
            "\(recording.name), margin 4 s by default: seconds from the first page; for a start at the first page, mean and maximum of all starts"
        )
        for (name, mode) in [("cold", StartMode.cold), ("warm", .warm), ("hot", .hot)] {
            for margin in [4, 17, 30] { row("\(name), margin \(margin) s", pages, recording, .all, mode, margin) }
        }
        for (name, improvement) in Improvements.names {
            row("hot without \(name)", pages, recording, Improvements.all.subtracting(improvement), .hot, 4)
        }
        row("hot, profile reference", pages, recording, .reference, .hot, 4)
        row("warm without early-messages", pages, recording, Improvements.all.subtracting(.earlyMessages), .warm, 4)
        row("warm without block-merging", pages, recording, Improvements.all.subtracting(.blockMerging), .warm, 4)
    }

    private static func row(
        _ name: String, _ pages: [RecordedPage], _ recording: Recording, _ improvements: Improvements,
        _ mode: StartMode,
        _ margin: Int
    ) {
        let examination = RecordingExamination(
            improvements: improvements, anchors: recording.anchors, start: mode, margin: margin)
        let starts = examination.starts(in: pages, each: interval, limit: limit)
        let title = name.padding(toLength: 30, withPad: " ", startingAt: 0)
        let data = starts.map(\.secondsToData)
        let fix = starts.map(\.secondsToFix)
        print("  \(title) data \(text(data))   fix \(text(fix))")
    }

    private static func text(_ times: [Int?]) -> String {
        let known = times.compactMap { $0 }
        guard let most = known.max() else { return "never" }
        let first = times.first.flatMap { $0 }.map(String.init) ?? "-"
        let mean = Double(known.reduce(0, +)) / Double(known.count)
        let missing = times.count - known.count
        return "\(first) / " + String(format: "%.1f", mean) + " / \(most)" + (missing > 0 ? " (\(missing) never)" : "")
    }
}
