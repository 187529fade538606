// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import OSNMA

/// Forged pages, their CRC set right again: none of their data is ever authenticated, genuine data go on being so, and
/// what was done is named.
@Suite struct ForgeryTests {
    private static let forged = SkyRun.begin + 10
    private static let count = 18

    /// Pages of a quiet sky, those that `change` picks with some bits flipped.
    private func run(_ flip: (Sky.Page) -> [Int], _ quiet: QuietSky) throws -> (run: SkyRun, genuine: SkyRun) {
        let pages = try quiet.pages(Self.count)
        var genuine = SkyRun(quiet.anchors)
        genuine.feed(pages)
        genuine.finish()
        var run = SkyRun(quiet.anchors)
        run.feed(
            pages.map { page in
                var page = page
                let bits = flip(page)
                for bit in bits { page.bits[bit / 8] ^= 0x80 >> UInt8(bit % 8) }
                if !bits.isEmpty { page.bits = SkyBits.repaired(page.bits) }
                return page
            })
        run.finish()
        #expect(genuine.engine.counters.tagsFailed == 0)
        #expect(run.sets.isSubset(of: genuine.sets), "a forged set was authenticated")
        #expect(
            run.tagSubframes.isSuperset(of: Self.forged + 1..<SkyRun.begin + Self.count), "genuine data are blocked")
        return (run, genuine)
    }

    private func isForged(_ page: Sky.Page, _ satellite: Int = 3) -> Bool {
        page.subframe == Self.forged && page.satellite == satellite
    }

    @Test("tags over a word with a flipped bit fail or are right for those before", arguments: [20, 60, 113, 125, 135])
    func words(_ bit: Int) throws {
        let forgery = try run({ isForged($0) && $0.index == 10 ? [bit] : [] }, try QuietSky())
        let counters = forgery.run.engine.counters
        #expect(counters.tagsFailed + counters.byOldestWords > 0)
    }

    @Test("a flipped bit of a tag fails that tag", arguments: [0, 39])
    func tags(_ bit: Int) throws {
        // The first tag is in bits 0..<40 of MACK, which are in pages 0 and 1.
        let forgery = try run({ isForged($0) && $0.index == bit / 32 ? [146 + bit % 32] : [] }, try QuietSky())
        #expect(forgery.run.engine.counters.tagsFailed == 1)
        #expect(forgery.run.failures == [Self.forged])
    }

    @Test func `a flipped bit of MACSEQ is named, and no flexible tag is used`() throws {
        let forgery = try run({ isForged($0) && $0.index == 1 ? [146 + 10] : [] }, try QuietSky())
        #expect(forgery.run.engine.counters.sequencesFailed == 1)
        #expect(forgery.run.anomalies[.wrongSequence] == 1)
    }

    @Test func `a flipped bit of what a flexible tag says of itself fails MACSEQ`() throws {
        // Slot 1 of table 34 is flexible: its PRND begins at bit 96 of MACK, which page 3 begins with.
        let forgery = try run({ isForged($0) && $0.index == 3 ? [146] : [] }, try QuietSky())
        #expect(forgery.run.anomalies[.wrongSequence] == 1)
    }

    @Test func `a flipped bit of a key is named, the key of the others counts`() throws {
        let forgery = try run({ isForged($0) && $0.index == 12 ? [150] : [] }, try QuietSky())
        #expect(forgery.run.anomalies[.wrongKey] == 1)
        #expect(forgery.run.engine.counters.keysVerified == Self.count)
        #expect(forgery.run.engine.counters.tagsFailed == 0)
    }

    @Test func `a key assembled from false and genuine pages is tried once`() throws {
        let quiet = try QuietSky()
        var run = SkyRun(quiet.anchors)
        run.feed(try quiet.pages(6))
        let pages = try quiet.pages(1, from: 10)
        let forged = pages.filter { $0.satellite == 2 }.map { page in
            var page = page
            guard page.index == 12 || page.index == 14 else { return page }
            page.bits[146 / 8] ^= 0x80 >> UInt8(146 % 8)
            page.bits = SkyBits.repaired(page.bits)
            return page
        }
        let genuine = pages.filter { $0.satellite != 2 }
        // Most satellites send the genuine page 12; page 14 of the others is still missing.
        run.feed(forged + genuine.filter { $0.index < 14 })
        let number = SkyRun.begin + 10
        let record = run.engine.records[number % OSNMAEngine.recordCount]
        #expect(record.number == number && record.rejectedMerged.count == 1)
        #expect(run.engine.counters.keysFailed == 1 && run.anomalies[.wrongKey] == 1)
        run.feed(genuine.filter { $0.index == 14 })
        let key = run.engine.key(of: number)
        #expect(key?.key.bytes == quiet.chain.key(number))
    }

    @Test func `a status that one satellite forges fails its tags and stops nothing`() throws {
        let forgery = try run({ isForged($0) && $0.index == 0 ? [138, 139] : [] }, try QuietSky())
        #expect(!forgery.run.engine.isStopped)
        #expect(forgery.run.tagSubframes.contains(Self.forged))
        #expect(!forgery.run.happened { if case .revoked = $0 { true } else { false } })
    }

    @Test func `a satellite that forges all its blocks of the root key does not keep it from being found`() throws {
        let quiet = try QuietSky()
        let pages = try quiet.pages(12).map { page in
            var page = page
            guard page.satellite == 3, page.index >= 2 else { return page }
            page.bits[140 / 8] ^= 0x04
            page.bits = SkyBits.repaired(page.bits)
            return page
        }
        var run = SkyRun(quiet.anchors)
        run.feed(pages)
        #expect(run.engine.rootKeys.count == 1)
        #expect(run.tagSubframes.count > 6)
    }

    @Test("a root key with a flipped bit is refused", arguments: [0, 3, 8, 20, 40, 100, 103])
    func rootKey(_ byte: Int) throws {
        let quiet = try QuietSky()
        var message = quiet.sky.message(0).bytes
        message[byte] ^= 1
        var sky = quiet.sky
        let forged = message
        sky.message = { _ in (3, forged) }
        var run = SkyRun(quiet.anchors)
        run.feed(try sky.pages(SkyRun.begin + 2..<SkyRun.begin + 8))
        #expect(run.engine.rootKeys.isEmpty)
        #expect(run.tagSubframes.isEmpty)
    }

    @Test("a public key with a flipped bit is refused", arguments: [0, 5, 100, 129, 140, 165])
    func publicKey(_ byte: Int) throws {
        let quiet = try QuietSky()
        var message = quiet.authority.publicKeyMessage(2)
        message[byte] ^= 1
        var sky = quiet.sky
        let forged = message
        sky.message = { _ in (12, forged) }
        var run = SkyRun(quiet.anchors)
        run.feed(try sky.pages(SkyRun.begin + 2..<SkyRun.begin + 10))
        #expect(run.engine.trustedPublicKeys.map(\.id) == [1])
        #expect(!run.engine.isStopped)
    }

    @Test func `a subframe that is replayed is told from one that is late`() throws {
        let quiet = try QuietSky()
        let pages = try quiet.pages(Self.count)
        var run = SkyRun(quiet.anchors)
        run.feed(
            pages.map { page in
                guard isForged(page),
                    let old = pages.first(where: { $0.satellite == 3 && $0.start == page.start - 120 })
                else { return page }
                return Sky.Page(satellite: 3, start: page.start, bits: old.bits)
            })
        #expect(run.anomalies[.replayed(seconds: 120)] ?? 0 > 0)
        #expect(run.anomalies[.late] == nil)
        var late = SkyRun(quiet.anchors)
        let moved = pages.filter { isForged($0) && $0.index == 3 }
        var order = pages.filter { !(isForged($0) && $0.index == 3) }
        let place = try #require(order.firstIndex { $0.subframe == Self.forged + 1 && $0.index == 2 })
        order.insert(contentsOf: moved, at: place)
        late.feed(order)
        #expect(late.anomalies[.late] == 1)
        #expect(!late.anomalies.keys.contains { if case .replayed = $0 { true } else { false } })
        #expect(late.engine.counters.tagsFailed == 0)
    }

    @Test func `words under the name of another satellite are named and never authenticated`() throws {
        let quiet = try QuietSky()
        let pages = try quiet.pages(Self.count)
        var genuine = SkyRun(quiet.anchors)
        genuine.feed(pages)
        var run = SkyRun(quiet.anchors)
        run.feed(
            pages.map { page in
                guard isForged(page), let other = pages.first(where: { $0.satellite == 5 && $0.start == page.start })
                else { return page }
                return Sky.Page(satellite: 3, start: page.start, bits: other.bits)
            })
        #expect(run.sets.isSubset(of: genuine.sets))
        #expect(run.anomalies[.otherSender(5)] ?? 0 > 0)
        #expect(!run.failures.isEmpty)
    }

    @Test func `time that jumps ahead and back blocks genuine pages for a short while only`() throws {
        let quiet = try QuietSky()
        var run = SkyRun(quiet.anchors)
        run.feed(try quiet.pages(6))
        run.feed(try quiet.pages(1).map { Sky.Page(satellite: $0.satellite, start: $0.start + 864_000, bits: $0.bits) })
        let before = run.tagSubframes.count
        run.feed(try quiet.pages(10, from: 10))
        #expect(run.tagSubframes.count > before + 5)
        #expect(run.engine.counters.tagsFailed == 0)
    }

    @Test func `a root key of an earlier chain that is replayed changes nothing`() throws {
        let quiet = try QuietSky()
        let old = SkyChain(id: 0, subframes: SkyRun.begin - 240..<SkyRun.begin)
        let message = try quiet.authority.rootKeyMessage(
            old, hour: SkyRun.hour - 2, header: NMAHeader(byte: 0xD6), signer: 1)
        var sky = quiet.sky
        let ordinary = sky.message
        sky.message = { $0 < SkyRun.begin + 6 ? ordinary($0) : (4, message) }
        let header = sky.header
        sky.header = { $0 < SkyRun.begin + 6 ? header($0) : NMAHeader(byte: 0xD6) }
        var run = SkyRun(quiet.anchors)
        run.feed(try sky.pages(SkyRun.begin + 2..<SkyRun.begin + 12))
        #expect(run.engine.rootKeys.map(\.parameters.chainID) == [1])
        #expect(!run.happened { if case .revoked = $0 { true } else { false } })
    }

    @Test func `pages of every kind of bits, in any order, take no more memory and never trap`() throws {
        let quiet = try QuietSky()
        var run = SkyRun(quiet.anchors)
        var random = SystemRandomNumberGenerator()
        let pages = try quiet.pages(3)
        for round in 0..<6000 {
            var page = pages[Int(random.next() % UInt64(pages.count))]
            page.start += Int(random.next() % 604_800) & ~1
            for _ in 0..<(round % 4) { page.bits[Int(random.next() % 30)] = UInt8(truncatingIfNeeded: random.next()) }
            page.bits = SkyBits.repaired(page.bits)
            run.feed([page])
        }
        run.finish()
        let engine = run.engine
        #expect(engine.collections.count <= 16 && engine.chains.count <= 4 && engine.waitingRootKeys.count <= 4)
        #expect(engine.records.allSatisfy { $0.messages.count <= 36 })
        #expect(engine.slowTags.allSatisfy { $0.tags.count <= 360 })
        #expect(engine.counters.pages == 6000)
    }
}
