// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension UTCTime {
    private static let second = 1_000_000_000.0

    /// Seconds later; at the ends of what can be counted it stays there.
    func adding(_ seconds: Double) -> UTCTime {
        let sum = Double(nanosecondsSince1970) + seconds * Self.second
        guard sum.magnitude < 9.2e18 else { return UTCTime(nanosecondsSince1970: sum < 0 ? -(1 << 62) : 1 << 62) }
        let (exact, overflow) = nanosecondsSince1970.addingReportingOverflow(Int64(seconds * Self.second))
        return UTCTime(nanosecondsSince1970: overflow ? Int64(sum) : exact)
    }

    /// How many seconds later than another instant it is.
    func seconds(since other: UTCTime) -> Double {
        let (difference, overflow) = nanosecondsSince1970.subtractingReportingOverflow(other.nanosecondsSince1970)
        guard !overflow else { return nanosecondsSince1970 > other.nanosecondsSince1970 ? 9e9 : -9e9 }
        return Double(difference) / Self.second
    }

    /// Whole seconds since 1970, the part of a second in nanoseconds beside it.
    var posix: (seconds: Int64, nanoseconds: Int64) {
        let part = ((nanosecondsSince1970 % 1_000_000_000) + 1_000_000_000) % 1_000_000_000
        return ((nanosecondsSince1970 - part) / 1_000_000_000, part)
    }

    /// An instant so many seconds after 1970, or nil if nothing counts them it so.
    init?(posixSeconds seconds: Int64, nanoseconds: Int64 = 0) {
        guard seconds.magnitude < 9_000_000_000, (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        self.init(nanosecondsSince1970: seconds * 1_000_000_000 + nanoseconds)
    }

    /// As certificates write it: `20261120120000Z` (RFC 5280, GeneralizedTime).
    var generalizedTime: String { CalendarTime(self).digits + "Z" }
}
