// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Process {
    /// Waits until the process has ended, on the thread that started it. `waitUntilExit` of Foundation on Linux polls
    /// without a pause, which keeps a processor from the process that it waits for; at the end it is needed, because it
    /// releases the process and its descriptors.
    public func waitForEnd() {
        while isRunning { usleep(2000) }
        waitUntilExit()
    }
}
