// SPDX-License-Identifier: Apache-2.0

/// Notices that the machine has slept. The monotonic clock, by which data age, stands still in the meantime, so that
/// old data seem new.
public struct SleepWatch: Sendable {
    private let asleep: @Sendable () -> Int64
    private var known: Int64

    /// The shortest sleep that counts, in nanoseconds; sleeps that are shorter are added up.
    private static let shortest: Int64 = 1_000_000_000

    /// - Parameter asleep: Returns the time that the machine has slept since its start, in nanoseconds.
    public init(_ asleep: @escaping @Sendable () -> Int64 = { SystemClock.boot &- SystemClock.monotonic }) {
        self.asleep = asleep
        known = asleep()
    }

    /// Returns true if the machine has slept for a second or more since the last call that returned true.
    public mutating func hasSlept() -> Bool {
        let now = asleep()
        guard now &- known >= Self.shortest else { return false }
        known = now
        return true
    }
}
