// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Opens once all servers listen.
package final class ServerGate: Sendable {
    private let state: Mutex<State>
    private let onOpen: @Sendable () -> Void

    private struct State {
        /// How many do not listen yet.
        var missing: Int
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var lastID: UInt64 = 0
    }

    /// - Parameters:
    ///   - count: how many servers there are.
    ///   - onOpen: called once, when the last of them listens.
    package init(count: Int, onOpen: @escaping @Sendable () -> Void = {}) {
        state = Mutex(State(missing: count))
        self.onOpen = onOpen
    }

    /// One more server listens.
    package func serverListens() {
        let (opens, released) = state.withLock { state in
            state.missing -= 1
            guard state.missing <= 0 else { return (false, [CheckedContinuation<Void, Never>]()) }
            defer { state.waiters = [:] }
            return (state.missing == 0, Array(state.waiters.values))
        }
        if opens { onOpen() }
        for waiter in released { waiter.resume() }
    }

    /// Returns once all servers listen, or when the task is cancelled.
    package func wait() async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.missing <= 0 || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}
