// SPDX-License-Identifier: Apache-2.0

import Simulation
import Testing

/// What faults do to bytes.
@Suite struct FaultyLineTests {
    private static let burst = [UInt8](repeating: 0x55, count: 10_000)

    private static func line(_ faults: StreamFault...) -> FaultyLine { FaultyLine(faults, seed: 1) }

    @Test func `Bytes are lost and turned as often as is said`() {
        var dropping = Self.line(StreamFault(at: 0, .drop, share: 0.1))
        let kept = dropping.send(Self.burst, at: 0).pieces.joined().count
        #expect((8700...9300).contains(kept))
        var turning = Self.line(StreamFault(at: 0, .corrupt, share: 0.1))
        let turned = turning.send(Self.burst, at: 0).pieces.joined().count { $0 != 0x55 }
        #expect((700...1300).contains(turned))
    }

    @Test func `What a stall holds back comes when it is over`() {
        var line = Self.line(StreamFault(at: 10, duration: 5, .stall))
        #expect(line.send([1], at: 9).pieces == [[1]])
        #expect(line.send([2], at: 10).pieces.isEmpty)
        #expect(line.send([3], at: 14).pieces.isEmpty)
        #expect(line.send([4], at: 15).pieces == [[2, 3, 4]])
    }

    @Test func `Bursts are split, noise follows, and an unplugged line carries nothing`() {
        var line = Self.line(
            StreamFault(at: 0, duration: 1, .split, bytes: 3), StreamFault(at: 1, duration: 1, .noise, bytes: 7),
            StreamFault(at: 2, duration: 1, .unplug))
        #expect(line.send([1, 2, 3, 4, 5, 6, 7], at: 0).pieces == [[1, 2, 3], [4, 5, 6], [7]])
        #expect(line.send([9], at: 1).pieces.first?.count == 8)
        let gone = line.send([9], at: 2)
        #expect(gone.isUnplugged && gone.pieces.isEmpty)
        #expect(!line.send([9], at: 3).isUnplugged)
    }

    @Test func `The same seed does the same`() {
        let fault = StreamFault(at: 0, .drop, share: 0.3)
        var (one, other) = (FaultyLine([fault], seed: 5), FaultyLine([fault], seed: 5))
        #expect(one.send(Self.burst, at: 0) == other.send(Self.burst, at: 0))
    }

    @Test func `Faults are read from the command line`() {
        #expect(StreamFault("drop=0.02@10+5") == StreamFault(at: 10, duration: 5, .drop, share: 0.02))
        #expect(StreamFault("unplug@30") == StreamFault(at: 30, .unplug))
        #expect(StreamFault("noise=200@1.5") == StreamFault(at: 1.5, .noise, bytes: 200))
        #expect(StreamFault("split=1@0") == StreamFault(at: 0, .split, bytes: 1))
        for text in [
            "", "drop", "drop@", "drop@x", "drop=2@1", "drop=-0.1@1", "drop=nan@1", "boom@1", "drop@1+", "drop=@1",
            "stall@-1", "stall=5@1", "unplug=1@1", "split=0@1", "split=1.5@1", "noise=65537@1",
        ] {
            #expect(StreamFault(text) == nil, "\(text)")
        }
    }
}
