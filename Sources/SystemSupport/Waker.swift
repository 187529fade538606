// SPDX-License-Identifier: Apache-2.0

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
    public func wait() async -> Bool {
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
}
