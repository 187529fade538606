// SPDX-License-Identifier: Apache-2.0

import SystemSupport
import Testing

struct AsyncConditionTests {
    @Test func `a value that is right already does not wait`() async {
        let condition = AsyncCondition(3)
        #expect(await condition.wait { $0 == 3 })
    }

    @Test func `each change asks every task that waits`() async {
        let condition = AsyncCondition(0)
        await withTaskGroup(of: Bool.self) { group in
            for wanted in 1...200 { group.addTask { await condition.wait { $0 >= wanted } } }
            for value in 1...200 {
                group.addTask {
                    condition.change { $0 = max($0, value) }
                    return true
                }
            }
            for await answer in group { #expect(answer) }
        }
    }

    @Test func `what one task takes no other gets`() async {
        let condition = AsyncCondition(0)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    await condition.wait { left in
                        guard left > 0 else { return false }
                        left -= 1
                        return true
                    }
                }
            }
            for _ in 0..<10 { condition.change { $0 += 10 } }
            for await answer in group { #expect(answer) }
        }
        #expect(condition.value == 0)
    }

    @Test func `a task that was cancelled before does not wait`() async {
        let condition = AsyncCondition(false)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await condition.wait { $0 }
        }
        #expect(await task.value == false)
    }

    @Test func `a task that is cancelled while it waits goes on`() async {
        let condition = AsyncCondition(false)
        let (asked, begin) = AsyncStream<Void>.makeStream()
        let task = Task {
            await condition.wait { isSo in
                begin.finish()
                return isSo
            }
        }
        for await _ in asked {}
        task.cancel()
        #expect(await task.value == false)
        // It left nothing behind that a change would resume once more.
        condition.change { $0 = true }
    }

    @Test func `a cancellation after the end changes nothing`() async {
        let condition = AsyncCondition(true)
        let task = Task { await condition.wait { $0 } }
        #expect(await task.value)
        task.cancel()
        #expect(await task.value)
    }

    @Test func `cancelling and changing at once resumes each task once`() async {
        for _ in 0..<500 {
            let condition = AsyncCondition(false)
            await withTaskGroup(of: Void.self) { group in
                let waiting = (0..<4).map { _ in Task { await condition.wait { $0 } } }
                for task in waiting { group.addTask { task.cancel() } }
                group.addTask { condition.change { $0 = true } }
                for task in waiting { _ = await task.value }
            }
        }
    }
}

struct WakerTests {
    @Test func `a wake-up before the wait ends it, once`() async {
        let waker = Waker()
        waker.wake()
        waker.wake()
        #expect(await waker.wait())
        #expect(await waker.wait(until: 0) { _ in } == false)
    }

    @Test func `a wake-up ends a wait with a deadline`() async {
        let waker = Waker()
        let task = Task {
            // The deadline is never reached: a cancellation ends this sleep.
            await waker.wait(until: 1) { _ in try? await Task.sleep(for: .seconds(3600)) }
        }
        waker.wake()
        #expect(await task.value)
    }

    @Test func `a cancelled wait does not take the wake-up of the next`() async {
        let waker = Waker()
        let task = Task { await waker.wait() }
        task.cancel()
        #expect(await task.value == false)
        waker.wake()
        #expect(await waker.wait())
    }

    /// Performs tasks whose times, relative to now in nanoseconds, are given; after them only a wake-up causes a pass.
    private func serve(_ waker: Waker, _ passes: AsyncCondition<Int>, _ times: [Int64]) -> Task<Void, Never> {
        Task {
            await waker.serve(now: { SystemClock.monotonic }) {
                let number = passes.change { count in
                    defer { count += 1 }
                    return count
                }
                return number < times.count ? SystemClock.monotonic + times[number] : nil
            }
        }
    }

    @Test(.timeLimit(.minutes(1))) func `tasks are performed when they are due, and after a wake-up`() async {
        let (waker, passes) = (Waker(), AsyncCondition(0))
        // One is due already.
        let task = serve(waker, passes, [1_000_000, -5, 1_000_000])
        _ = await passes.wait { $0 == 4 }
        waker.wake()
        _ = await passes.wait { $0 == 5 }
        task.cancel()
        await task.value
    }

    @Test(.timeLimit(.minutes(1))) func `the timer of a later task delays neither an earlier one nor the end`() async {
        let (waker, passes) = (Waker(), AsyncCondition(0))
        let hour: Int64 = 3_600_000_000_000
        let task = serve(waker, passes, [2 * hour, hour, 1_000_000, hour, 1_000_000])
        _ = await passes.wait { $0 == 1 }
        waker.wake()
        _ = await passes.wait { $0 == 2 }
        waker.wake()
        _ = await passes.wait { $0 == 4 }
        waker.wake()
        _ = await passes.wait { $0 == 6 }
        task.cancel()
        await task.value
    }

    @Test(.timeLimit(.minutes(1))) func `a timer that ends early is set again`() async {
        let (waker, passes, time) = (Waker(), AsyncCondition(0), AsyncCondition(Int64(0)))
        let task = Task {
            // The caller's clock is slower than that of the timer, as after a suspend of the machine.
            await waker.serve(now: {
                time.change { time in
                    defer { time += 100_000 }
                    return time
                }
            }) {
                passes.change { $0 += 1 }
                return time.value >= 1_000_000 ? nil : 1_000_000
            }
        }
        _ = await time.wait { $0 >= 1_000_000 }
        task.cancel()
        await task.value
        #expect(passes.value > 5)
    }
}
