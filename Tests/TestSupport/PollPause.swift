// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The pauses of a loop that looks again and again whether something has happened: a tenth of the time that has passed, within
/// limits, so that looking does not keep the processors from what is waited for.
public struct PollPause {
    private let begin = ContinuousClock.now
    private let least: Double

    /// - Parameter least: The shortest pause in milliseconds; the longest is 200 ms.
    public init(least: Double = 10) { self.least = least }

    public func wait() {
        let passed = (ContinuousClock.now - begin) / .milliseconds(1)
        usleep(UInt32(min(max(passed / 10, least), 200) * 1000))
    }
}
