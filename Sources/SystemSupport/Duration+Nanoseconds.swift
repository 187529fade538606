// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// The duration in nanoseconds, limited to a quarter of the range of `Int64` (73 years), so that sums with times do
    /// not overflow.
    public var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let limit = Int64.max / 4
        guard !isOver, (-limit...limit).contains(whole) else { return seconds < 0 ? -limit : limit }
        return whole + attoseconds / 1_000_000_000
    }
}
