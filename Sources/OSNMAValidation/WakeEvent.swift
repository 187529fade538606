// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// Lets a thread sleep until another one wakes it or a time is over.
final class WakeEvent: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Ends the sleep, or the next one.
    func wake() { semaphore.signal() }

    /// Sleeps for so many milliseconds at most.
    func wait(milliseconds: Int) {
        guard semaphore.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return }
        // Several calls are one: what they were about is looked at now.
        while semaphore.wait(timeout: .now()) == .success {}
    }
}
