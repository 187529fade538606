// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import OSNMA

/// What a receiver tries to have its first fix earlier, and that trying makes nothing wrong.
@Suite struct EarlyFixTests {
    private let begin = SkyRun.begin

    /// A start that knows the root key.
    private func hot(_ quiet: QuietSky) throws -> TrustAnchors {
        var warm = SkyRun(quiet.anchors)
        warm.feed(try quiet.pages(3))
        return TrustAnchors(rootKeys: warm.engine.rootKeys)
    }

    private func run(
        _ anchors: TrustAnchors, _ pages: [Sky.Page], uncertainty: Int64, _ improvements: Improvements = .all
    ) -> SkyRun {
        var run = SkyRun(anchors, OSNMAConfiguration(improvements: improvements))
        run.feed(pages) { page in
            TrustedTime(milliseconds: Int64(page.start + 2) * 1000, uncertainty: uncertainty)
        }
        return run
    }

    @Test func `words of the tag's own subframe count as far as the trusted clock lets them`() throws {
        let quiet = try QuietSky()
        let anchors = try hot(quiet)
        let pages = try quiet.pages(2, from: 20)
        #expect(run(anchors, pages, uncertainty: 1000).tagSubframes == [begin + 20])
        #expect(run(anchors, pages, uncertainty: 14_000).tagSubframes.isEmpty)
        #expect(run(anchors, pages, uncertainty: 1000, .full).tagSubframes.isEmpty)
    }

    @Test func `forged words of the own subframe are not authenticated, and nobody is blamed`() throws {
        let quiet = try QuietSky()
        let anchors = try hot(quiet)
        var pages = try quiet.pages(2, from: 20)
        let genuine = run(anchors, pages, uncertainty: 1000)
        for index in pages.indices where pages[index].satellite == 3 && pages[index].index == 10 {
            pages[index].bits[6] ^= 0x10
            pages[index].bits = SkyBits.repaired(pages[index].bits)
        }
        let forged = run(anchors, pages, uncertainty: 1000)
        #expect(forged.sets.isStrictSubset(of: genuine.sets))
        #expect(!forged.sets.contains { $0.hasPrefix("E03 ephemeris") })
        #expect(forged.engine.counters.tagsFailed == 0)
    }

    @Test func `a subframe whose header was missed is tried with the status of the next`() throws {
        let quiet = try QuietSky()
        let pages = try quiet.pages(6).filter { $0.subframe != begin + 4 || $0.index > 0 }
        for (improvements, isUsed) in [(Improvements.all, true), (.full, false)] {
            var run = SkyRun(quiet.anchors, .recording(improvements))
            run.feed(pages)
            #expect(run.tagSubframes.contains(begin + 4) == isUsed)
            #expect(run.engine.counters.tagsFailed == 0)
        }
    }

    @Test func `where the status was another, the tags of a missed header say nothing`() throws {
        let quiet = try QuietSky()
        let change = begin + 5
        let headers = [NMAHeader(byte: 0x52), NMAHeader(byte: 0x92)]
        let messages = try headers.map {
            try quiet.authority.rootKeyMessage(quiet.chain, hour: SkyRun.hour, header: $0, signer: 1)
        }
        let chain = quiet.chain
        let sky = Sky(
            chain: { _ in chain }, header: { headers[$0 < change ? 0 : 1] },
            message: { $0 < change ? (3, messages[0]) : (4, messages[1]) })
        var run = SkyRun(quiet.anchors)
        run.feed(try sky.pages(begin + 2..<begin + 8).filter { $0.subframe != change - 1 || $0.index > 0 })
        #expect(!run.tagSubframes.contains(change - 1) && run.tagSubframes.contains(change))
        #expect(run.engine.counters.tagsFailed == 0)
    }
}
