// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMAFiles
import Testing

@testable import OSNMAValidation

/// A real capture, fed as if it were received now, with clocks right and wrong.
@Suite(.enabled(if: LiveCapture.isThere, "GNSS_TEST_DATA holds no OSNMA recordings"))
struct LiveTests {
    @Test func `with a synchronised clock data are authenticated, fresh, and told once`() throws {
        var bench = Bench(anchors: try LiveCapture.anchors())
        bench.take(try LiveCapture.pages(300))
        let verdict = try #require(bench.last)
        #expect(verdict.state == .authenticated && verdict.reason == .authenticated && verdict.isFresh)
        #expect(verdict.clock.source == .synchronised && verdict.clock.use == .all)
        #expect(verdict.clock.uncertainty == 2000 && verdict.clock.difference == 300)
        #expect(verdict.status == .operational && verdict.chainID != nil && verdict.publicKeyID == 2)
        let standing = verdict.satellites.filter { $0.standing == .authenticated }
        #expect(standing.count >= 6)
        for satellite in standing {
            let data = try #require(satellite.ephemeris)
            #expect(data.isAuthenticated && data.bits >= 40 && data.tags * 40 == data.bits)
            #expect(data.iodnav != nil && data.fingerprint.count == 12)
        }
        #expect(bench.alerts.map(\.code) == ["osnma-authenticated"])
        #expect(verdict.tagsWrong == 0 && verdict.tagsRight > 20)
        // Collecting came before, and nothing else was claimed.
        #expect(Set(bench.verdicts.map(\.reason)).isSubset(of: [.authenticated, .verifying, .collecting]))
        #expect(bench.validation.hasLearnt)
    }

    @Test(arguments: [
        (nil, AuthenticationReason.timeNotTrusted), (ClockReading(isSynchronised: false), .timeNotTrusted),
        (ClockReading(isSynchronised: true, maximumError: 200_000), .timeNotTrusted),
    ])
    func `without time that is sure enough nothing is authenticated`(
        reading: ClockReading?, reason: AuthenticationReason
    ) throws {
        var bench = Bench(anchors: try LiveCapture.anchors(), reading: reading)
        bench.take(try LiveCapture.pages(240))
        #expect(bench.last?.reason == reason)
        #expect(!bench.verdicts.contains { $0.state == .authenticated })
        #expect(bench.last?.tagsRight == 0)
    }

    @Test(arguments: [-40.0, 20.0, 3600.0])
    func `a clock that contradicts the signal, as in a replay, authenticates nothing`(delay: Double) throws {
        var bench = Bench(anchors: try LiveCapture.anchors())
        bench.take(try LiveCapture.pages(240), delay: delay)
        #expect(bench.last?.reason == .timeContradicted)
        #expect(!bench.verdicts.contains { $0.state == .authenticated })
        #expect(bench.last?.satellites.contains { $0.failure?.kind == .trustedTime } == true)
    }

    @Test func `a lost clock leaves no satellite authenticated, and proofs count again with it`() throws {
        var bench = Bench(anchors: try LiveCapture.anchors())
        bench.take(try LiveCapture.pages(300))
        func proven() -> Int? { bench.last?.satellites.count { $0.standing == .authenticated } }
        let before = try #require(proven())
        #expect(before >= 6)
        bench.clock = TrustedClock(.synchronised) { nil }
        bench.idle(1)
        #expect(bench.last?.reason == .timeNotTrusted && proven() == 0)
        #expect(bench.last?.satellites.contains { $0.timing?.isAuthenticated == true } == false)
        bench.clock = TrustedClock(.synchronised) { ClockReading(isSynchronised: true) }
        bench.idle(2)
        #expect(bench.last?.reason == .authenticated && proven() ?? 0 >= before - 1)
    }

    @Test func `a clock that may be wrong by a minute allows slow tags only`() throws {
        var configuration = OSNMAValidationConfiguration()
        configuration.timeSource = .system(uncertainty: 60_000)
        var bench = Bench(
            configuration, anchors: try LiveCapture.anchors(), reading: ClockReading(isSynchronised: false))
        bench.take(try LiveCapture.pages(600))
        let verdict = try #require(bench.last)
        #expect(verdict.state == .authenticated && verdict.clock.use == .slow && verdict.clock.source == .system)
        let kinds = verdict.satellites.compactMap { $0.ephemeris?.kinds }
        #expect(!kinds.isEmpty && kinds.allSatisfy { $0 == .slow })
    }

    @Test func `the receiver's own time authenticates and proves nothing fresh`() throws {
        var configuration = OSNMAValidationConfiguration()
        configuration.timeSource = .receiver
        var bench = Bench(configuration, anchors: try LiveCapture.anchors(), reading: nil)
        bench.take(try LiveCapture.pages(240), delay: 1_000_000)
        let verdict = try #require(bench.last)
        #expect(verdict.state == .authenticated && !verdict.isFresh && verdict.clock.source == .receiver)
    }

    @Test func `a gap is told once, and once that it is over`() throws {
        let pages = try LiveCapture.pages(1500)
        let start = try #require(pages.first?.start.secondsSinceEpoch)
        var bench = Bench(anchors: try LiveCapture.anchors())
        bench.take(pages.filter { $0.start.secondsSinceEpoch < start + 400 })
        for second in stride(from: Int64(1), to: 400, by: 1) { bench.idle(second) }
        #expect(bench.alerts.map(\.code) == ["osnma-authenticated", "osnma-lost"])
        #expect(bench.last?.reason == .stale)
        bench.take(pages.filter { $0.start.secondsSinceEpoch >= start + 1000 })
        #expect(bench.alerts.map(\.code) == ["osnma-authenticated", "osnma-lost", "osnma-lost"])
        #expect(bench.alerts.map(\.isOver) == [true, false, true])
        #expect(bench.alerts.last?.text.contains("again") == true)
    }

    @Test func `the first key after a long gap makes nothing fresh that came before the gap`() throws {
        let pages = try LiveCapture.pages(1000)
        let start = try #require(pages.first?.start.secondsSinceEpoch)
        var bench = Bench(anchors: try LiveCapture.anchors())
        bench.take(pages.filter { $0.start.secondsSinceEpoch < start + 300 })
        try #require(bench.last?.state == .authenticated)
        let tags = try #require(bench.last?.tagsRight)
        // More than twelve subframes later, one satellite delivers one subframe, with its key.
        let first = (start + 720) / 30 * 30
        let subframe = pages.filter { (first..<first + 30).contains($0.start.secondsSinceEpoch) }
        let withOSNMA = subframe.filter { INAVPageContent($0.observed)?.hasOSNMA == true }
        let sender = try #require(
            withOSNMA.first { page in withOSNMA.count { $0.satellite == page.satellite } == 15 }?.satellite)
        for page in subframe where page.satellite == sender {
            bench.take([page])
            #expect(bench.last?.state == .unverified)
        }
        // The key proves tags of before the gap, fast ones and slow ones.
        let last = try #require(bench.last)
        #expect(last.tagsRight > tags && last.tagsWrong == 0)
        #expect(last.satellites.allSatisfy { $0.ephemeris?.age ?? 300 > 180 && $0.standing != .authenticated })
        // New tags count as ever.
        bench.take(pages.filter { $0.start.secondsSinceEpoch >= first + 30 })
        #expect(bench.last?.state == .authenticated)
    }

    @Test func `words that differ from what was authenticated are noticed with the next page`() throws {
        let pages = try LiveCapture.pages(330)
        var bench = Bench(isReplay: true, anchors: try LiveCapture.anchors())
        bench.take(pages)
        let target = try #require(bench.last?.satellites.first { $0.standing == .authenticated }?.satellite)
        let page = try #require(pages.last { $0.satellite == target && $0.bits[0] & 0x3F == 3 }?.observed)
        var forged = page
        forged.bytes[8] ^= 0x10
        let end = try #require(pages.last?.start.advanced(by: 2))
        bench.take(.navigationPage(page), at: arrival(end))
        #expect(bench.last?.satellites.first { $0.satellite == target }?.standing == .authenticated)
        bench.take(.navigationPage(forged), at: arrival(end))
        #expect(bench.last?.satellites.first { $0.satellite == target }?.standing == .changed)
        // Another page with the true word takes that back.
        bench.take(.navigationPage(page), at: arrival(end))
        #expect(bench.last?.satellites.first { $0.satellite == target }?.standing == .authenticated)
    }

    @Test func `a fix is judged by the satellites that it uses`() throws {
        var bench = Bench(anchors: try LiveCapture.anchors())
        let pages = try LiveCapture.pages(300)
        bench.take(pages)
        let time = arrival(try #require(pages.last?.start), delay: 1)
        let proven = (bench.last?.satellites ?? []).filter { $0.standing == .authenticated }.map(\.satellite)
        try #require(proven.count >= 4)
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        func extent(_ used: [SatelliteID]) -> FixAuthentication? {
            bench.take(.satellites(SkyView(satellites: used.map { Satellite($0, isUsed: true) })), at: time)
            bench.take(.fix(fix), at: time)
            return bench.last?.fix
        }
        #expect(extent(proven)?.extent == .full)
        #expect(extent(Array(proven.prefix(3)))?.extent == .partial)
        let other = try #require(SatelliteID(.gps, 5))
        let mixed = extent(proven + [other])
        #expect(mixed?.extent == .partial && mixed?.used == proven.count + 1)
        #expect(mixed?.authenticated == proven.sorted())
        #expect(extent([other])?.extent == FixAuthentication.Extent.none)
        #expect(extent([])?.extent == .unknown)
        fix.quality = .rtkFixed
        #expect(extent(proven)?.extent == .partial)
        let missing = try #require((1...36).compactMap { SatelliteID(.galileo, $0) }.first { !proven.contains($0) })
        fix.quality = .autonomous
        #expect(extent(proven + [missing])?.unauthenticated == [missing])
    }

    @Test func `what is trusted no longer authenticates nothing any more, and what is trusted anew does`() throws {
        let anchors = try LiveCapture.anchors()
        let pages = try LiveCapture.pages(600)
        var bench = Bench(anchors: anchors)
        bench.take(pages.filter { $0.start.secondsSinceEpoch < pages[0].start.secondsSinceEpoch + 300 })
        #expect(bench.last?.state == .authenticated)
        for key in anchors.publicKeys { bench.validation.distrust(key.fingerprint) }
        bench.idle(2)
        #expect(bench.last?.state == .unverified)
        bench.validation.trust(TrustAnchors(publicKeys: anchors.publicKeys), decision: 1)
        bench.take(pages.filter { $0.start.secondsSinceEpoch >= pages[0].start.secondsSinceEpoch + 300 })
        #expect(bench.last?.state == .authenticated)
    }
}
