// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// Lets a thread sleep until another thread wakes it or a time limit expires.
final class WakeEvent: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    /// True after a call of `wake` that has not ended a sleep yet; further calls have no effect until then.
    private let isSignalled = Atomic(false)

    /// Ends the current sleep, or else the next one.
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
