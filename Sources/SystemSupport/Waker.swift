// SPDX-License-Identifier: Apache-2.0

/// Lets one task wait until it is woken, a time has come, or it is cancelled.
public final class Waker: Sendable {
    private let isAwake = AsyncCondition(false)

    public init() {}

    /// Ends the wait; where no task waits, the next one.
    public func wake() { isAwake.change { $0 = true } }

    /// Waits for `wake`, or for the task to be cancelled.
    ///
    /// - Returns: whether it was woken. A wake-up that comes with a cancellation is not lost: it ends the next wait.
    @discardableResult
    public func wait() async -> Bool {
        await isAwake.wait { isAwake in
            defer { isAwake = false }
            return isAwake
        }
    }

    /// Waits for `wake`, at most until an instant.
    ///
    /// - Parameters:
    ///   - deadline: on the scale of `sleep`; nil: only `wake` and a cancellation end the wait.
    ///   - sleep: sleeps until an instant, by the clock that the caller lives by; returns early where its task is
    ///     cancelled.
    /// - Returns: whether it was woken.
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
            // It may have been woken while the time came.
            while let other = await group.next() { isWoken = isWoken || other }
            return isWoken
        }
    }
}
