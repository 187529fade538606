// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

extension Waker {
    /// Waits for `wake`, but at most until a time of a clock.
    ///
    /// - Parameter deadline: The time on the clock's monotonic scale in nanoseconds.
    /// - Returns: True if `wake` was called.
    package func wait(until deadline: Int64, _ clock: GatewayClock) async -> Bool {
        await wait(until: deadline) { _ = await clock.sleep(until: $0) }
    }
}
