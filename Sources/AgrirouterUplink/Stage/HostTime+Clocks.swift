// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension HostTime {
    /// The monotonic clock's reading.
    var monotonic: Duration { .nanoseconds(monotonicNanoseconds) }
    /// The wall clock's reading.
    var utc: UTCTime { UTCTime(nanosecondsSince1970: wallNanoseconds) }
}

extension Duration {
    /// Nanoseconds, at most what 64 bits hold.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, over) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, beyond) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return over || beyond ? (seconds < 0 ? .min : .max) : sum
    }
}
