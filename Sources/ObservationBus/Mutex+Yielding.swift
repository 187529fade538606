// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

extension Mutex where Value == HubState {
    /// Like `withLock`, but yields the processor a few times before it queues for the lock.
    ///
    /// On Linux, the lock is a priority-inheriting futex: once a thread is queued, each release hands the lock over
    /// in the kernel to a thread that is not running, and the next thread is queued too. At tens of microseconds per
    /// handover, a burst on a busy machine took five times as long as with these yields. The lock is held for about a
    /// microsecond, so one yield is usually enough. After the last yield, the thread queues, so that no thread waits
    /// indefinitely.
    func withLockYielding<Result>(_ body: (inout HubState) -> sending Result) -> sending Result {
        for _ in 0..<50 {
            if let result = withLockIfAvailable({ body(&$0) }) { return result }
            sched_yield()
        }
        return withLock { body(&$0) }
    }
}
