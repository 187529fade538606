// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ServerTLS

/// Seconds since 1970 of days in 2026 and later.
private let day: Int64 = 86_400
private let now: Int64 = 1_795_608_000
private let authority = CertificateValidity.authority(at: now)

struct CertificateValidityTests {
    private func isDue(_ validity: CertificateValidity, at time: Int64) -> Bool {
        validity.isDue(at: time, authorityEnd: authority.end)
    }

    @Test("A certificate is valid for 397 days from a day ago, and never longer than its authority")
    func server() {
        let validity = CertificateValidity.server(at: now, authorityEnd: authority.end)
        #expect(validity.begin == now - day)
        #expect(validity.end == now - day + 397 * day)
        #expect(CertificateValidity.server(at: now, authorityEnd: now + 5 * day).end == now + 5 * day)
        #expect(authority.begin <= now && authority.end == now + 3653 * day)
    }

    @Test("It is renewed 30 days before its end, and only once")
    func renewal() {
        let validity = CertificateValidity.server(at: now, authorityEnd: authority.end)
        #expect(!isDue(validity, at: now) && !isDue(validity, at: validity.end - 30 * day))
        let late = validity.end - 30 * day + 1
        #expect(isDue(validity, at: late))
        #expect(!isDue(.server(at: late, authorityEnd: authority.end), at: late))
        #expect(isDue(validity, at: validity.end + 1000 * day))
    }

    @Test("An authority that ends soon causes no renewal at every connection")
    func endingAuthority() {
        let end = now + 10 * day
        let validity = CertificateValidity.server(at: now, authorityEnd: end)
        #expect(!validity.isDue(at: now, authorityEnd: end) && !validity.isDue(at: end + day, authorityEnd: end))
    }

    @Test("A board without a clock keeps its certificate while it is in 1970, and renews one that it made then")
    func clockInThePast() {
        let good = CertificateValidity.server(at: now, authorityEnd: authority.end)
        #expect(!isDue(good, at: 0) && !isDue(good, at: 1_000_000))
        let early = CertificateValidity.server(at: 0, authorityEnd: authority.end)
        #expect(early.begin == CertificateValidity.earliest && early.end == early.begin + 397 * day)
        #expect(!isDue(early, at: 0))
        #expect(isDue(early, at: early.end - day))
    }

    @Test("A certificate from a clock that was ahead is replaced once the clock is right")
    func clockInTheFuture() {
        let ahead = now + 5000 * day
        let authority = CertificateValidity.authority(at: ahead)
        #expect(authority.begin <= now)
        let validity = CertificateValidity.server(at: ahead, authorityEnd: authority.end)
        #expect(validity.isDue(at: now, authorityEnd: authority.end))
        #expect(!validity.isDue(at: ahead, authorityEnd: authority.end))
    }

    @Test(
        "Clocks at the ends of their range give certificates with a begin before the end",
        arguments: [
            Int64.min, -1, 0, 1 << 40, Int64.max,
        ])
    func extremes(_ time: Int64) {
        let authority = CertificateValidity.authority(at: time)
        let server = CertificateValidity.server(at: time, authorityEnd: authority.end)
        #expect(authority.begin < authority.end && server.begin < server.end && server.end <= authority.end)
        #expect(!server.isDue(at: time, authorityEnd: authority.end) || time > authority.end)
    }
}
