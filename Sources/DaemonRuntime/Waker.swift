// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Lets one task wait until somebody wakes it, a time has come, or it is cancelled.
package final class Waker: Sendable {
    private let state = Mutex(State())

    package init() {}

    private struct State {
        var isAwake = false
        var waiter: CheckedContinuation<Bool, Never>?
    }

    /// Ends the wait, or the next one where nobody waits.
    package func wake() {
        let waiter = state.withLock { state in
            state.isAwake = state.waiter == nil
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: true)
    }

    /// Waits for `wake`, or for the task to be cancelled.
    ///
    /// - Returns: whether it was woken. A wake-up that comes with a cancellation is not lost: it ends the next wait.
    @discardableResult
    package func wait() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if state.isAwake {
                        state.isAwake = false
                        return true
                    }
                    if Task.isCancelled { return false }
                    state.waiter = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: false)
        }
    }

    /// Waits for `wake`, at most until an instant of a clock.
    ///
    /// - Parameter deadline: on the clock's monotonic scale, in nanoseconds.
    /// - Returns: whether it was woken.
    package func wait(until deadline: Int64, _ clock: GatewayClock) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { await self.wait() }
            group.addTask {
                _ = await clock.sleep(until: deadline)
                return false
            }
            var isWoken = await group.next() ?? false
            group.cancelAll()
            // It may have been woken while the time came.
            while let other = await group.next() { isWoken = isWoken || other }
            return isWoken
        }
    }
}
