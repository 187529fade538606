// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures the uplink stage with a backlog of positions, and then with many members.
///
/// Usage: `uplink-benchmark [ENTRIES [FOLDER]]`: the size of the backlog (default: 1 000 000), and the folder in which to
/// create the folder for the files (default: the one for temporary files).
@main
struct UplinkBenchmark {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.count == 4, arguments[0] == "fill", let count = Int(arguments[3]) {
            return try await Backlog.fill(arguments[1], arguments[2], count)
        }
        let count = min(arguments.first.flatMap(Int.init) ?? 1_000_000, 2_000_000)
        let parent = arguments.dropFirst().first ?? NSTemporaryDirectory()
        let folder = parent + "/uplink-benchmark-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let isMet: Bool
        do {
            defer { try? FileManager.default.removeItem(atPath: folder) }
            isMet = try await measure(count, folder)
        }
        exit(isMet ? 0 : 1)
    }

    private static func measure(_ count: Int, _ folder: String) async throws -> Bool {
        print("a backlog of \(count) positions, with the rules of QA, in \(folder)")
        // Another process fills the store, so that its memory does not count.
        let (store, plain) = (folder + "/gateway", folder + "/plain.sqlite")
        let filling = Process()
        filling.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        filling.arguments = ["fill", store, plain, "\(count)"]
        try filling.run()
        filling.waitUntilExit()
        guard filling.terminationStatus == 0 else { throw PlainQueue.Failure(reason: "the store was not filled") }
        var isMet = try await Backlog.drain(store, plain, count)
        print("500 members with a position per second each, with the rules of production")
        for batch in [5, 1] { isMet = try await Members.follow(folder, batch: batch) && isMet }
        return isMet
    }
}

func figure(_ value: Double) -> String { String(format: "%.2f", value) }

func met(_ isMet: Bool) -> String { isMet ? "met" : "MISSED" }
