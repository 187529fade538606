// SPDX-License-Identifier: Apache-2.0

/// A day of the Gregorian calendar.
public struct CivilDate: Hashable, Sendable, Comparable {
    /// Days since 1970-01-01; negative before that day.
    public let daysSince1970: Int

    /// Creates the day a number of days after 1970-01-01.
    public init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

    /// Creates a day; nil if it does not exist.
    ///
    /// - Parameters:
    ///   - year: 1...9999.
    ///   - month: 1...12.
    ///   - day: 1 to the length of the month.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        guard day <= Self.length(ofMonth: month, year: year) else { return nil }
        // Years are counted from March, so that the leap day comes last (H. Hinnant's days_from_civil).
        let y = month > 2 ? year : year - 1
        let era = y / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSince1970 = era * 146_097 + dayOfEra - 719_468
    }

    /// Seconds from 1970-01-01T00:00:00 UTC to the start of the day, not counting leap seconds.
    public var secondsSince1970: Int64 { Int64(daysSince1970) * 86_400 }

    /// The number of days from another day to this one; negative if the other day is later.
    public func days(since other: CivilDate) -> Int { daysSince1970 - other.daysSince1970 }

    /// The year, month and day of the month.
    public var components: (year: Int, month: Int, day: Int) {
        let z = daysSince1970 + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// Returns true if the first day is the earlier one.
    public static func < (a: CivilDate, b: CivilDate) -> Bool { a.daysSince1970 < b.daysSince1970 }

    static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
