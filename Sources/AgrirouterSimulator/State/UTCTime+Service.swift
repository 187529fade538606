// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension UTCTime {
    private static let second = 1_000_000_000.0

    /// The largest distance from 1970 in nanoseconds, about 291 years.
    static let farthest: Int64 = 9_200_000_000_000_000_000

    /// The instant, in the year 2261, at which the service's clock stops.
    static let last = UTCTime(nanosecondsSince1970: farthest)

    /// Adds seconds; the result is limited to about ±291 years around 1970.
    func adding(_ seconds: Double) -> UTCTime {
        let sum = Double(nanosecondsSince1970) + seconds * Self.second
        guard sum.magnitude < 9.2e18 else {
            return UTCTime(nanosecondsSince1970: sum < 0 ? -Self.farthest : Self.farthest)
        }
        // The sum may be in range although the seconds are not.
        guard (seconds * Self.second).magnitude < 9.2e18 else { return UTCTime(nanosecondsSince1970: Int64(sum)) }
        let (exact, overflow) = nanosecondsSince1970.addingReportingOverflow(Int64(seconds * Self.second))
        return UTCTime(nanosecondsSince1970: overflow ? Int64(sum) : exact)
    }

    /// The number of seconds from `other` to this instant; limited to ±9·10⁹.
    func seconds(since other: UTCTime) -> Double {
        let (difference, overflow) = nanosecondsSince1970.subtractingReportingOverflow(other.nanosecondsSince1970)
        guard !overflow else { return nanosecondsSince1970 > other.nanosecondsSince1970 ? 9e9 : -9e9 }
        return Double(difference) / Self.second
    }

    /// Whole seconds since 1970, rounded down, and the remaining nanoseconds.
    var posix: (seconds: Int64, nanoseconds: Int64) {
        let part = ((nanosecondsSince1970 % 1_000_000_000) + 1_000_000_000) % 1_000_000_000
        return ((nanosecondsSince1970 - part) / 1_000_000_000, part)
    }

    /// Creates an instant from seconds since 1970; nil if the seconds exceed ±9·10⁹ or the nanoseconds are not in
    /// 0..<10⁹.
    init?(posixSeconds seconds: Int64, nanoseconds: Int64 = 0) {
        guard seconds.magnitude < 9_000_000_000, (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        self.init(nanosecondsSince1970: seconds * 1_000_000_000 + nanoseconds)
    }
}
