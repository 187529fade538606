// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// The duration in nanoseconds, clamped to the range of `Int64`.
    package var clampedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !isOver else { return seconds < 0 ? .min : .max }
        let (sum, isSumOver) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isSumOver ? (seconds < 0 ? .min : .max) : sum
    }
}
