// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Lets one task wait until it is woken, a time is reached, or it is cancelled.
public final class Waker: Sendable {
    private let isAwake = AsyncCondition(false)

    public init() {}

    /// Ends the wait, or the next one if no task is waiting.
    public func wake() { isAwake.change { $0 = true } }

    /// Waits for `wake` or for the task's cancellation.
    ///
    /// - Returns: True if the task was woken. A wake-up that coincides with a cancellation is not lost: it ends the
    ///   next wait.
    @discardableResult
    public func wait(isolation: isolated (any Actor)? = #isolation) async -> Bool {
        await isAwake.wait { isAwake in
            defer { isAwake = false }
            return isAwake
        }
    }

    /// Waits for `wake`, until an instant at the latest.
    ///
    /// - Parameters:
    ///   - deadline: On the time scale of `sleep`; if nil, only `wake` and cancellation end the wait.
    ///   - sleep: Sleeps until an instant of the caller's clock; returns early if its task is cancelled.
    /// - Returns: True if the task was woken.
    @discardableResult
    public func wait(until deadline: Int64?, by sleep: @escaping @Sendable (Int64) async -> Void) async -> Bool {
        guard let deadline else { return await wait() }
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { await self.wait() }
            group.addTask {
                await sleep(deadline)
                return false
            }
            var isWoken = await group.next() ?? false
            group.cancelAll()
            // The task may have been woken when the time was reached.
            while let other = await group.next() { isWoken = isWoken || other }
            return isWoken
        }
    }

    /// Performs tasks until the task is cancelled.
    ///
    /// - Parameters:
    ///   - now: The time by the monotonic clock, in nanoseconds.
    ///   - pass: Performs what is due and returns the time of the next task; nil if only `wake` causes one. It is also
    ///     called when nothing is due.
    public func serve(
        now: @escaping @Sendable () -> Int64, isolation: isolated (any Actor)? = #isolation,
        _ pass: () async -> Int64?
    ) async {
        await withDiscardingTaskGroup { group in
            // A timer that runs already also serves later tasks: to end and begin one at each pass would cost more than most
            // passes do.
            let timers = Timers()
            while !Task.isCancelled {
                let deadline = await pass()
                if let deadline, timers.add(deadline) {
                    let left = max(0, deadline &- now())
                    group.addTask {
                        // Until the next task that is due; an event wakes the stage earlier.
                        try? await Task.sleep(for: .nanoseconds(left))
                        timers.remove(deadline)
                        self.wake()
                    }
                }
                await self.wait()
            }
            group.cancelAll()
        }
    }

    /// The times at which timers end, by the monotonic clock in nanoseconds.
    private final class Timers: Sendable {
        /// Guards the times; held for copies only.
        private let times = Mutex<[Int64]>([])

        /// - Returns: False if another timer ends by then.
        func add(_ time: Int64) -> Bool {
            times.withLock { times in
                guard times.allSatisfy({ $0 > time }) else { return false }
                times.append(time)
                return true
            }
        }

        func remove(_ time: Int64) { times.withLock { times in times.removeAll { $0 == time } } }
    }
}
