// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A value for which tasks wait until it is as they want it, or until they are cancelled.
///
/// Any thread and any number of tasks may call everything.
public final class AsyncCondition<Value: Sendable>: Sendable {
    private struct Waiter {
        let id: UInt64
        let isMet: @Sendable (inout Value) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var value: Value
        /// In the order in which they came.
        var waiters: [Waiter] = []
        var lastID: UInt64 = 0

        /// Takes out the tasks that have what they wait for.
        mutating func takeReady() -> [Waiter] {
            guard !waiters.isEmpty else { return [] }
            var (ready, left): ([Waiter], [Waiter]) = ([], [])
            for waiter in waiters {
                if waiter.isMet(&value) { ready.append(waiter) } else { left.append(waiter) }
            }
            waiters = left
            return ready
        }
    }

    /// Protects the value and the list of tasks that wait; no task is resumed while it is held.
    private let state: Mutex<State>

    /// - Parameter value: as it is at the beginning.
    public init(_ value: Value) { state = Mutex(State(value: value)) }

    /// The value as it is now.
    public var value: Value { state.withLock { $0.value } }

    /// Changes the value, then asks each task that waits, in the order in which they came, whether it goes on.
    ///
    /// - Parameter body: is called with a lock held: it must return soon, and call nothing of this condition.
    public func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, ready) = state.withLock { state in
            let result = body(&state.value)
            return (result, state.takeReady())
        }
        for waiter in ready { waiter.continuation.resume(returning: true) }
        return result
    }

    /// Waits until the value is as it is wanted, or the task is cancelled. What is met already does not wait.
    ///
    /// - Parameter isMet: asked now and after each change, with a lock held: it must return soon, and call nothing of
    ///   this condition. It may change the value where it answers true, so that only one task goes on.
    /// - Returns: whether `isMet` said so; false: the task was cancelled before.
    public func wait(until isMet: @escaping @Sendable (inout Value) -> Bool) async -> Bool {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if isMet(&state.value) { return true }
                    // A task that is cancelled later finds its entry; one that was before leaves none.
                    if Task.isCancelled { return false }
                    state.waiters.append(Waiter(id: id, isMet: isMet, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
    }
}
