// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import OSNMA

/// Ordinary service, with all that the interface document allows.
@Suite struct ServiceTests {
    struct Variant: CustomTestStringConvertible {
        var hash: UInt8 = 0
        var function: UInt8 = 0
        var keySize: UInt8 = 4
        var tagSize: UInt8 = 9
        var table: UInt8 = 34
        var p521 = false
        var testDescription: String {
            "HF \(hash) MF \(function) KS \(keySize) TS \(tagSize) MACLT \(table) P-521 \(p521)"
        }
    }

    static let variants = [
        Variant(), Variant(hash: 2), Variant(function: 1), Variant(p521: true), Variant(table: 27), Variant(table: 33),
        Variant(table: 35), Variant(keySize: 2, tagSize: 5, table: 28), Variant(keySize: 5, table: 31),
        Variant(keySize: 5, table: 36), Variant(keySize: 5, table: 37), Variant(keySize: 5, table: 38),
        Variant(keySize: 7, table: 39), Variant(keySize: 7, table: 40), Variant(keySize: 8, tagSize: 9, table: 41),
        Variant(keySize: 0, tagSize: 9, table: 33), Variant(keySize: 6, tagSize: 8, table: 34), Variant(keySize: 1),
        Variant(keySize: 3), Variant(keySize: 7, tagSize: 6), Variant(keySize: 6, tagSize: 7, table: 33),
        Variant(hash: 2, function: 1, p521: true),
    ]

    @Test func `the variants hold every hash, function, size of keys and tags, and table`() {
        let variants = Self.variants
        #expect(Set(variants.map(\.hash)) == Set(ChainHash.allCases.map(\.rawValue)))
        #expect(Set(variants.map(\.function)) == Set(TagFunction.allCases.map(\.rawValue)))
        #expect(Set(variants.map { Int($0.keySize) }) == Set(ChainParameters.keyByteCounts.indices))
        #expect(Set(variants.map(\.tagSize)) == Set(ChainParameters.tagSizes.keys))
        #expect(Set(variants.map(\.table)) == Set((0...255).filter { MACLookupTable.table($0) != nil }))
    }

    @Test("every size, function and table of the interface document works", arguments: variants)
    func variant(_ variant: Variant) throws {
        let quiet = try QuietSky(
            hash: variant.hash, function: variant.function, keySize: variant.keySize, tagSize: variant.tagSize,
            table: variant.table, p521: variant.p521)
        let slots = (480 - quiet.chain.keyByteCount * 8) / (quiet.chain.tagBits + 16)
        try #require(slots == MACLookupTable.table(variant.table)?.slotCount, "there is no such message")
        var run = SkyRun(quiet.anchors)
        run.feed(try quiet.pages(16))
        run.finish()
        let counters = run.engine.counters
        #expect(counters.tagsFailed == 0 && counters.sequencesFailed == 0 && counters.lookupFailed == 0)
        #expect(counters.keysFailed == 0 && counters.keysVerified == 16)
        #expect(counters.tagsOK.ephemeris > 20)
        #expect(counters.sequencesOK == 15 * 5)
        #expect(counters.rootKeysFailed == 0 && counters.rootKeysBadPadding == 0 && counters.rootKeysVerified > 1)
    }

    @Test func `a satellite without OSNMA is authenticated by others`() throws {
        let quiet = try QuietSky()
        var run = SkyRun(quiet.anchors)
        run.feed(try quiet.pages(6))
        #expect(run.sets.contains { $0.hasPrefix("E36 ephemeris") })
    }

    @Test func `a cold start needs the root alone, and loses nothing that came before the keys`() throws {
        let quiet = try QuietSky()
        let publicKey = quiet.authority.publicKeyMessage(1)
        var sky = quiet.sky
        let message = sky.message
        sky.message = { $0 < SkyRun.begin + 6 ? (12, publicKey) : message($0) }
        var anchors = quiet.anchors
        anchors.keys = []
        var run = SkyRun(anchors)
        run.feed(try sky.pages(SkyRun.begin + 2..<SkyRun.begin + 12))
        #expect(run.happened { if case .publicKeyVerified = $0 { true } else { false } })
        #expect(run.tagSubframes.contains(SkyRun.begin + 4))
        #expect(run.engine.counters.tagsFailed == 0)
    }

    @Test func `a root key that came before its public key is kept`() throws {
        let quiet = try QuietSky()
        let publicKey = quiet.authority.publicKeyMessage(1)
        var sky = quiet.sky
        let message = sky.message
        sky.message = { $0 < SkyRun.begin + 6 ? message($0) : (12, publicKey) }
        var anchors = quiet.anchors
        anchors.keys = []
        var run = SkyRun(anchors)
        run.feed(try sky.pages(SkyRun.begin + 2..<SkyRun.begin + 12))
        #expect(run.happened { if case .publicKeyMissing(1, _) = $0 { true } else { false } })
        #expect(run.tagSubframes.contains(SkyRun.begin + 5))
    }

    @Test func `a hot start authenticates at the second key`() throws {
        let quiet = try QuietSky()
        var warm = SkyRun(quiet.anchors)
        warm.feed(try quiet.pages(4))
        var anchors = TrustAnchors()
        anchors.rootKeys = warm.engine.rootKeys
        var run = SkyRun(anchors)
        run.feed(try quiet.pages(3, from: 20))
        #expect(run.tagSubframes == [SkyRun.begin + 21])
    }

    @Test func `without trusted time nothing is authenticated, with a poor one only slow tags`() throws {
        let quiet = try QuietSky()
        let pages = try quiet.pages(20)
        let configuration = OSNMAConfiguration(improvements: .all)
        func run(_ offset: Int64, _ uncertainty: Int64?) -> SkyRun {
            var run = SkyRun(quiet.anchors, configuration)
            run.feed(pages) { page in
                uncertainty.map { TrustedTime(milliseconds: Int64(page.start + 2) * 1000 + offset, uncertainty: $0) }
            }
            run.finish()
            return run
        }
        #expect(run(0, nil).engine.counters.tagsOK.total == 0)
        #expect(run(300, 1000).engine.counters.tagsOK.ephemeris > 0)
        let poor = run(10_000, 60_000).engine.counters.tagsOK
        #expect(poor.ephemeris == 0 && poor.timing == 0 && poor.slowMAC > 0)
        #expect(run(0, 400_000).engine.counters.tagsOK.total == 0)
        let replayed = run(3_600_000, 1000)
        #expect(replayed.engine.counters.tagsOK.total == 0)
        #expect(replayed.anomalies.keys.contains { if case .contradictsTrustedTime = $0 { true } else { false } })
    }

    @Test func `short tags add up to the minimum`() throws {
        let quiet = try QuietSky(keySize: 2, tagSize: 5, table: 28)
        var engine = OSNMAEngine(configuration: .recording(.all), anchors: quiet.anchors)
        var reached: [Int: Bool] = [:]
        for page in try quiet.pages(6) {
            guard let satellite = SatelliteID(.galileo, page.satellite), let start = GST(secondsSinceEpoch: page.start)
            else { continue }
            for case .authenticated(_, _, let bits, _, let isAuthenticated) in engine.process(
                satellite: satellite, band: .e1b, start: start, bits: page.bits.span)
            {
                reached[bits] = isAuthenticated
            }
        }
        #expect(reached[20] == false)
        #expect(reached[40] == true)
    }
}

extension ServiceTests {
    @Test("tags from before a gap are proven by the first key after it", arguments: [14, 30, 70])
    func gap(_ length: Int) throws {
        let authority = SkyAuthority()
        let begin = SkyRun.begin
        let chain = SkyChain(id: 1, subframes: begin..<begin + 120)
        let header = NMAHeader(byte: 0x92)
        let message = try authority.rootKeyMessage(chain, hour: SkyRun.hour, header: header, signer: 1)
        let sky = Sky(chain: { _ in chain }, header: { _ in header }, message: { _ in (3, message) })
        let anchors = TrustAnchors(publicKeys: [authority.publicKey(1)].compactMap { $0 })
        var run = SkyRun(anchors)
        run.feed(try sky.pages(begin + 2..<begin + 8))
        let before = run.engine.counters.tagsOK
        #expect(!run.tagSubframes.contains(begin + 7) && before.slowMAC == 0)
        run.feed(try sky.pages(begin + 8 + length..<begin + 10 + length))
        #expect(run.tagSubframes.contains(begin + 7))
        // The slow tags of the subframes before, of which all words are known.
        #expect(run.engine.counters.tagsOK.slowMAC > 20)
        #expect(run.engine.counters.tagsFailed == 0 && run.engine.counters.keysFailed == 0)
    }
}
