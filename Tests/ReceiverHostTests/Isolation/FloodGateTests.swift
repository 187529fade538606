// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ReceiverHost

private let second: Int64 = 1_000_000_000

@Suite struct FloodGateTests {
    @Test func `a driver within its rate loses nothing and is read on`() {
        var gate = FloodGate(perSecond: 100)
        for turn in 0..<1000 {
            let now = Int64(turn) * second / 100
            let isTaken = gate.take(observations: 1, size: 300, at: now)
            let pause = gate.pause(at: now)
            #expect(isTaken && pause == 0)
        }
        #expect(gate.dropped == 0)
        #expect(!gate.isTooMuch(at: 10 * second))
    }

    @Test func `of a flood so much is taken a second as is allowed, and twice that is read`() {
        var gate = FloodGate(perSecond: 1000)
        var (now, taken, read): (Int64, Int, Int) = (0, 0, 0)
        while now < 20 * second {
            // It sends as fast as it is read: reading a batch of 10 takes 1 µs.
            if gate.take(observations: 10, size: 3000, at: now) { taken += 10 }
            read += 10
            now += 1000 + gate.pause(at: now)
        }
        #expect((20_000...22_100).contains(taken), "\(taken)")
        #expect((40_000...44_100).contains(read), "\(read)")
        #expect(gate.dropped == read - taken)
    }

    @Test func `a flood of 8 s is too much, one with a pause in it begins anew`() {
        var gate = FloodGate(perSecond: 10)
        func flood(from: Int64, to: Int64) -> Bool {
            for now in stride(from: from, to: to, by: Int(second / 100)) {
                _ = gate.take(observations: 10, size: 10, at: now)
                if gate.isTooMuch(at: now) { return true }
            }
            return false
        }
        #expect(!flood(from: 0, to: 7 * second))
        #expect(gate.isFlooding(at: 8 * second))
        #expect(!gate.isFlooding(at: 11 * second))
        #expect(!flood(from: 11 * second, to: 18 * second))
        #expect(flood(from: 18 * second, to: 21 * second))
    }

    @Test func `what holds nothing counts as one`() {
        var gate = FloodGate(perSecond: 100)
        let taken = (0..<300).filter { _ in gate.take(observations: 0, size: 8, at: 5) }.count
        #expect(taken == 100)
        #expect(gate.dropped == 200)
    }

    @Test func `a pause that the gate asked for is none of the driver's, and ends no flood`() {
        var gate = FloodGate(perSecond: 1000)
        var (now, longest): (Int64, Int64) = (0, 0)
        while !gate.isTooMuch(at: now), now < 60 * second {
            // As much as a pipe holds, each time that it is read.
            for _ in 0..<5461 { _ = gate.take(observations: 1, size: 12, at: now) }
            let pause = gate.pause(at: now)
            longest = max(longest, pause)
            now += 1000 + pause
        }
        #expect(longest > FloodGate.calm)
        #expect(now < 13 * second, "it was let flood for \(now / second) s")
    }

    @Test func `each sort of flood has words of its own, and one does not count for another`() {
        for sort in FloodSort.allCases {
            var watch = FloodWatch(observations: 1000, excess: .isDropped)
            var news: [String] = []
            var now: Int64 = 0
            while watch.verdict(at: now) == nil, now < 20 * second {
                let answer = watch.take(sort, 100_000, size: 10, at: now)
                if let sentence = answer.news { news.append(sentence) }
                now += second / 100
            }
            #expect(news.count == 1)
            #expect(news.first?.hasPrefix("it \(sort.deed(sort == .observations ? 1000 : sort.perSecond))") == true)
            #expect(watch.verdict(at: now)?.contains(sort.unit) == true)
            for other in FloodSort.allCases {
                let isFlooding = watch.isFlooding(other)
                #expect(isFlooding == (other == sort))
            }
            let excess = watch.takeExcess()
            #expect(Array(excess.keys) == [sort])
            let ends = watch.takeEnds(at: now + 60 * second)
            #expect(ends.sentences.count == 1 && ends.isCalm)
        }
    }

    @Test func `a replay with a limit loses nothing, it waits`() {
        var gate = FloodGate(perSecond: 1000, excess: .waits)
        var (now, read): (Int64, Int) = (0, 0)
        while now < 10 * second {
            let isTaken = gate.take(observations: 10, size: 3000, at: now)
            #expect(isTaken)
            read += 10
            now += 1000 + gate.pause(at: now)
        }
        #expect((10_000...11_100).contains(read), "\(read)")
        #expect(gate.dropped == 0)
    }

    @Test func `without a limit nothing is dropped and nothing waits`() {
        var gate = FloodGate(perSecond: nil)
        let taken = (0..<1000).map { _ in gate.take(observations: 1_000_000, size: 1 << 20, at: 5) }
        #expect(!taken.contains(false))
        let pause = gate.pause(at: 5)
        #expect(pause == 0)
    }

    @Test func `large bytes with few records are read no faster than 16 MiB a second`() {
        var gate = FloodGate(perSecond: 10_000)
        var (now, bytes): (Int64, Int) = (0, 0)
        while now < 10 * second {
            _ = gate.take(observations: 1, size: 1 << 20, at: now)
            bytes += 1 << 20
            now += 1000 + gate.pause(at: now)
        }
        #expect((160...180).contains(bytes >> 20), "\(bytes >> 20) MiB")
    }

    @Test(arguments: [0, 1, Int(Int32.max), Int(UInt32.max), Int.max])
    func `what a driver says of its records never overflows, and never blocks for more than 20 s`(count: Int) {
        for rate in [1, 10_000, 10_000_000] {
            var gate = FloodGate(perSecond: rate)
            for now: Int64 in [0, 1, second, .max / 2] {
                for _ in 0..<3 { _ = gate.take(observations: count, size: count, at: now) }
                let pause = gate.pause(at: now)
                #expect((0...20 * second).contains(pause))
            }
        }
    }
}
