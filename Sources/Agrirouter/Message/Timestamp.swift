// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import SwiftProtobuf

extension UTCTime {
    /// Converts a protobuf timestamp; nil if the nanoseconds are not in 0..<10⁹ or the instant is not in the years
    /// 1678...2262.
    init?(_ timestamp: Google_Protobuf_Timestamp) {
        guard (0..<1_000_000_000).contains(timestamp.nanos) else { return nil }
        let (product, over) = timestamp.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, beyond) = product.addingReportingOverflow(Int64(timestamp.nanos))
        guard !over, !beyond else { return nil }
        self.init(nanosecondsSince1970: sum)
    }

    /// Whole seconds since 1970, rounded down.
    var seconds: Int64 {
        let rest = nanosecondsSince1970 % 1_000_000_000
        return nanosecondsSince1970 / 1_000_000_000 - (rest < 0 ? 1 : 0)
    }

    /// The instant as a protobuf timestamp.
    var timestamp: Google_Protobuf_Timestamp {
        var timestamp = Google_Protobuf_Timestamp()
        timestamp.seconds = seconds
        timestamp.nanos = Int32((nanosecondsSince1970 % 1_000_000_000 + 1_000_000_000) % 1_000_000_000)
        return timestamp
    }

    /// Adds a duration; the result is limited to the range of `UTCTime`.
    func adding(_ duration: Duration) -> UTCTime {
        let (sum, over) = nanosecondsSince1970.addingReportingOverflow(duration.nanoseconds)
        return UTCTime(nanosecondsSince1970: over ? (duration < .zero ? .min : .max) : sum)
    }

    /// The time from `other` to this instant; the result is limited to the range of `Int64` nanoseconds.
    func since(_ other: UTCTime) -> Duration {
        let (difference, over) = nanosecondsSince1970.subtractingReportingOverflow(other.nanosecondsSince1970)
        return .nanoseconds(over ? (self < other ? .min : .max) : difference)
    }
}

extension Duration {
    /// The duration in nanoseconds, limited to the range of `Int64`.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, over) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, beyond) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return over || beyond ? (seconds < 0 ? .min : .max) : sum
    }
}
