// SPDX-License-Identifier: Apache-2.0

/// The time during which a certificate is valid, in seconds since 1970, and the decision to renew it.
package struct CertificateValidity: Hashable, Sendable {
    package var begin: Int64
    package var end: Int64

    package init(begin: Int64, end: Int64) { (self.begin, self.end) = (begin, end) }

    private static let day: Int64 = 86_400
    /// A clock before 2026-01-01 is wrong: this program did not exist. Boards without a clock start in 1970.
    package static let earliest: Int64 = 1_767_225_600
    /// The longest time that iOS and browsers accept from now on is 398 days for a public server. We stay below it.
    package static let days: Int64 = 397
    /// A certificate is renewed this many days before its end.
    package static let margin: Int64 = 30
    /// The validity of the authority, in days: ten years.
    package static let authorityDays: Int64 = 3653
    /// A later clock, in the year 2200, is wrong too; certificates made then end in a year that can be represented.
    private static let latest: Int64 = 7_258_118_400

    /// The validity of an authority that is made now. It begins at a fixed time, so that it stays valid if the clock is
    /// set back later.
    package static func authority(at now: Int64) -> CertificateValidity {
        CertificateValidity(begin: earliest, end: min(max(now, earliest), latest) + authorityDays * day)
    }

    /// The validity of a server certificate that is made now: from a day ago, because clients' clocks differ, for 397
    /// days, and never longer than that of its authority.
    package static func server(at now: Int64, authorityEnd: Int64) -> CertificateValidity {
        let begin = max(min(max(now, 0), latest) - day, earliest)
        return CertificateValidity(begin: begin, end: max(min(begin + days * day, authorityEnd), begin + day))
    }

    /// True if a certificate made now should replace this one: its end is near, or the clock was wrong when it was
    /// made. While the clock is obviously wrong, the certificate is kept, because it is probably valid.
    package func isDue(at now: Int64, authorityEnd: Int64) -> Bool {
        guard now >= Self.earliest, now < begin || now > end - Self.margin * Self.day else { return false }
        let new = Self.server(at: now, authorityEnd: authorityEnd)
        // With an authority that ends soon, a new certificate would be no better.
        return new.end > end + Self.day || new.begin < begin - Self.day
    }
}
