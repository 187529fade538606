// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Lets one task wait until somebody wakes it, a time has come, or it is cancelled.
final class Waker: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isAwake = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    /// Ends the wait, or the next one where nobody waits.
    func wake() {
        let waiter = state.withLock { state in
            state.isAwake = state.waiter == nil
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Waits for `wake`, or for the task to be cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isAwake || Task.isCancelled {
                        state.isAwake = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
    }

    /// Waits for `wake`, at most until an instant of a clock.
    ///
    /// - Parameter deadline: on the clock's monotonic scale, in nanoseconds.
    /// - Returns: whether it was woken.
    func wait(until deadline: Int64, _ clock: GatewayClock) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await self.wait()
                return !Task.isCancelled
            }
            group.addTask {
                _ = await clock.sleep(until: deadline)
                return false
            }
            let isWoken = await group.next() ?? false
            group.cancelAll()
            while await group.next() != nil {}
            return isWoken
        }
    }
}
