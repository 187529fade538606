// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import SwiftProtobuf

extension UTCTime {
    /// The instant of protobuf's seconds and nanoseconds, or nil where they state none between 1678 and 2262.
    init?(_ timestamp: Google_Protobuf_Timestamp) {
        guard (0..<1_000_000_000).contains(timestamp.nanos) else { return nil }
        let (product, over) = timestamp.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, beyond) = product.addingReportingOverflow(Int64(timestamp.nanos))
        guard !over, !beyond else { return nil }
        self.init(nanosecondsSince1970: sum)
    }

    /// Whole seconds since 1970, the earlier ones.
    var seconds: Int64 {
        let rest = nanosecondsSince1970 % 1_000_000_000
        return nanosecondsSince1970 / 1_000_000_000 - (rest < 0 ? 1 : 0)
    }

    /// Protobuf's form.
    var timestamp: Google_Protobuf_Timestamp {
        var timestamp = Google_Protobuf_Timestamp()
        timestamp.seconds = seconds
        timestamp.nanos = Int32((nanosecondsSince1970 % 1_000_000_000 + 1_000_000_000) % 1_000_000_000)
        return timestamp
    }

    /// The instant so much later, or the last that can be stated.
    func adding(_ duration: Duration) -> UTCTime {
        let (sum, over) = nanosecondsSince1970.addingReportingOverflow(duration.nanoseconds)
        return UTCTime(nanosecondsSince1970: over ? (duration < .zero ? .min : .max) : sum)
    }

    /// The time from an instant to this one.
    func since(_ other: UTCTime) -> Duration {
        let (difference, over) = nanosecondsSince1970.subtractingReportingOverflow(other.nanosecondsSince1970)
        return .nanoseconds(over ? (self < other ? .min : .max) : difference)
    }
}

extension Duration {
    /// Nanoseconds, at most what 64 bits hold.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, over) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, beyond) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return over || beyond ? (seconds < 0 ? .min : .max) : sum
    }
}
