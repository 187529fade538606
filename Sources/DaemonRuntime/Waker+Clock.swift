// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

extension Waker {
    /// Waits for `wake`, at most until an instant of a clock.
    ///
    /// - Parameter deadline: on the clock's monotonic scale, in nanoseconds.
    /// - Returns: whether it was woken.
    package func wait(until deadline: Int64, _ clock: GatewayClock) async -> Bool {
        await wait(until: deadline) { _ = await clock.sleep(until: $0) }
    }
}
