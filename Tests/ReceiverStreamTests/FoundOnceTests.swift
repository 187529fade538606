// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import NMEA
import Testing

@testable import ReceiverStream

/// A frame is found once and decoded once, however many parts look at it.
@Suite struct FoundOnceTests {
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden")

    /// The golden streams.
    static let streams: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: golden.path)) ?? [])
        .filter { $0.hasSuffix(".stream") }.sorted()

    /// Collects binary frames, and counts sentences.
    private struct Count: FrameSink {
        var frames: [FrameFormat: [[UInt8]]] = [:]
        var sentences = 0
        mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) { sentences += 1 }
        mutating func take(_ frame: Span<UInt8>, format: FrameFormat, at offset: Int) {
            frames[format, default: []].append(frame.withUnsafeBufferPointer { Array($0) })
        }
    }

    private final class Observer: FrameObserver {
        var frames: [FrameFormat: [[UInt8]]] = [:]
        func take(_ frame: Span<UInt8>, format: FrameFormat) {
            frames[format, default: []].append(frame.withUnsafeBufferPointer { Array($0) })
        }
    }

    @Test func `a frame behind what only looks like a beginning is seen once the line has been silent`() {
        let decoder = StreamDecoder()
        let observer = Observer()
        // The head of a message of 4096 bytes that never comes, then ACK-ACK of CFG-MSG.
        let head: [UInt8] = [0xB5, 0x62, 0x01, 0x07, 0x00, 0x10]
        let answer: [UInt8] = [0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01, 0x0F, 0x38]
        func time(_ milliseconds: Int64) -> HostTime {
            HostTime(monotonicNanoseconds: milliseconds * 1_000_000, wallNanoseconds: 0)
        }
        decoder.consume((head + answer).span, arrivedAt: time(0), observer: observer) { _ in }
        #expect(observer.frames.isEmpty)
        decoder.idle(at: time(1500), observer: observer) { _ in }
        #expect(observer.frames == [.ubx: [answer]])
    }

    @Test func `there are golden streams of each kind`() {
        for kind in ["nmea", "ubx", "mixed", "line"] {
            #expect(Self.streams.count { $0.hasPrefix(kind) } > 2, "\(kind)")
        }
    }

    @Test(arguments: streams)
    func `an observer sees every binary frame, and each sentence and UBX message is decoded once`(_ name: String) throws
    {
        let bytes = [UInt8](try Data(contentsOf: Self.golden.appending(path: name)))
        var (frames, count) = (FrameDemultiplexer(), Count())
        frames.consume(bytes.span, into: &count)
        for size in [bytes.count, 113] {
            let (observed, plain) = (StreamDecoder(), StreamDecoder())
            let observer = Observer()
            var (epochs, same): ([DecodedEpoch], [DecodedEpoch]) = ([], [])
            let zero = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = bytes.span.extracting(start..<min(start + size, bytes.count))
                observed.consume(piece, arrivedAt: zero, observer: observer) { epochs.append($0) }
                plain.consume(piece, arrivedAt: zero) { same.append($0) }
            }
            #expect(observer.frames == count.frames)
            #expect(observed.decodedMessages == count.frames[.ubx]?.count ?? 0)
            #expect(observed.decodedSentences == count.sentences)
            if count.frames[.sbf] == nil { #expect(Self.pages(epochs) == Self.subframes(count.frames[.ubx] ?? [])) }
            #expect(epochs == same)
        }
    }

    /// How many pages of navigation messages are in some epochs.
    private static func pages(_ epochs: [DecodedEpoch]) -> Int {
        epochs.flatMap(\.payloads).count { if case .navigationPage = $0 { true } else { false } }
    }

    /// How many of some messages are RXM-SFRBX.
    private static func subframes(_ frames: [[UInt8]]) -> Int { frames.count { $0[2] == 0x02 && $0[3] == 0x13 } }
}
