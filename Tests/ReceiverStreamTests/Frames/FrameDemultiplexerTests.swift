// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import ReceiverStream

@Suite struct FrameDemultiplexerTests {
    @Test func `frames of all formats are found where they stand`() {
        let bytes = Made.all.flatMap { $0 }
        let (found, statistics) = demultiplex(bytes)
        #expect(found.frames == Made.all)
        #expect(found.entries.map(\.format) == [.nmea, .ubx, .rtcm3, .sbf] + Array(repeating: .other, count: 5))
        for entry in found.entries {
            #expect(Array(bytes[entry.offset..<entry.offset + entry.bytes.count]) == entry.bytes)
        }
        #expect(statistics.valid == 4 && statistics.skipped == 5)
        #expect(statistics.casic.valid == 1 && statistics.foreign.valid == 4)
        #expect(statistics.damaged == 0 && statistics.noiseBytes == 0)
    }

    @Test func `of any two frames, whichever byte of the first is missing or doubled, the second is found`() {
        for first in Made.all {
            for second in Made.all {
                for index in first.indices {
                    for repeated in [[], [first[index], first[index]]] {
                        var bytes = first
                        bytes.replaceSubrange(index...index, with: repeated)
                        let found = demultiplex(bytes + second).found.entries
                        #expect(
                            found.last?.bytes == second && found.last?.offset == bytes.count,
                            "byte \(index) of \(first) to \(repeated), then \(second)")
                    }
                }
            }
        }
    }

    @Test func `a start mark within a valid frame begins nothing`() {
        let sentence = Made.nmea("GPGGA,,,,,,0,,,,,,,,")
        let padded = sentence + Array(repeating: 0, count: (4 - sentence.count % 4) % 4)
        for frame in [Made.ubx(0x04, 0x02, sentence), Made.rtcm3(sentence), Made.sbf(4_097, padded)] {
            #expect(demultiplex(frame).found.frames == [frame])
        }
    }

    @Test func `a false start does not hide the frames that it claims`() {
        let hidden = Made.all + [Made.rtcm3(Array(repeating: 0x24, count: 1023))]
        let starts: [[UInt8]] = [
            [0xB5, 0x62, 1, 7, 0, 0x24], [0xD3, 3, 0xFF], [0x24, 0x40, 0, 0, 1, 0, 0, 0x40], [0xBA, 0xCE, 0, 8],
            [0xA0, 0xA2, 8, 0], [0xA0, 0xA1, 8, 0], [0xAA, 0x44, 0x12, 28, 0, 0, 0, 0, 0, 0x20],
            [0xF1, 0xD9, 0, 0, 0, 16],
        ]
        for start in starts {
            #expect(demultiplex(start + hidden.flatMap { $0 }).found.frames == hidden, "behind \(start)")
            // Also where the bytes that it claims do come.
            let long = start + hidden.flatMap { $0 } + [UInt8](repeating: 0, count: 17_000)
            let (found, statistics) = demultiplex(long)
            #expect(found.frames == hidden && statistics.noiseBytes == start.count + 17_000, "behind \(start)")
        }
    }

    @Test func `a frame in the middle of another is found`() {
        for inner in Made.all {
            for outer in Made.all {
                let cut = outer.count / 2
                let found = demultiplex(outer[..<cut] + inner + outer[cut...]).found.frames
                #expect(found.contains(inner), "\(inner) in \(outer)")
            }
        }
    }

    @Test func `every split into two feeds gives the same frames and counts`() {
        let bytes = Self.mixed
        let whole = demultiplex(bytes)
        for split in 0...bytes.count {
            let halves = demultiplex(bytes, feeds: [split])
            #expect(halves.found == whole.found && halves.statistics == whole.statistics, "split at \(split)")
        }
        for size in [1, 2, 3, 7, 64] {
            let parts = demultiplex(bytes, feeds: Array(repeating: size, count: bytes.count / size))
            #expect(parts.found == whole.found && parts.statistics == whole.statistics, "feeds of \(size)")
        }
    }

    /// Damaged, cut and false frames among whole ones.
    private static let mixed: [UInt8] =
        Array("# a recording of \u{B5} and \u{D3}\n".utf8) + Made.all.flatMap { $0 }
        + Made.all.flatMap { frame in frame.dropLast(1) + [frame[frame.count - 1] ^ 0x01] }
        + Made.all.flatMap { $0.dropFirst($0.count / 2) } + Made.all.flatMap { $0.prefix(5) } + [
            0xB5, 0x62, 1, 7, 92, 0,
        ]
        + Made.all.reversed().flatMap { $0 } + Array("$$@$!".utf8) + [0xD3, 3]

    @Test func `random bytes never trap, and any split gives the same`() {
        var random = Fixed(state: 4)
        let alphabet: [UInt8] = [
            0xB5, 0x62, 0xD3, 0, 0, 1, 2, 0x24, 0x40, 0xBA, 0xCE, 0xA0, 0xA1, 0xAA, 0x44, 0x12, 0x0A,
        ]
        for round in 0..<300 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...1400, using: &random) {
                bytes.append(alphabet.randomElement(using: &random) ?? 0)
                if Int.random(in: 0..<100, using: &random) == 0 {
                    bytes += Made.all.randomElement(using: &random) ?? []
                }
            }
            let whole = demultiplex(bytes)
            let feeds = (0..<60).map { _ in Int.random(in: 0...60, using: &random) }
            let parts = demultiplex(bytes, feeds: feeds)
            #expect(parts.found == whole.found && parts.statistics == whole.statistics, "round \(round)")
        }
    }

    @Test func `what is given up lets the frames behind it through, and only those`() {
        var demultiplexer = FrameDemultiplexer()
        var collector = FrameCollector()
        let begun = Made.ubx(0x01, 0x07, [1, 2, 3, 4])
        let bytes = [0xB5, 0x62, 1, 7, 0, 0x20] + Made.nmea("GPGGA,,,,,,0,,,,,,,,") + begun.dropLast(2)
        demultiplexer.consume(bytes.span, into: &collector)
        #expect(collector.entries.isEmpty && demultiplexer.isWaiting)
        demultiplexer.giveUp(into: &collector)
        #expect(collector.entries.count == 1 && demultiplexer.isWaiting)
        demultiplexer.consume(begun.span.extracting(begun.count - 2..<begun.count), into: &collector)
        #expect(collector.entries.last?.bytes == begun && !demultiplexer.isWaiting)
        #expect(demultiplexer.statistics.noiseBytes == 6)
    }
}

/// Random numbers that are the same in every run.
private struct Fixed: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}
