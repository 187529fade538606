// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import OSNMA

/// Genuine OSNMA bits with other words than those that the tags prove: the difference is reported, though the genuine words
/// are still remembered.
@Suite struct OtherWordsTests {
    private static let forged = SkyRun.begin + 10
    private static let count = 16

    /// Puts another word into a page.
    private static func page(_ page: Sky.Page, word: [UInt8]) -> Sky.Page {
        var bits = SkyBits(page.bits)
        bits.bits.replaceSubrange(2..<114, with: word[0..<112])
        bits.bits.replaceSubrange(122..<138, with: word[112..<128])
        return Sky.Page(satellite: page.satellite, start: page.start, bits: SkyBits.repaired(bits.bytes))
    }

    private static func word(_ page: Sky.Page) -> [UInt8] {
        let bits = SkyBits(page.bits).bits
        return Array(bits[2..<114] + bits[122..<138])
    }

    private static func type(_ page: Sky.Page) -> Int { Int(page.bits[0] & 0x3F) }

    /// The words 17...20 of other data than those that a satellite sends.
    private static func parity(_ satellite: Int, in pages: [Sky.Page]) throws -> [[UInt8]] {
        let issue = 78
        var information: [UInt8] = [1 << 2 | UInt8(issue & 3), UInt8(issue >> 2)]
        for type in 1...4 {
            let page = try #require(pages.first { $0.satellite == satellite && self.type($0) == type })
            var word = SkyBits()
            word.bits = Array(self.word(page)[16...])
            if type == 1 { word.bits[40] ^= 1 }
            information += word.bytes
        }
        let parity = try #require(ReedSolomonCode.parity(of: information))
        return (0..<4).map { place in
            var word = SkyBits()
            word.append(UInt64(17 + place), 6)
            word.append(UInt64(parity[15 * place]), 8)
            word.append(UInt64(issue & 3), 2)
            for octet in parity[15 * place + 1..<15 * place + 15] { word.append(UInt64(octet), 8) }
            return word.bits
        }
    }

    private func run(_ pages: [Sky.Page], _ quiet: QuietSky) -> SkyRun {
        var run = SkyRun(quiet.anchors)
        run.feed(pages)
        run.finish()
        return run
    }

    @Test func `parity words of other data are reported, and the data never authenticated`() throws {
        let quiet = try QuietSky()
        let pages = try quiet.pages(Self.count)
        let parity = try Self.parity(3, in: pages)
        let genuine = run(pages, quiet)
        let attacked = run(
            pages.map { page in
                let type = Self.type(page)
                guard page.subframe >= Self.forged, page.satellite == 3, (1...4).contains(type) else { return page }
                return Self.page(page, word: parity[type - 1])
            }, quiet)
        #expect(genuine.anomalies.isEmpty && genuine.engine.counters.wordsRecovered == 0)
        #expect(attacked.engine.counters.wordsRecovered == 4)
        #expect(attacked.sets == genuine.sets)
        #expect(attacked.engine.counters.byOldestWords > 0)
        #expect(attacked.anomalies[.otherWords(.ephemeris), default: 0] == attacked.engine.counters.byOldestWords)
    }

    @Test("forged words 6 and 10 are reported, flags of word 5 are not", arguments: [6, 10, 5])
    func timing(_ type: Int) throws {
        let quiet = try QuietSky()
        let pages = try quiet.pages(Self.count)
        let genuine = run(pages, quiet)
        let attacked = run(
            pages.map { page in
                guard page.subframe >= Self.forged, Self.type(page) == type else { return page }
                var word = Self.word(page)
                word[type == 10 ? 90 : 70] ^= 1
                return Self.page(page, word: word)
            }, quiet)
        #expect(attacked.sets == genuine.sets)
        #expect(attacked.engine.counters.byOldestWords > 0)
        #expect((attacked.anomalies[.otherWords(.timing)] != nil) == (type != 5))
        #expect(attacked.anomalies[.otherWords(.ephemeris)] == nil)
    }

    @Test func `what was received is forgotten, and what is known of keys stays`() throws {
        let quiet = try QuietSky()
        var run = SkyRun(quiet.anchors)
        run.feed(try quiet.pages(6))
        #expect(run.tagSubframes.contains(SkyRun.begin + 6))
        run.engine.forgetReception()
        run.feed(try quiet.pages(4, from: 8))
        // The key of these tags arrived afterwards.
        #expect(!run.tagSubframes.contains(SkyRun.begin + 7))
        #expect(run.tagSubframes.contains(SkyRun.begin + 9))
        #expect(run.engine.rootKeys.count == 1 && run.engine.counters.tagsFailed == 0)
    }
}
