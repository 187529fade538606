// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMAFiles
import Testing

@testable import OSNMAValidation

/// A real sky, and then what attackers send in its place: nothing of that is authenticated, and what is true is again as
/// soon as it comes again.
@Suite(.enabled(if: LiveCapture.isThere, "GNSS_TEST_DATA holds no OSNMA recordings"))
struct StageAttackTests {
    /// Five minutes of the real sky: it is authenticated.
    private static let begin = 300

    private let pages: [RecordedPage]
    private let start: Int

    init() throws {
        pages = try LiveCapture.pages(500)
        start = try #require(pages.first).start.secondsSinceEpoch
    }

    private func pages(_ seconds: Range<Int>) -> [RecordedPage] {
        pages.filter { seconds.contains($0.start.secondsSinceEpoch - start) }
    }

    private func bench() throws -> Bench {
        var bench = Bench(anchors: try LiveCapture.anchors())
        bench.take(pages(0..<Self.begin))
        try #require(bench.last?.isFresh == true)
        bench.use((bench.last?.satellites ?? []).map(\.satellite), at: try arrival(Self.begin - 1))
        try #require(bench.last?.fix?.extent == .full || bench.last?.fix?.extent == .partial)
        return bench
    }

    private func arrival(_ second: Int) throws -> HostTime {
        OSNMAValidationTests.arrival(try #require(GST(secondsSinceEpoch: start + second)), delay: 0.3)
    }

    private let gate = OSNMARequirement(isRequired: true, satellites: 0)

    // MARK: an older sky

    @Test(arguments: [120, 240])
    func `a sky that is suddenly of before is authenticated no more as soon as all its satellites are`(
        delay: Int
    ) throws {
        var bench = try bench()
        let first = Self.begin - delay
        bench.take(pages(first..<first + 6), delay: Double(delay) + 0.3)
        // Its pages come one after the other within two seconds, and a satellite that sends no more counts for five: then
        // all of them contradict the clock.
        let before = bench.verdicts.count
        bench.take(pages(first + 6..<first + 60), delay: Double(delay) + 0.3)
        #expect(bench.verdicts.dropFirst(before - 1).allSatisfy { $0.state == .unverified && !$0.isFresh })
        let last = try #require(bench.last)
        #expect(last.state == .unverified && last.reason == .timeContradicted && !last.isFresh)
        #expect(last.fix?.extent == FixAuthentication.Extent.none && last.fix?.authenticated == [])
        #expect(gate.refusal(of: last)?.cause == .unverified)
    }

    @Test func `a trusted clock that is lost proves nothing fresh any more, also while nothing comes`() throws {
        var bench = try bench()
        bench.clock = TrustedClock(.synchronised) { ClockReading(isSynchronised: false) }
        bench.idle(1)
        #expect(bench.last?.isFresh == false && bench.last?.state == .unverified)
        #expect(bench.last?.reason == .timeNotTrusted && bench.last?.clock.use == AuthenticationClock.Use.none)
        bench.take(pages(Self.begin..<Self.begin + 10))
        #expect(bench.last?.reason == .timeNotTrusted)
    }

    // MARK: pages of another time

    private func dated(_ page: RecordedPage, later seconds: Int) throws -> NavigationPage {
        var observed = page.observed
        let time: GST = try #require(GST(secondsSinceEpoch: page.start.secondsSinceEpoch + seconds))
        observed.time = time
        return observed
    }

    @Test func `pages that are dated hours ahead silence no satellite for much longer than they come`() throws {
        var bench = try bench()
        for page in pages(Self.begin..<Self.begin + 10) {
            bench.take(.navigationPage(try dated(page, later: 13 * 3600)), at: OSNMAValidationTests.arrival(page.start))
        }
        #expect(bench.last?.state == .unverified && bench.last?.reason == .timeContradicted)
        #expect(bench.last?.satellites.contains { $0.failure?.kind == .trustedTime } == true)
        #expect((bench.last?.time?.secondsSinceEpoch ?? .max) < start + Self.begin)
        bench.take(pages(Self.begin + 10..<Self.begin + 130))
        #expect(bench.last?.state == .authenticated && bench.last?.isFresh == true)
    }

    @Test func `one satellite whose pages are dated wrongly silences itself alone`() throws {
        var bench = try bench()
        let proven = (bench.last?.satellites ?? []).filter { $0.standing == .authenticated }.map(\.satellite)
        let target = try #require(proven.first)
        let before = bench.verdicts.count
        for page in pages(Self.begin..<Self.begin + 20) {
            let observed = page.satellite == target ? try dated(page, later: 13 * 3600) : page.observed
            bench.take(.navigationPage(observed), at: OSNMAValidationTests.arrival(page.start))
        }
        #expect(bench.verdicts.dropFirst(before).allSatisfy { $0.state == .authenticated })
        #expect(bench.last?.satellites.first { $0.satellite == target }?.standing == .failing)
        // Right tags that come end its failure.
        bench.take(pages(Self.begin + 20..<Self.begin + 140))
        #expect(bench.last?.satellites.first { $0.satellite == target }?.standing == .authenticated)
    }

    // MARK: forged data without OSNMA

    @Test func `where all satellites send other data, without OSNMA, nothing is authenticated, and it is told`() throws
    {
        var bench = try bench()
        let before = bench.verdicts.count
        for page in pages(Self.begin..<Self.begin + 160) {
            var forged = page.observed
            forged.bytes[8] ^= 0x10
            for bit in 138..<178 { forged.bytes[bit / 8] &= ~(0x80 >> UInt8(bit % 8)) }
            bench.take(.navigationPage(forged), at: OSNMAValidationTests.arrival(page.start))
        }
        let told = bench.verdicts.dropFirst(before)
        // All four words of a satellite's ephemeris come within half a minute.
        let authenticated = told.lastIndex { $0.state == .authenticated } ?? before
        #expect(authenticated - before < 40, "\(authenticated - before)")
        #expect(told.contains { $0.reason == .verifying } && told.last?.reason == .noOSNMA)
        #expect(gate.refusal(of: bench.last)?.cause == .unverified)
        #expect(bench.alerts.map(\.code) == ["osnma-authenticated", "osnma-lost"])
    }

    // MARK: forged words with genuine OSNMA

    /// The type of a page's word.
    private func type(_ page: RecordedPage) -> Int { Int(page.bits[0] & 0x3F) }

    @Test func `parity words of other data end the standing at once, and the genuine ones restore it`() throws {
        var bench = try bench()
        let target = try #require(
            bench.last?.satellites.first { satellite in
                satellite.standing == .authenticated
                    && pages(Self.begin..<Self.begin + 60).contains {
                        $0.satellite == satellite.satellite && (17...20).contains(type($0))
                    }
            }?.satellite)
        func standing() -> SatelliteAuthentication.Standing? {
            bench.last?.satellites.first { $0.satellite == target }?.standing
        }
        var isForged = false
        for page in pages(Self.begin..<Self.begin + 100) {
            // The bits of OSNMA are the genuine ones; only the parity is another.
            var observed = page.observed
            if page.satellite == target, (1...4).contains(type(page)) { continue }
            if page.satellite == target, (17...20).contains(type(page)) {
                observed.bytes[8] ^= 0x10
                isForged = true
            }
            bench.take(.navigationPage(observed), at: OSNMAValidationTests.arrival(page.start))
            if isForged { #expect(standing() != .authenticated) }
        }
        #expect(isForged)
        #expect(bench.last?.satellites.contains { $0.standing == .authenticated } == true)
        bench.take(pages(Self.begin + 100..<Self.begin + 200))
        #expect(standing() == .authenticated)
    }

    @Test("forged UTC or GPS time parameters are not authenticated, the genuine ones are again", arguments: [6, 10])
    func timing(_ wordType: Int) throws {
        var bench = try bench()
        let proven = (bench.last?.satellites ?? []).filter { $0.timing?.isAuthenticated == true }.map(\.satellite)
        try #require(proven.count > 3)
        for page in pages(Self.begin..<Self.begin + 60) {
            var observed = page.observed
            // Word 6: the leap seconds; word 10: the offset to GPS time.
            if type(page) == wordType { observed.bytes[wordType == 6 ? 8 : 12] ^= 0x10 }
            bench.take(.navigationPage(observed), at: OSNMAValidationTests.arrival(page.start))
        }
        for satellite in bench.last?.satellites ?? [] where proven.contains(satellite.satellite) {
            #expect(satellite.timing?.isAuthenticated == false && satellite.timing?.isChanged == true)
        }
        #expect(bench.last?.state == .authenticated)
        bench.take(pages(Self.begin + 60..<Self.begin + 180))
        let restored = (bench.last?.satellites ?? []).filter { $0.timing?.isAuthenticated == true }
        #expect(Set(restored.map(\.satellite)).isSuperset(of: proven))
        #expect(restored.allSatisfy { $0.timing?.isChanged == nil })
    }

    // MARK: another receiver

    @Test func `a new connection inherits nothing, and the attempts to connect are no news`() throws {
        var bench = try bench()
        var second = Self.begin
        func state(_ state: DriverState) throws {
            bench.take(.driverState(DriverStateReport(state, reason: "")), at: try arrival(second))
        }
        let before = bench.verdicts.count
        for _ in 0..<8 {
            for next in [DriverState.lost, .starting, .connecting, .running] { try state(next) }
            second += 1
            bench.idle(Int64(second - Self.begin))
        }
        #expect(bench.verdicts.dropFirst(before).allSatisfy { $0.reason == .receiverLost })
        bench.idle(20)
        #expect(bench.alerts.map(\.code) == ["osnma-authenticated", "osnma-lost"])
        // Positions without pages.
        second = Self.begin + 25
        bench.use(try (1...6).map { try galileo($0) }, at: try arrival(second))
        #expect(bench.last?.reason == .noRawPages && bench.last?.state == .unverified)
        #expect(bench.last?.satellites.isEmpty == true)
        #expect(bench.last?.fix?.extent == FixAuthentication.Extent.none)
        // The first key of the new connection proves no data of the old one.
        bench.take(pages(Self.begin + 30..<Self.begin + 58))
        #expect(bench.last?.state == .unverified && bench.last?.reason == .verifying)
        bench.take(pages(Self.begin + 58..<Self.begin + 190))
        #expect(bench.last?.state == .authenticated)
    }
}

extension Bench {
    /// A fix by these satellites.
    mutating func use(_ satellites: [SatelliteID], at time: HostTime) {
        take(.satellites(SkyView(satellites: satellites.map { Satellite($0, isUsed: true) })), at: time)
        take(.fix(Fix(kind: .threeDimensional, quality: .autonomous)), at: time)
    }
}
