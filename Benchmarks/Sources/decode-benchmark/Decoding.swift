// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The whole program beside gpsdecode: from a file to JSON.
enum Decoding {
    private static let goal = 5.0

    /// Measures a capture; false where a goal is missed or the program does not run.
    static func measure(_ capture: Capture) throws -> Bool {
        let gateway = "../.build/release/gnss-gateway"
        guard FileManager.default.isExecutableFile(atPath: gateway) else {
            print("  \(gateway) is not built: run script/bench")
            return false
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("decode-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(capture.bytes).write(to: file)
        let gpsdecode = installed("gpsdecode").map { "\($0) -j <\(file.path) >/dev/null" }
        let commands = [
            gpsdecode, "\(gateway) decode \(file.path) >/dev/null 2>&1",
            "\(gateway) decode --messages \(file.path) >/dev/null 2>&1",
        ]
        // One after the other in each round, so that all see the same machine.
        var times: [[Double]] = [[], [], []]
        for _ in 0..<DecodeBenchmark.rounds {
            for (index, command) in commands.enumerated() {
                if let command, let time = processSeconds(command) { times[index].append(time) }
            }
        }
        return report(capture, times)
    }

    private static func report(_ capture: Capture, _ times: [[Double]]) -> Bool {
        let isWhole = times.map { $0.count == DecodeBenchmark.rounds }
        guard isWhole[1], isWhole[2] else {
            print("  gnss-gateway decode failed")
            return false
        }
        guard isWhole[0] else {
            print("  gpsdecode is not installed or failed (Debian: gpsd-tools): nothing to compare with")
            Table.row("decode to JSON", capture, median(times[1]))
            Table.row("decode --messages", capture, median(times[2]))
            return true
        }
        let peer = median(times[0])
        Table.row("gpsdecode to JSON", capture, peer)
        let epochs = Table.row("decode to JSON", capture, median(times[1]), than: peer, goal: goal)
        // gpsdecode says less of a frame, and nothing of most UBX messages.
        let messages = Table.row("decode --messages", capture, median(times[2]), than: peer, goal: goal)
        return epochs && messages
    }
}
