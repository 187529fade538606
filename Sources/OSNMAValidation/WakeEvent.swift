// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// Lets a thread sleep until another one wakes it or a time is over.
final class WakeEvent: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    /// Someone has ended the sleep: several calls are one.
    private let isSignalled = Atomic(false)

    /// Ends the sleep, or the next one.
    func wake() {
        if !isSignalled.exchange(true, ordering: .acquiringAndReleasing) { semaphore.signal() }
    }

    /// Sleeps for so many milliseconds at most. Belongs to one thread.
    func wait(milliseconds: Int) {
        guard semaphore.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return }
        // Before the thread looks: what comes after that wakes it again.
        _ = isSignalled.exchange(false, ordering: .acquiringAndReleasing)
    }
}
