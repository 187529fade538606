// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import OSNMA
import OSNMAFiles
import Testing

@testable import OSNMAValidation

/// The verdict on a moment by keys that come later, with a u-blox receiver's capture.
@Suite(.enabled(if: LiveCapture.isThere)) struct MomentValidationTests {
    /// The arrival after the end of a page, and what is known of the time.
    private struct Reception {
        var delay = 0.3
        var isTimeKnown = true
        /// Seconds after the first page whose pages come ten seconds late, as those of a replay do.
        var replayed = 0..<0
        /// The satellite that is not replayed.
        var timely: SatelliteID?
    }

    /// Judges a moment.
    ///
    /// - Parameters:
    ///   - second: The seconds from the first page to the moment.
    ///   - end: The seconds from the first page to the end.
    private func judge(
        _ pages: [RecordedPage], at second: Int, until end: Int, _ reception: Reception = Reception()
    ) throws -> (moment: Authentication, later: Authentication, tags: [MomentValidation.JudgedTag]) {
        let first = try #require(pages.first).start.secondsSinceEpoch
        let clock = AuthenticationClock(source: .synchronised, use: .all, uncertainty: 2100)
        var validation = MomentValidation(
            of: rover, OSNMAValidationConfiguration(), TrustStart(anchors: try LiveCapture.anchors()), clock: clock
        ) { arrival in
            guard reception.isTimeKnown else { return nil }
            return TrustedTime(milliseconds: arrival.monotonicNanoseconds / 1_000_000, uncertainty: 2100)
        }
        func observation(_ page: RecordedPage) -> Observation {
            let isReplayed =
                page.satellite != reception.timely && reception.replayed.contains(page.start.secondsSinceEpoch - first)
            return Observation(
                source: rover, sequence: 0,
                hostTime: arrival(page.start, delay: reception.delay + (isReplayed ? 10 : 0)),
                payload: .navigationPage(page.observed))
        }
        func isEarlier(_ one: Observation, _ other: Observation) -> Bool {
            one.hostTime.monotonicNanoseconds < other.hostTime.monotonicNanoseconds
        }
        let before = pages.filter { $0.start.secondsSinceEpoch < first + second }
        let used = Set(before.map(\.satellite)).sorted()
        let time = arrival(try #require(before.last).start, delay: reception.delay)
        let all = pages.filter { $0.start.secondsSinceEpoch < first + end }.map(observation).sorted(by: isEarlier)
        let split = all.count { $0.hostTime.monotonicNanoseconds <= time.monotonicNanoseconds }
        for page in all[..<split] { validation.take(page) }
        validation.take(
            Observation(
                source: rover, sequence: 1, hostTime: time,
                payload: .satellites(SkyView(satellites: used.map { Satellite($0, isUsed: true) }))))
        validation.take(
            Observation(
                source: rover, sequence: 2, hostTime: time,
                payload: .fix(Fix(kind: .threeDimensional, quality: .autonomous))))
        let moment = validation.markMoment()
        for page in all[split...] { validation.take(page) }
        return (moment, validation.finish(), validation.tags)
    }

    @Test("what was replayed at the moment is not authenticated by tags that come later", arguments: [320, 700])
    func replayed(_ end: Int) throws {
        let pages = try LiveCapture.pages(700)
        let first = try #require(pages.first).start.secondsSinceEpoch
        // If all pages came late, it would be the clock that is doubted.
        let timely = try #require(pages.first { $0.start.secondsSinceEpoch >= first + 298 }).satellite
        let (moment, later, _) = try judge(
            pages, at: 300, until: 700, Reception(replayed: 250..<end, timely: timely))
        #expect(moment.reason != .timeContradicted && moment.satellites.contains { $0.standing == .failing })
        let proven = later.fix?.authenticated ?? []
        #expect(proven.allSatisfy { $0 == timely }, "\(proven)")
        // A replay that had ended long before the moment is undone.
        let old = try judge(pages, at: 300, until: 700, Reception(replayed: 60..<80))
        #expect((old.later.fix?.authenticated ?? []).count >= 4)
    }

    @Test func `a position whose keys had not come yet is authenticated by those that come later`() throws {
        let pages = try LiveCapture.pages(700)
        let (moment, later, tags) = try judge(pages, at: 45, until: 445)
        #expect(moment.state == .unverified && moment.fix?.authenticated == [])
        #expect(later.state == .authenticated && later.reason == .authenticated && later.isFresh)
        let proven = try #require(later.fix?.authenticated)
        #expect(proven.count >= 4, "\(later)")
        #expect(tags.contains { $0.coversMoment && $0.bits == 40 })
        // Without the pages that came later, nothing is known.
        let alone = try judge(pages, at: 45, until: 45)
        #expect(alone.later.state == .unverified && alone.later.fix?.authenticated == [])
    }

    @Test func `at each moment the verdict is that of the stage, and later keys only add to it`() throws {
        let pages = try LiveCapture.pages(700)
        let first = try #require(pages.first).start.secondsSinceEpoch
        var bench = Bench(anchors: try LiveCapture.anchors())
        var fed = 0
        for second in stride(from: 60, through: 600, by: 54) {
            let next = pages.filter { $0.start.secondsSinceEpoch < first + second }
            bench.take(Array(next[fed...]))
            fed = next.count
            let standing = bench.last?.satellites.filter { $0.standing == .authenticated }.map(\.satellite) ?? []
            let (moment, later, _) = try judge(pages, at: second, until: second + 100)
            #expect(moment.fix?.authenticated == standing, "\(second) s")
            #expect(Set(standing).isSubset(of: Set(later.fix?.authenticated ?? [])), "\(second) s")
        }
    }

    @Test func `other data with the same issue number are not authenticated by later tags for the true ones`() throws {
        let pages = try LiveCapture.pages(500)
        let first = try #require(pages.first).start.secondsSinceEpoch
        let honest = try judge(pages, at: 45, until: 445)
        let victim = try #require(honest.later.fix?.authenticated.first)
        for type in 1...5 {
            var forged = pages
            var changed = 0
            for (index, page) in pages.enumerated()
            where page.satellite == victim && page.start.secondsSinceEpoch < first + 45
                && Int(page.bits[0] & 0x3F) == type
            {
                var bits = page.bits
                bits[5] ^= 0x20
                forged[index] = RecordedPage(
                    satellite: victim, isE5b: page.isE5b, start: page.start, bits: bits)
                changed += 1
            }
            try #require(changed > 0)
            let later = try judge(forged, at: 45, until: 445).later
            #expect(later.fix?.authenticated.contains(victim) == false, "word type \(type)")
            #expect(later.state == .authenticated)
        }
    }

    @Test func `parity words of other data at the moment keep later tags from vouching for it`() throws {
        let pages = try LiveCapture.pages(500)
        let first = try #require(pages.first).start.secondsSinceEpoch
        func isParity(_ page: RecordedPage) -> Bool {
            (17...20).contains(Int(page.bits[0] & 0x3F)) && page.start.secondsSinceEpoch < first + 45
        }
        let proven = try #require(try judge(pages, at: 45, until: 445).later.fix?.authenticated)
        let victim = try #require(proven.first { id in pages.contains { $0.satellite == id && isParity($0) } })
        let forged = pages.map { page in
            guard page.satellite == victim, isParity(page) else { return page }
            var bits = page.bits
            bits[5] ^= 0x20
            return RecordedPage(satellite: victim, isE5b: page.isE5b, start: page.start, bits: bits)
        }
        let later = try judge(forged, at: 45, until: 445).later
        #expect(later.fix?.authenticated == proven.filter { $0 != victim })
        #expect(later.state == .authenticated)
    }

    @Test func `a satellite whose data had not all been received is not authenticated`() throws {
        let pages = try LiveCapture.pages(500)
        let first = try #require(pages.first).start.secondsSinceEpoch
        let victim = try #require(try judge(pages, at: 45, until: 445).later.fix?.authenticated.first)
        let partial = pages.filter { page in
            page.satellite != victim || page.start.secondsSinceEpoch >= first + 45 || page.bits[0] & 0x3F != 2
        }
        #expect(try judge(partial, at: 45, until: 445).later.fix?.authenticated.contains(victim) == false)
    }

    @Test func `pages that came when their keys were public prove nothing if the arrivals count`() throws {
        let pages = try LiveCapture.pages(500)
        let late = try judge(pages, at: 45, until: 445, Reception(delay: 600))
        #expect(late.later.state == .unverified && late.later.fix?.authenticated == [])
        let unknown = try judge(pages, at: 45, until: 445, Reception(isTimeKnown: false))
        #expect(unknown.later.state == .unverified)
    }
}
