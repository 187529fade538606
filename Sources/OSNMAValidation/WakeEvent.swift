// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// Lets a thread sleep until another thread wakes it or a timeout expires.
final class WakeEvent: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Ends the current sleep, or the next one if the thread is not sleeping.
    func wake() { semaphore.signal() }

    /// Sleeps until woken, at most this many milliseconds.
    func wait(milliseconds: Int) {
        guard semaphore.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return }
        // Several wake-ups count as one, since their causes are all handled now.
        while semaphore.wait(timeout: .now()) == .success {}
    }
}
