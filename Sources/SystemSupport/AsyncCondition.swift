// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A value for which tasks wait until it satisfies a condition, or until they are cancelled.
///
/// All methods may be called from any thread and by any number of tasks.
public final class AsyncCondition<Value: Sendable>: Sendable {
    private struct Waiter {
        let id: UInt64
        let isMet: @Sendable (inout Value) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var value: Value
        /// In the order of their arrival.
        var waiters: [Waiter] = []
        var lastID: UInt64 = 0

        /// Removes and returns the waiters whose condition is met.
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

    /// Guards the value and the list of waiting tasks; no task is resumed while it is held.
    private let state: Mutex<State>

    /// - Parameter value: The initial value.
    public init(_ value: Value) { state = Mutex(State(value: value)) }

    /// The current value.
    public var value: Value { state.withLock { $0.value } }

    /// Changes the value, and then resumes the waiting tasks whose condition is met, in the order of their arrival.
    ///
    /// - Parameter body: Called with a lock held: it must return soon and must not use this condition.
    public func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, ready) = state.withLock { state in
            let result = body(&state.value)
            return (result, state.takeReady())
        }
        for waiter in ready { waiter.continuation.resume(returning: true) }
        return result
    }

    /// Waits until a condition is met or the task is cancelled. Returns at once if it is met already.
    ///
    /// - Parameter isMet: Called now and after each change with a lock held: it must return soon and must not use
    ///   this condition. When it returns true it may change the value, so that only one task continues.
    /// - Returns: True if the condition was met; false if the task was cancelled before.
    public func wait(
        until isMet: @escaping @Sendable (inout Value) -> Bool, isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if isMet(&state.value) { return true }
                    // A task cancelled later finds its entry; one that was cancelled before must not add one.
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
