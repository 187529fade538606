// SPDX-License-Identifier: Apache-2.0

import ChecksumScanner
import Foundation
import NMEA

/// Usage: `decode-benchmark [MEGABYTES]`, how much is decoded, 100 where it is not given. Ratios of processor time within
/// one run: rates alone differ from hour to hour on a shared machine.
@main
struct DecodeBenchmark {
    static let rounds = 5

    static func main() throws {
        let megabytes = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 100
        let capture = Capture(size: megabytes * 1_000_000)
        print("\(capture.bytes.count / 1_000_000) MB of NMEA, \(capture.origin); medians of \(rounds)")
        print("what                                MB/s     ratio   goal")
        let isFramingMet = framing(capture)
        let isDecodingMet = try decoding(capture)
        exit(isFramingMet && isDecodingMet ? 0 : 1)
    }

    /// The framer beside a plain scanner in C.
    static func framing(_ capture: Capture) -> Bool {
        var (theirs, ours): ([Double], [Double]) = ([], [])
        var (scanned, framed) = (0, 0)
        for _ in 0..<rounds {
            theirs.append(
                threadSeconds {
                    scanned = capture.bytes.withUnsafeBufferPointer { checksum_scanner_count($0.baseAddress, $0.count) }
                })
            ours.append(threadSeconds { framed = frames(in: capture.bytes) })
        }
        row("checksum scanner in C", capture, median(theirs))
        let isMet = row("NMEAFramer", capture, median(ours), than: median(theirs), goal: 0.8)
        print("  sentences found: \(scanned) by the scanner, \(framed) by the framer")
        return isMet
    }

    static func frames(in bytes: [UInt8]) -> Int {
        struct Counter: NMEASink {
            var count = 0
            mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) { count += 1 }
        }
        var (framer, counter) = (NMEAFramer(), Counter())
        // As files are read.
        for start in stride(from: 0, to: bytes.count, by: 65_536) {
            framer.consume(bytes.span.extracting(start..<min(bytes.count, start + 65_536)), into: &counter)
        }
        framer.flush(into: &counter)
        return counter.count
    }

    /// The whole program beside gpsdecode.
    static func decoding(_ capture: Capture) throws -> Bool {
        let gateway = "../.build/release/gnss-gateway"
        guard FileManager.default.isExecutableFile(atPath: gateway) else {
            print("  \(gateway) is not built: run script/bench")
            return false
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("decode-\(UUID().uuidString).nmea")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(capture.bytes).write(to: file)
        let gpsdecode = installed("gpsdecode")
        var (theirs, ours): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            if let gpsdecode, let time = processSeconds("\(gpsdecode) -j <\(file.path) >/dev/null") {
                theirs.append(time)
            }
            if let time = processSeconds("\(gateway) decode \(file.path) >/dev/null 2>&1") { ours.append(time) }
        }
        guard ours.count == rounds else {
            print("  gnss-gateway decode failed")
            return false
        }
        guard theirs.count == rounds else {
            row("gnss-gateway decode to JSON", capture, median(ours))
            print("  gpsdecode is not installed or failed (Debian: gpsd-tools): nothing to compare with")
            return true
        }
        row("gpsdecode to JSON", capture, median(theirs))
        return row("gnss-gateway decode to JSON", capture, median(ours), than: median(theirs), goal: 5)
    }

    /// Prints a line of the table; false where the goal is missed.
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
        print("\(title)\(rate)" + String(format: "%10.2f   %.1f  ", other / seconds, goal), isMet ? "met" : "MISSED")
        return isMet
    }
}
