// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

// All instants in records are within `ContractRanges.instant`, so that arithmetic with them never overflows.

extension RecordBody {
    /// Converts an instant in a record.
    ///
    /// - Parameter field: The field's name, for the error.
    /// - Throws: `RecordError` for an instant outside 1970 to 2200.
    func instant(
        _ nanoseconds: Int64, _ field: String = "a field", isLeapSecond: Bool = false
    ) throws(RecordError) -> UTCTime {
        guard ContractRanges.instant.contains(nanoseconds) else {
            throw error("\(field) is a time outside of the years 1970 to 2200: \(nanoseconds) ns")
        }
        return UTCTime(nanosecondsSince1970: nanoseconds, isLeapSecond: isLeapSecond)
    }

    /// Converts the arrival time of a record.
    ///
    /// - Throws: `RecordError` for a clock reading outside the contract's range.
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
    /// True if readers of records accept the time.
    var isInContract: Bool {
        ContractRanges.instant.contains(monotonicNanoseconds) && ContractRanges.instant.contains(wallNanoseconds)
    }

    /// The time, clamped to the range that readers of records accept.
    var broughtIntoContract: HostTime {
        HostTime(
            monotonicNanoseconds: ContractRanges.nearestInstant(to: monotonicNanoseconds),
            wallNanoseconds: ContractRanges.nearestInstant(to: wallNanoseconds))
    }
}

extension UTCTime {
    /// The time if readers of records accept it; otherwise nil, and a writer omits it.
    var inContract: UTCTime? { ContractRanges.instant.contains(nanosecondsSince1970) ? self : nil }
}

extension ContractRanges {
    /// The nearest instant that a record may contain.
    static func nearestInstant(to nanoseconds: Int64) -> Int64 {
        min(max(nanoseconds, instant.lowerBound), instant.upperBound)
    }
}
