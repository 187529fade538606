// SPDX-License-Identifier: Apache-2.0

import ChecksumScanner
import GNSSTypes
import NMEA
import ReceiverStream

/// Compares framing with a plain scanner in C that checks the same checksums.
enum Framing {
    private static let goal = 0.8

    /// Measures a capture.
    ///
    /// - Returns: Whether the goal is met, and the processor time of the scanner in seconds.
    static func measure(_ capture: Capture) -> (isMet: Bool, scanner: Double) {
        let isNMEA = capture.kind == .nmea
        var (theirs, ours): ([Double], [Double]) = ([], [])
        var (scanned, framed) = (0, 0)
        for _ in 0..<DecodeBenchmark.rounds {
            theirs.append(threadSeconds { scanned = scan(capture.bytes, isNMEA: isNMEA) })
            ours.append(threadSeconds { framed = isNMEA ? sentences(capture.bytes) : frames(capture.bytes) })
        }
        Table.row("scanner in C", capture, median(theirs))
        let name = isNMEA ? "NMEAFramer" : "FrameDemultiplexer"
        let isMet = Table.row(name, capture, median(ours), than: median(theirs), goal: goal)
        print("  frames found: \(scanned) by the scanner, \(framed) by us")
        return (isMet, median(theirs))
    }

    private static func scan(_ bytes: [UInt8], isNMEA: Bool) -> Int {
        bytes.withUnsafeBufferPointer {
            isNMEA ? checksum_scanner_count($0.baseAddress, $0.count) : frame_scanner_count($0.baseAddress, $0.count)
        }
    }

    private struct Counter: FrameSink {
        var count = 0
        mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) { count += 1 }
        mutating func take(_ frame: Span<UInt8>, format: FrameFormat, at offset: Int) { count += 1 }
    }

    private static func sentences(_ bytes: [UInt8]) -> Int {
        var (framer, counter) = (NMEAFramer(), Counter())
        feed(bytes) { framer.consume($0, into: &counter) }
        framer.flush(into: &counter)
        return counter.count
    }

    private static func frames(_ bytes: [UInt8]) -> Int {
        var (demultiplexer, counter) = (FrameDemultiplexer(), Counter())
        feed(bytes) { demultiplexer.consume($0, into: &counter) }
        demultiplexer.flush(into: &counter)
        return counter.count
    }

    /// Passes the bytes on in pieces of the size in which files are read.
    private static func feed(_ bytes: [UInt8], _ take: (Span<UInt8>) -> Void) {
        for start in stride(from: 0, to: bytes.count, by: 65_536) {
            take(bytes.span.extracting(start..<min(bytes.count, start + 65_536)))
        }
    }
}
