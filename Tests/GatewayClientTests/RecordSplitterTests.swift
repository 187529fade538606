// SPDX-License-Identifier: Apache-2.0

import GatewayClient
import LocalSocket
import Records
import SystemSupport
import Testing

struct RecordSplitterTests {
    @Test func `the splitter gives the same whole records wherever chunks are cut`() throws {
        let whole = recordingBytes(10)
        for size in 1...whole.count {
            var splitter = RecordSplitter()
            var (taken, observations) = ([UInt8](), 0)
            for start in stride(from: 0, to: whole.count, by: size) {
                let piece = try splitter.take(Array(whole[start..<min(start + size, whole.count)]))
                taken += piece.bytes
                observations += piece.observations
                #expect(try (taken.isEmpty ? 0 : Recording(taken).observations.count) == observations)
            }
            #expect(taken == whole)
            #expect(observations == 10)
        }
    }

    @Test func `what is no recording is refused`() throws {
        var text = RecordSplitter()
        #expect(try text.take(Array(repeating: 0x20, count: 63)) == RecordSplitter.Piece())
        #expect(throws: RecordStreamError.self) { try text.take([0x20]) }
        var damaged = RecordSplitter()
        let error = #expect(throws: RecordStreamError.self) {
            try damaged.take(RecordingHeader(start: startTime).bytes + [7, 0, 0, 0])
        }
        #expect(error?.exitCode == 74)
    }
}
