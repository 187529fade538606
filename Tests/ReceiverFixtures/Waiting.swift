// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemSupport

/// A thread for what blocks.
public enum Thread {
    /// Runs something on a thread of its own.
    public static func start(_ body: @escaping @Sendable () -> Void) { _ = WorkerThread.detach(body) }
}

/// Waits for a condition, with a generous limit.
public func eventually(within seconds: Int = 90, _ condition: () -> Bool) -> Bool {
    for _ in 0..<seconds * 200 {
        if condition() { return true }
        // A condition tells nothing when it becomes true: it is looked at again.
        usleep(5000)
    }
    return condition()
}
