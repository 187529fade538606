// SPDX-License-Identifier: Apache-2.0

extension TimeOfDay {
    /// The time between two times of day in nanoseconds, across midnight if that is shorter.
    public func distance(to other: TimeOfDay) -> Int64 {
        let apart = abs(nanoseconds - other.nanoseconds)
        return min(apart, day(other) - apart)
    }

    /// Returns true if this time is after `other` by less than half a day.
    public func isLater(than other: TimeOfDay) -> Bool {
        let ahead = nanoseconds - other.nanoseconds
        return (ahead > 0 ? ahead : ahead + day(other)) < day(other) / 2
    }

    /// The length of the day that ends after this time: one second longer if either time is within its leap second.
    private func day(_ other: TimeOfDay) -> Int64 {
        isLeapSecond || other.isLeapSecond ? 86_401_000_000_000 : 86_400_000_000_000
    }
}
