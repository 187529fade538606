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
}
