// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import OSNMA

/// Root keys are to be verified again within an hour, and bear only 12 bits of their week.
@Suite struct RootKeyAgeTests {
    /// A sky of two satellites that send a root key in some subframes, and a public key in the others.
    private struct Hours {
        let authority = SkyAuthority()
        let chain: SkyChain
        let header = NMAHeader(byte: 0x92)
        let begin: Int

        init(_ hour: Int, subframes: Int) {
            begin = hour * 120
            chain = SkyChain(id: 1, subframes: begin..<begin + subframes)
        }

        func pages(
            _ subframes: Range<Int>, rootKey: Range<Int>, hour: Int, message id: UInt8 = 3
        ) throws -> [Sky.Page] {
            let message = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 1)
            let other = authority.publicKeyMessage(1)
            let (chain, header, begin) = (chain, header, begin)
            var sky = Sky(
                chain: { _ in chain }, header: { _ in header },
                message: { rootKey.contains($0 - begin) ? (id, message) : (12, other) })
            sky.satellites = [2, 3]
            sky.silent = []
            return try sky.pages(begin + subframes.lowerBound..<begin + subframes.upperBound)
        }

        var anchors: TrustAnchors {
            TrustAnchors(
                roots: [MerkleRoot(authority.root)].compactMap { $0 },
                publicKeys: [authority.publicKey(1)].compactMap { $0 })
        }
    }

    private func timely(_ page: Sky.Page) -> TrustedTime? {
        TrustedTime(milliseconds: Int64(page.start + 2) * 1000, uncertainty: 1000)
    }

    @Test func `an hour without a root key ends authentication, the next root key brings it back`() throws {
        let hours = Hours(SkyRun.hour, subframes: 160)
        var run = SkyRun(hours.anchors, OSNMAConfiguration(improvements: .all))
        run.feed(try hours.pages(2..<9, rootKey: 2..<7, hour: SkyRun.hour), time: timely)
        #expect(run.tagSubframes.contains(hours.begin + 7))
        // The key of subframe 5 was the last; 120 subframes are an hour.
        run.feed(try hours.pages(122..<130, rootKey: 0..<0, hour: SkyRun.hour), time: timely)
        #expect(run.tagSubframes.contains(hours.begin + 125))
        #expect(run.tagSubframes.isDisjoint(with: hours.begin + 127..<hours.begin + 160))
        #expect(run.engine.isRootKeyExpired && run.engine.counters.tagsWithoutRootKey > 0)
        run.feed(try hours.pages(130..<138, rootKey: 130..<138, hour: SkyRun.hour), time: timely)
        #expect(!run.engine.isRootKeyExpired)
        #expect(run.tagSubframes.contains(hours.begin + 136))
        #expect(run.engine.counters.tagsFailed == 0)
    }

    @Test func `a root key that is sent again after its time does not count`() throws {
        let hours = Hours(SkyRun.hour, subframes: 320)
        var run = SkyRun(hours.anchors, OSNMAConfiguration(improvements: .all))
        for subframes in [2..<9, 125..<133, 245..<252, 258..<266] {
            run.feed(try hours.pages(subframes, rootKey: subframes, hour: SkyRun.hour), time: timely)
        }
        // Galileo sends a root key for an hour and some minutes, and it counts for another hour.
        #expect(run.tagSubframes.isSuperset(of: [hours.begin + 130, hours.begin + 248]))
        #expect(run.tagSubframes.isDisjoint(with: hours.begin + 261..<hours.begin + 320))
        #expect(run.engine.isRootKeyExpired && run.engine.counters.tagsWithoutRootKey > 0)
        let newest = try hours.pages(266..<276, rootKey: 266..<276, hour: SkyRun.hour + 2, message: 4)
        run.feed(newest, time: timely)
        #expect(!run.engine.isRootKeyExpired && run.tagSubframes.contains(hours.begin + 274))
        #expect(run.engine.counters.tagsFailed == 0)
    }

    @Test func `the root key of a coming chain does not count for the chain in force`() throws {
        let hours = Hours(SkyRun.hour, subframes: 160)
        let (chain, begin, header) = (hours.chain, hours.begin, NMAHeader(byte: 0x94))
        let coming = SkyChain(id: 2, subframes: begin + 360..<begin + 361)
        let own = try hours.authority.rootKeyMessage(chain, hour: SkyRun.hour, header: header, signer: 1)
        let other = try hours.authority.rootKeyMessage(coming, hour: SkyRun.hour + 3, header: header, signer: 1)
        let sky = Sky(
            chain: { _ in chain }, header: { _ in header }, message: { $0 < begin + 8 ? (3, own) : (4, other) })
        var run = SkyRun(hours.anchors, OSNMAConfiguration(improvements: .all))
        for subframes in [2..<10, 100..<106, 122..<134] {
            run.feed(
                try sky.pages(begin + subframes.lowerBound..<begin + subframes.upperBound), time: timely)
        }
        #expect(run.engine.rootKeys.count == 2)
        #expect(run.tagSubframes.isSuperset(of: [begin + 103, begin + 124]))
        #expect(run.tagSubframes.isDisjoint(with: begin + 129..<begin + 160) && run.engine.isRootKeyExpired)
    }

    @Test func `a hot start has an hour to find a root key`() throws {
        let hours = Hours(SkyRun.hour, subframes: 300)
        var first = SkyRun(hours.anchors, OSNMAConfiguration(improvements: .all))
        first.feed(try hours.pages(2..<9, rootKey: 2..<7, hour: SkyRun.hour), time: timely)
        var run = SkyRun(
            engine: OSNMAEngine(
                configuration: OSNMAConfiguration(improvements: .all), anchors: hours.anchors,
                hotStart: first.engine.hotStart))
        run.feed(try hours.pages(150..<153, rootKey: 0..<0, hour: SkyRun.hour), time: timely)
        #expect(run.tagSubframes.contains(hours.begin + 151))
        run.feed(try hours.pages(268..<276, rootKey: 0..<0, hour: SkyRun.hour), time: timely)
        #expect(run.tagSubframes.contains(hours.begin + 270) && run.engine.isRootKeyExpired)
        #expect(run.tagSubframes.isDisjoint(with: hours.begin + 272..<hours.begin + 300))
    }

    @Test(
        "weeks beyond 4095, whose number begins at 0 again in the message", arguments: [4095, 4096, 4100, 8191, 8192])
    func weeks(_ week: Int) throws {
        // The last hour of the week before, and the first subframes of the week.
        let hours = Hours(168 * week - 1, subframes: 160)
        var run = SkyRun(hours.anchors)
        run.feed(try hours.pages(112..<128, rootKey: 112..<128, hour: 168 * week - 1))
        #expect(run.engine.counters.tagsFailed == 0 && run.engine.counters.keysFailed == 0)
        #expect(run.engine.counters.keysVerified == 16)
        #expect(run.engine.rootKeys.map(\.applicability.week) == [week - 1])
        #expect(run.tagSubframes.isSuperset(of: hours.begin + 114..<hours.begin + 126))
        let state = run.engine.hotStart
        let again = OSNMAEngine(configuration: .recording(.all), anchors: hours.anchors, hotStart: state)
        #expect(again.rootKeys == run.engine.rootKeys && again.startMode == .hot)
    }

    @Test func `codes are those of the published vectors`() throws {
        // RFC 4493, 4: AES-CMAC, examples 3 and 2.
        let key: [UInt8] = [
            0x2B, 0x7E, 0x15, 0x16, 0x28, 0xAE, 0xD2, 0xA6, 0xAB, 0xF7, 0x15, 0x88, 0x09, 0xCF, 0x4F, 0x3C,
        ]
        let message: [UInt8] = [
            0x6B, 0xC1, 0xBE, 0xE2, 0x2E, 0x40, 0x9F, 0x96, 0xE9, 0x3D, 0x7E, 0x11, 0x73, 0x93, 0x17, 0x2A, 0xAE, 0x2D,
            0x8A, 0x57, 0x1E, 0x03, 0xAC, 0x9C, 0x9E, 0xB7, 0x6F, 0xAC, 0x45, 0xAF, 0x8E, 0x51, 0x30, 0xC8, 0x1C, 0x46,
            0xA3, 0x5C, 0xE4, 0x11,
        ]
        func code(_ key: [UInt8], _ function: TagFunction, _ message: ArraySlice<UInt8>) -> UInt64? {
            let trusted = TESLAKey<Unverified>(subframe: 1, value: KeyBytes(key)).signed()
            let bytes = Array(message)
            let middle = bytes.count / 3
            return TagAuthenticator(key: trusted, function: function)?
                .code(bytes.span.extracting(0..<middle), bytes.span.extracting(middle..<bytes.count))
        }
        #expect(code(key, .cmac, message[0..<40]) == 0xDFA6_6747_DE9A_E630)
        #expect(code(key, .cmac, message[0..<16]) == 0x070A_16B4_6B4D_4144)
        // RFC 4231, 4.2: HMAC-SHA-256, test case 1.
        #expect(code([UInt8](repeating: 0x0B, count: 20), .hmac, Array("Hi There".utf8)[...]) == 0xB034_4C61_D8DB_3853)
    }
}
