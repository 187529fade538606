// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

// Instants of records: all within `ContractRanges.instant`, so that arithmetic with them never overflows.

extension RecordBody {
    /// An instant that a record states.
    ///
    /// - Parameter field: what the error names.
    /// - Throws: `RecordError` for one outside of 1970 to 2200.
    func instant(
        _ nanoseconds: Int64, _ field: String = "a field", isLeapSecond: Bool = false
    ) throws(RecordError) -> UTCTime {
        guard ContractRanges.instant.contains(nanoseconds) else {
            throw error("\(field) is a time outside of the years 1970 to 2200: \(nanoseconds) ns")
        }
        return UTCTime(nanosecondsSince1970: nanoseconds, isLeapSecond: isLeapSecond)
    }

    /// When the bytes behind a record had arrived.
    ///
    /// - Throws: `RecordError` for a reading of either clock that no host has.
    func arrival(_ monotonic: Int64, _ wall: Int64) throws(RecordError) -> HostTime {
        let time = HostTime(monotonicNanoseconds: monotonic, wallNanoseconds: wall)
        guard time.isInContract else {
            throw error(
                "a time of arrival that no clock shows: monotonic_ns \(monotonic), wall_ns \(wall)")
        }
        return time
    }
}

extension HostTime {
    /// Whether readers of records take it.
    var isInContract: Bool {
        ContractRanges.instant.contains(monotonicNanoseconds) && ContractRanges.instant.contains(wallNanoseconds)
    }

    /// It, or the nearest that readers of records take.
    var broughtIntoContract: HostTime {
        HostTime(
            monotonicNanoseconds: ContractRanges.nearestInstant(to: monotonicNanoseconds),
            wallNanoseconds: ContractRanges.nearestInstant(to: wallNanoseconds))
    }
}

extension UTCTime {
    /// It, where readers of records take it; a writer leaves out others.
    var inContract: UTCTime? { ContractRanges.instant.contains(nanosecondsSince1970) ? self : nil }
}

extension ContractRanges {
    /// The nearest instant that a record may hold.
    static func nearestInstant(to nanoseconds: Int64) -> Int64 {
        min(max(nanoseconds, instant.lowerBound), instant.upperBound)
    }
}
