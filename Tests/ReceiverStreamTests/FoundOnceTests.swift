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

    /// The golden streams that hold UBX.
    static let streams: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: golden.path)) ?? [])
        .filter { $0.hasSuffix(".stream") && ($0.hasPrefix("ubx") || $0.hasPrefix("mixed")) }.sorted()

    /// Counts the frames of a format.
    private struct Count: FrameSink {
        var frames: [FrameFormat: [[UInt8]]] = [:]
        mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) {}
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

    @Test func `there are golden streams with UBX`() { #expect(Self.streams.count > 8) }

    @Test(arguments: streams)
    func `an observer sees every binary frame, and each UBX message is decoded once`(_ name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.golden.appending(path: name)))
        var (frames, count) = (FrameDemultiplexer(), Count())
        frames.consume(bytes.span, into: &count)
        for size in [bytes.count, 113] {
            var (observed, plain) = (StreamDecoder(), StreamDecoder())
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
            #expect(epochs == same)
        }
    }
}
