// SPDX-License-Identifier: Apache-2.0

import DriverKit
import Glibc
import Synchronization
import Testing

@Suite struct CorrectionQueueTests {
    private final class Clock: Sendable {
        let now = Atomic<Int64>(0)
        func advance(_ nanoseconds: Int64) { now.wrappingAdd(nanoseconds, ordering: .relaxed) }
    }

    private let clock = Clock()

    private func outbox() -> CorrectionQueue { CorrectionQueue { [clock] in clock.now.load(ordering: .relaxed) } }

    private func isReadable(_ outbox: CorrectionQueue) -> Bool {
        var wanted = pollfd(fd: outbox.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, 0) == 1
    }

    @Test func `messages come out whole and in their order, and the descriptor says when there are some`() {
        let outbox = outbox()
        #expect(!isReadable(outbox))
        #expect(outbox.take() == nil)
        for round in UInt8(0)..<3 {
            #expect(outbox.put([round, 1]))
            #expect(outbox.put([round, 2, 3]))
            #expect(outbox.put([]))
            #expect(isReadable(outbox))
            #expect(outbox.take() == [round, 1])
            #expect(isReadable(outbox))
            #expect(outbox.take() == [round, 2, 3])
            #expect(!isReadable(outbox))
            #expect(outbox.isEmpty)
        }
        #expect(outbox.givenUp == 0)
    }

    @Test func `where there is no room the oldest go, and are counted`() {
        let outbox = outbox()
        for number in 0..<100 { #expect(outbox.put([UInt8](repeating: UInt8(number), count: 1000))) }
        #expect(outbox.givenUp == 68)
        #expect(outbox.takeGivenUp() == 68)
        #expect(outbox.takeGivenUp() == 0)
        var numbers: [UInt8] = []
        while let message = outbox.take() { numbers.append(message[0]) }
        #expect(numbers == Array(68..<100))
        #expect(!outbox.put([UInt8](repeating: 0, count: CorrectionQueue.limit + 1)))
        #expect(outbox.put([UInt8](repeating: 0, count: CorrectionQueue.limit)))
        #expect(outbox.givenUp == 68)
    }

    @Test func `what has waited for more than 2 s is given up`() {
        let outbox = outbox()
        #expect(outbox.put([1]))
        clock.advance(1_500_000_000)
        #expect(outbox.put([2]))
        clock.advance(500_000_001)
        #expect(outbox.take() == [2])
        #expect(outbox.givenUp == 1)
        #expect(outbox.put([3]))
        clock.advance(10_000_000_000)
        #expect(isReadable(outbox))
        #expect(outbox.take() == nil)
        #expect(!isReadable(outbox))
        #expect(outbox.givenUp == 2)
    }
}
