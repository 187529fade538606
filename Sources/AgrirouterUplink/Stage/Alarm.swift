// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Lets one task wait until somebody wakes it, a time has come, or it is cancelled.
final class Alarm: Sendable {
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

    /// Waits for `wake`, at most until a time.
    ///
    /// - Parameters:
    ///   - time: nil: only `wake` ends the wait.
    ///   - sleep: sleeps until a time, by whatever clock it is of; ends early where its task is cancelled.
    func wait(until time: Int64?, by sleep: @escaping @Sendable (Int64) async -> Void) async {
        guard let time else { return await wait() }
        // Whichever ends first ends the other. It has no timer of its own: only the gateway's clock, whose sleep this is,
        // knows how fast its time passes.
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait() }
            group.addTask { await sleep(time) }
            await group.next()
            group.cancelAll()
        }
    }

    private func wait() async {
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
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume()
        }
    }
}
