// SPDX-License-Identifier: Apache-2.0

/// Waits until something is so, 120 s at most.
func eventually(_ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now.advanced(by: .seconds(120))
    while !condition() {
        if ContinuousClock.now > deadline { return false }
        // Nothing tells of the change that is waited for.
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}
