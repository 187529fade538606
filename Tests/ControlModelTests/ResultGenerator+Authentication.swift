// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

// Random verdicts.

extension ResultGenerator {
    static func authentication(using g: inout some RandomNumberGenerator) -> Authentication {
        var verdict = Authentication(receiver: SourceID(rawValue: "rover"))
        verdict.state = any(Authentication.State.allCases, &g) ?? .unverified
        verdict.reason = any(AuthenticationReason.allCases, &g) ?? .collecting
        verdict.isNews = Bool.random(using: &g)
        verdict.since = maybe(1_777_000_000_000_000_001, &g)
        verdict.time = instant(using: &g)
        verdict.status = maybe(any(Authentication.ServiceStatus.allCases, &g) ?? .test, &g)
        verdict.chainID = maybe(3, &g)
        verdict.publicKeyID = maybe(2, &g)
        verdict.clock = AuthenticationClock(
            source: any(AuthenticationClock.Source.allCases, &g) ?? .none,
            use: any(AuthenticationClock.Use.allCases, &g) ?? .all, uncertainty: maybe(2050, &g),
            difference: maybe(-17, &g))
        verdict.satellites = galileo(using: &g).map { satellite($0, using: &g) }
        verdict.tagsRight = UInt64.random(in: 0...99_999, using: &g)
        verdict.tagsWrong = UInt64.random(in: 0...9, using: &g)
        if Bool.random(using: &g) {
            verdict.fix = FixAuthentication(
                sequence: UInt64.random(in: 0...9, using: &g), time: time(using: &g),
                extent: any(FixAuthentication.Extent.allCases, &g) ?? .full, used: Int.random(in: 0...40, using: &g),
                authenticated: galileo(using: &g), unauthenticated: galileo(using: &g))
        }
        let claim = AuthenticationClaim(satellites: galileo(using: &g), sources: ["NAV-SIG", "SEC-OSNMA"])
        verdict.claim = maybe(claim, &g)
        return verdict
    }

    private static func satellite(
        _ id: SatelliteID, using g: inout some RandomNumberGenerator
    ) -> SatelliteAuthentication {
        var satellite = SatelliteAuthentication(id)
        satellite.standing = any(SatelliteAuthentication.Standing.allCases, &g) ?? .none
        satellite.sendsOSNMA = Bool.random(using: &g)
        satellite.receivedIODnav = maybe(1023, &g)
        satellite.ephemeris = data(iodnav: 12, using: &g)
        satellite.timing = data(iodnav: nil, using: &g)
        if let time = instant(using: &g) {
            satellite.failure = AuthenticationFailure(
                any(AuthenticationFailureKind.allCases, &g) ?? .tag, time: time, sender: maybe(id, &g))
        }
        return satellite
    }

    private static func data(
        iodnav: Int?, using g: inout some RandomNumberGenerator
    ) -> AuthenticatedData? {
        guard let first = instant(using: &g), let last = first.advanced(by: 30) else { return nil }
        return AuthenticatedData(
            isAuthenticated: Bool.random(using: &g), iodnav: iodnav,
            kinds: AuthenticatedData.Kinds(rawValue: UInt8.random(in: 0...7, using: &g)),
            tags: Int.random(in: 0...999, using: &g), bits: 40, firstTag: first, lastTag: last, age: 12.25,
            fingerprint: "0041bb50881a")
    }

    private static func instant(using g: inout some RandomNumberGenerator) -> GST? {
        maybe(GST(secondsSinceEpoch: Int.random(in: 0...3_000_000_000, using: &g)), &g) ?? nil
    }

    private static func galileo(using g: inout some RandomNumberGenerator) -> [SatelliteID] {
        (1...36).compactMap { SatelliteID(.galileo, $0) }.filter { _ in Bool.random(using: &g) }
    }

    private static func any<T>(_ values: [T], _ g: inout some RandomNumberGenerator) -> T? {
        values.randomElement(using: &g)
    }
}
