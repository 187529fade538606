// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import OSNMA

/// A tag proves what was received before its key was public, and nothing that came later. Time is that of a clock that is
/// right to a second.
@Suite struct LatePageTests {
    private let begin = SkyRun.begin
    private var live: OSNMAConfiguration { OSNMAConfiguration(improvements: .all) }

    /// Ordinary service in which the data change at `begin + 8`.
    private func sky() throws -> QuietSky {
        var quiet = try QuietSky()
        let change = begin + 8
        quiet.sky.issue = { $0 < change ? 77 : 78 }
        quiet.sky.since = { $0 < change ? 0 : change }
        return quiet
    }

    private func run(_ quiet: QuietSky, _ arrivals: [(page: Sky.Page, at: Int)]) -> SkyRun {
        var run = SkyRun(quiet.anchors, live)
        for (page, arrival) in arrivals.sorted(by: { $0.at < $1.at }) {
            run.feed([page]) { _ in TrustedTime(milliseconds: Int64(arrival + 2) * 1000, uncertainty: 1000) }
        }
        return run
    }

    @Test(
        "pages of a satellite that come after their key are dropped, and nobody else suffers", arguments: [40, 96, 400])
    func delayed(_ delay: Int) throws {
        let quiet = try sky()
        let pages = try quiet.pages(20)
        let punctual = run(quiet, pages.map { ($0, $0.start) })
        let late = run(
            quiet, pages.map { ($0, $0.satellite == 3 && $0.subframe >= begin + 8 ? $0.start + delay : $0.start) })
        #expect(punctual.sets.contains { $0.hasPrefix("E03") && !late.sets.contains($0) })
        #expect(late.sets.isSubset(of: punctual.sets))
        #expect(late.sets.filter { $0.hasPrefix("E03") }.count == 2, "data and timing of before the change alone")
        #expect(late.anomalies.keys.contains { if case .contradictsTrustedTime = $0 { true } else { false } })
        #expect(late.engine.counters.tagsFailed == 0)
        #expect(late.tagSubframes.isSuperset(of: Array(begin + 4..<begin + 8) + Array(begin + 10..<begin + 20)))
    }

    @Test func `words that came without a clock are proven by no tag`() throws {
        let quiet = try sky()
        var run = SkyRun(quiet.anchors, live)
        // The clock is lost while the words of the new data come, and back for their tags.
        let lost = begin + 8..<begin + 10
        run.feed(try quiet.pages(10)) { lost.contains($0.subframe) ? nil : punctual($0) }
        #expect(run.engine.counters.tagsWithoutTime > 0)
        #expect(!run.tagSubframes.contains(begin + 9))
        let before = run.sets.count
        run.feed(try quiet.pages(3, from: 12), time: punctual)
        #expect(run.sets.count > before)
    }

    @Test func `a tag of slow MAC does not prove words that may have come after its key`() throws {
        let quiet = try QuietSky()
        let tag = begin + 6
        let key = (tag + ADKD.inavSlowMAC.keyDelay) * 30
        // By a clock that is right to 62 s, the pages come a minute late; only those shortly before the key have words.
        let pages = try quiet.pages(24).map { page in
            guard !(key - 64..<key - 34).contains(page.start) else { return page }
            var bits = page.bits
            bits[0] = bits[0] & 0xC0 | 7
            return Sky.Page(satellite: page.satellite, start: page.start, bits: FastSky.sealed(bits))
        }
        var run = SkyRun(quiet.anchors, live)
        run.feed(pages) { TrustedTime(milliseconds: Int64($0.start + 62) * 1000, uncertainty: 62_000) }
        #expect(!run.tagSubframes.isEmpty, "later tags, whose keys came after the words, prove them")
        #expect(run.tagSubframes.allSatisfy { $0 > tag + 2 }, "\(run.tagSubframes.map { $0 - tag }.sorted())")
    }

    @Test("pages dated hours away change nothing, whatever their number", arguments: [13 * 3600, -13 * 3600])
    func dated(_ offset: Int) throws {
        let quiet = try sky()
        var run = SkyRun(quiet.anchors, live)
        run.feed(try quiet.pages(4), time: punctual)
        let current = run.engine.current
        let misdated = try quiet.pages(1, from: 6).map {
            Sky.Page(satellite: $0.satellite, start: $0.start + offset, bits: $0.bits)
        }
        run.feed(misdated) { page in
            TrustedTime(milliseconds: Int64(page.start - offset + 2) * 1000, uncertainty: 1000)
        }
        #expect(run.engine.current == current && run.engine.trust == .all)
        run.feed(try quiet.pages(4, from: 6), time: punctual)
        #expect(run.tagSubframes.isSuperset(of: begin + 6..<begin + 8))
        #expect(run.engine.counters.tagsFailed == 0)
    }

    @Test("clocks at the ends of their range are no reason to trap", arguments: [Int64.min, .max, 0])
    func extremes(_ milliseconds: Int64) throws {
        let quiet = try sky()
        var run = SkyRun(quiet.anchors, live)
        for uncertainty in [Int64.min, -1, 0, 1, .max] {
            run.feed(try quiet.pages(1)) { _ in TrustedTime(milliseconds: milliseconds, uncertainty: uncertainty) }
        }
        #expect(run.sets.isEmpty)
    }
}
