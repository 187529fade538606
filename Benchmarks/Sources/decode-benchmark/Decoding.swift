// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compares the whole program, from a file to JSON, with other programs.
enum Decoding {
    private static let epochGoal = 6.0
    private static let fieldGoal = 5.0
    /// The goal for NMEA: at most twenty times slower than the scanner in C.
    private static let scannerGoal = 1.0 / 20
    private static let gateway = "../.build/release/gnss-gateway"

    /// Measures a capture; false if a goal is missed or the program does not run.
    ///
    /// - Parameter scanner: The processor time of the scanner in C, in seconds.
    static func measure(_ capture: Capture, scanner: Double) throws -> Bool {
        guard FileManager.default.isExecutableFile(atPath: gateway) else {
            print("  \(gateway) is not built: run script/bench")
            return false
        }
        let epochs = try epochs(capture, scanner)
        return try fields(capture) && epochs
    }

    /// Compares `decode`, which prints epochs, with gpsdecode.
    private static func epochs(_ capture: Capture, _ scanner: Double) throws -> Bool {
        let peer = installed("gpsdecode").map { "\($0) -j <FILE >/dev/null" }
        return try compare(
            capture, capture.bytes.count, "decode to JSON", "\(gateway) decode FILE >/dev/null 2>&1",
            "gpsdecode to JSON", peer, goal: epochGoal, missing: "gpsdecode (Debian: gpsd-tools)",
            scanner: capture.kind == .nmea ? scanner : nil)
    }

    /// Compares `decode --messages`, which prints every field of every frame, with the Python module pyubx2.
    private static func fields(_ capture: Capture) throws -> Bool {
        let script = """
            import sys, pyubx2
            for raw, message in pyubx2.UBXReader(open(sys.argv[1], 'rb'), protfilter=7, quitonerror=0): print(message)
            """
        var peer: String?
        if let python = installed("python3"), processSeconds("\(python) -c 'import pyubx2' 2>/dev/null") != nil {
            peer = "\(python) -c \"\(script)\" FILE >/dev/null"
        }
        // A megabyte is enough for the Python module, which is about a hundred times slower.
        return try compare(
            capture, min(capture.bytes.count, 1_000_000), "decode --messages",
            "\(gateway) decode --messages FILE >/dev/null 2>&1", "pyubx2", peer, goal: fieldGoal,
            missing: "pyubx2 (pip install pyubx2)")
    }

    /// Measures our command with the whole capture, and another command with its first `share` bytes.
    private static func compare(
        _ capture: Capture, _ share: Int, _ name: String, _ command: String, _ peerName: String,
        _ peerCommand: String?, goal: Double, missing: String, scanner: Double? = nil
    ) throws -> Bool {
        let whole = try TemporaryFile(capture.bytes[...])
        let part = try TemporaryFile(capture.bytes[..<share])
        var (ours, theirs): ([Double], [Double]) = ([], [])
        // Each round runs both commands, so that both have the same conditions.
        for _ in 0..<DecodeBenchmark.rounds {
            if let time = processSeconds(command.replacingOccurrences(of: "FILE", with: whole.path)) {
                ours.append(time)
            }
            let peer = peerCommand?.replacingOccurrences(of: "FILE", with: part.path)
            if let time = peer.flatMap(processSeconds) {
                theirs.append(time * Double(capture.bytes.count) / Double(share))
            }
        }
        guard ours.count == DecodeBenchmark.rounds else {
            print("  gnss-gateway failed: \(command)")
            return false
        }
        var isMet = true
        if let scanner {
            isMet = Table.row("decode to JSON, to the scanner", capture, median(ours), than: scanner, goal: scannerGoal)
        }
        guard theirs.count == DecodeBenchmark.rounds else {
            print("  nothing to compare with: \(missing) is not installed or failed")
            return Table.row(name, capture, median(ours)) && isMet
        }
        Table.row(peerName, capture, median(theirs))
        return Table.row(name, capture, median(ours), than: median(theirs), goal: goal) && isMet
    }
}

/// A temporary file, which is removed when the object is released.
private final class TemporaryFile {
    let path: String

    init(_ bytes: ArraySlice<UInt8>) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("decode-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        path = file.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
