// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import SystemSupport
import Testing

struct WorkerThreadTests {
    private final class Payload: Sendable {}

    @Test func `work on several elements is shared, and the results keep their order`() {
        let peak = Mutex((now: 0, most: 0))
        let results = WorkerThread.map(Array(0..<20), atMost: 4) { element in
            peak.withLock { peak in
                peak.now += 1
                peak.most = max(peak.most, peak.now)
            }
            // Long enough for several threads to meet here.
            usleep(20_000)
            peak.withLock { $0.now -= 1 }
            return element * 2
        }
        #expect(results == (0..<20).map { $0 * 2 })
        #expect((2...4).contains(peak.withLock { $0.most }))
        #expect(WorkerThread.map([Int](), atMost: 4) { $0 }.isEmpty)
    }

    @Test func `joining waits for the work, by several threads and more than once`() async throws {
        let done = Atomic(false)
        let gate = DispatchSemaphore(value: 0)
        let thread = try WorkerThread {
            gate.wait()
            done.store(true, ordering: .sequentiallyConsistent)
        }
        #expect(!thread.isOver)
        let joiners = try (0..<4).map { _ in try WorkerThread { thread.join() } }
        gate.signal()
        thread.join()
        #expect(done.load(ordering: .sequentiallyConsistent) && thread.isOver)
        for joiner in joiners { joiner.join() }
        thread.join()
    }

    @Test func `a thread bears the name that it was given`() throws {
        let path = "/proc/self/task"
        let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let thread = try WorkerThread(named: "named-for-test") {
            begun.signal()
            gate.wait()
        }
        begun.wait()
        let names = try FileManager.default.contentsOfDirectory(atPath: path).compactMap {
            try? String(contentsOfFile: "\(path)/\($0)/comm", encoding: .utf8)
        }
        gate.signal()
        thread.join()
        #expect(names.count { $0 == "named-for-test\n" } == 1, "\(names)")
    }

    @Test func `waiting for the end is bounded, and ends with the work`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let thread = try WorkerThread { gate.wait() }
        #expect(await thread.waitForEnd(within: .milliseconds(20)) == false)
        #expect(await thread.waitForEnd(within: .zero) == false)
        gate.signal()
        #expect(await thread.waitForEnd(within: .seconds(60)))
        #expect(await thread.waitForEnd(within: .zero))
    }

    /// More of them than Swift has threads for tasks.
    @Test func `work that blocks keeps no task waiting, and its value comes back`() async {
        let gate = DispatchSemaphore(value: 0)
        let values = await withTaskGroup(of: Int?.self, returning: [Int].self) { group in
            for number in 0..<64 {
                group.addTask {
                    await WorkerThread.value {
                        gate.wait()
                        return number
                    }
                }
            }
            group.addTask {
                for _ in 0..<64 { gate.signal() }
                return nil
            }
            return await group.reduce(into: []) { if let value = $1 { $0.append(value) } }
        }
        #expect(values.sorted() == Array(0..<64))
    }

    @Test func `a cancelled wait for the end returns`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let thread = try WorkerThread { gate.wait() }
        let task = Task { await thread.waitForEnd(within: .seconds(3600)) }
        task.cancel()
        #expect(await task.value == false)
        gate.signal()
        thread.join()
    }

    @Test func `what the work holds is released with its end, however the object ends`() async throws {
        weak var kept: Payload?
        let end = AsyncCondition(0)
        do {
            let payload = Payload()
            kept = payload
            let thread = try WorkerThread { [payload] in withExtendedLifetime(payload) {} }
            thread.join()
        }
        #expect(kept == nil)
        for _ in 0..<50 { #expect(WorkerThread.detach { end.change { $0 += 1 } } == nil) }
        #expect(await end.wait { $0 == 50 })
    }
}

struct SystemPipeTests {
    @Test func `it is readable while there is a mark`() throws {
        let pipe = try SystemPipe()
        func isReadable() -> Bool {
            var wanted = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
            return poll(&wanted, 1, 0) == 1
        }
        pipe.takeMark()
        #expect(!isReadable())
        pipe.mark()
        #expect(isReadable())
        pipe.takeMark()
        #expect(!isReadable())
        #expect(fcntl(pipe.reading, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `a full pipe does not block`() throws {
        let pipe = try SystemPipe()
        for _ in 0..<100_000 { pipe.mark() }
    }
}

struct SystemClockTests {
    @Test func `the clocks run, and the wall clock is the one of Foundation`() {
        let first = SystemClock.monotonic
        #expect(SystemClock.monotonic >= first && SystemClock.boot >= first)
        #expect(abs(Double(SystemClock.wall) / 1e9 - Date().timeIntervalSince1970) < 60)
    }
}
