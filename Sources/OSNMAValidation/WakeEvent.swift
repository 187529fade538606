// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// Lets a thread sleep until another one wakes it or a time is over.
final class WakeEvent: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    /// True if the sleep was ended; several calls count as one.
    private let isSignalled = Atomic(false)

    /// Ends the sleep, or the next one.
    func wake() {
        if !isSignalled.exchange(true, ordering: .acquiringAndReleasing) { semaphore.signal() }
    }

    /// Sleeps for at most this number of milliseconds. Only one thread may call it.
    func wait(milliseconds: Int) {
        guard semaphore.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return }
        // Reset before the thread looks for work, so that later work wakes it again.
        _ = isSignalled.exchange(false, ordering: .acquiringAndReleasing)
    }
}
