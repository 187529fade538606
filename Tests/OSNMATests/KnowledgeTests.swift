// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import OSNMA

/// What is known to be out of use is knowledge of the whole gateway, and only what proves it changes it.
@Suite struct KnowledgeTests {
    var begin: Int { SkyRun.begin }
    var hour: Int { SkyRun.hour }

    func root(_ authority: SkyAuthority) throws -> MerkleRoot { try #require(MerkleRoot(authority.root)) }

    private func installed(_ authority: SkyAuthority, _ id: UInt8, from hour: Int? = nil) throws -> ProvisionedKey {
        ProvisionedKey(
            try #require(authority.publicKey(id)), tree: try root(authority),
            begin: hour.flatMap { GST(secondsSinceEpoch: $0 * 3600) })
    }

    var live: OSNMAConfiguration {
        OSNMAConfiguration(improvements: .all)
    }

    private func happened(_ run: SkyRun, dropped id: UInt8) -> Bool {
        run.happened { if case .publicKeyDropped(id, _) = $0 { true } else { false } }
    }

    // MARK: several trees

    @Test("keys of a former tree come back on no account, whatever their number", arguments: [UInt8(1), 2, 3])
    func formerTree(_ id: UInt8) throws {
        let (authority, former) = (SkyAuthority(), SkyAuthority())
        let chain = SkyChain(id: 1, subframes: begin..<begin + 60)
        let replayed = SkyChain(id: 1, subframes: begin - 240..<begin - 100)
        let header = NMAHeader(byte: 0x92)
        let message = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 2)
        let begin = begin
        for announcement in [
            NMAHeader(byte: 0x92), NMAHeader(byte: 0x98), NMAHeader(byte: 0x9C), NMAHeader(byte: 0xDA),
        ] {
            let old = try former.rootKeyMessage(replayed, hour: hour - 2, header: announcement, signer: id)
            let key = former.publicKeyMessage(id)
            let sky = Sky(
                chain: { _ in chain }, header: { (6..<18).contains($0 - begin) ? announcement : header },
                message: { $0 - begin < 6 || $0 - begin >= 18 ? (3, message) : $0 - begin < 12 ? (12, key) : (5, old) })
            let anchors = TrustAnchors(
                roots: [try root(authority), try root(former)], keys: [try installed(authority, 2, from: hour - 1)])
            var run = SkyRun(anchors, live)
            run.feed(try sky.pages(begin + 2..<begin + 24), time: punctual)
            #expect(run.engine.trustedPublicKeys.map(\.id) == [2])
            #expect(run.engine.withdrawals.isEmpty && run.engine.roots.count == 2)
            #expect(run.engine.rootKeys.map(\.parameters.alpha) == [chain.alpha])
            #expect(run.tagSubframes.contains(begin + 22))
        }
    }

    @Test func `a former tree whose key is installed too withdraws nothing and serves no old root key`() throws {
        let (authority, former) = (SkyAuthority(), SkyAuthority())
        let chain = SkyChain(id: 1, subframes: begin..<begin + 60)
        let replayed = SkyChain(id: 2, subframes: begin - 240..<begin - 100)
        let (header, announcement) = (NMAHeader(byte: 0x92), NMAHeader(byte: 0x9C))
        let message = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 1)
        let old = try former.rootKeyMessage(replayed, hour: hour - 2, header: announcement, signer: 3)
        let begin = begin
        let sky = Sky(
            chain: { _ in chain }, header: { $0 - begin < 8 ? announcement : header },
            message: { $0 - begin < 8 ? (5, old) : (3, message) })
        let anchors = TrustAnchors(
            roots: [try root(former), try root(authority)],
            keys: [try installed(former, 3, from: hour - 100), try installed(authority, 1, from: hour - 1)])
        var run = SkyRun(anchors, live)
        run.feed(try sky.pages(begin + 2..<begin + 14), time: punctual)
        #expect(run.engine.trustedPublicKeys.count == 2 && run.engine.withdrawals.isEmpty)
        #expect(run.happened { if case .rootKeyRefused(_, .beforeInstalledKey, _) = $0 { true } else { false } })
        #expect(run.tagSubframes.contains(begin + 12))
    }

    @Test func `in a renewal from a cold start the old tree's message removes nothing, and the old tree goes at last`()
        throws
    {
        let (old, new) = (SkyAuthority(), SkyAuthority())
        let chain = SkyChain(id: 1, subframes: begin..<begin + 200)
        let header = NMAHeader(byte: 0x9C)
        let by = (
            old: try old.rootKeyMessage(chain, hour: hour, header: header, signer: 3),
            new: try new.rootKeyMessage(chain, hour: hour, header: header, signer: 1),
            later: try new.rootKeyMessage(chain, hour: hour + 1, header: header, signer: 1)
        )
        let (oldKey, newKey) = (old.publicKeyMessage(3), new.publicKeyMessage(1))
        let begin = begin
        let sky = Sky(
            chain: { _ in chain }, header: { _ in header },
            message: {
                switch $0 - begin {
                case ..<6: (12, newKey)
                case ..<10: (3, by.new)
                case ..<16: (13, oldKey)
                case ..<20: (4, by.old)
                case ..<24: (3, by.new)
                default: (5, by.later)
                }
            })
        var run = SkyRun(TrustAnchors(roots: [try root(old), try root(new)]))
        run.feed(try sky.pages(begin + 2..<begin + 24))
        #expect(Set(run.engine.trustedPublicKeys.map(\.id)) == [1, 3])
        #expect(run.engine.withdrawals.isEmpty && run.engine.roots.count == 2)
        run.feed(try sky.pages(begin + 122..<begin + 126))
        #expect(run.engine.trustedPublicKeys.map(\.id) == [1])
        let newRoot = try root(new)
        #expect(run.engine.roots == [newRoot])
        #expect(run.engine.withdrawals.anchors.allSatisfy { $0.cause == .treeRenewed })
        // Nor does it come back when its messages are sent again.
        run.feed(
            try Sky(chain: sky.chain, header: sky.header, message: { $0 - begin < 134 ? (13, oldKey) : (4, by.old) })
                .pages(begin + 126..<begin + 138))
        #expect(run.engine.trustedPublicKeys.map(\.id) == [1] && run.engine.roots == [newRoot])
        #expect(run.tagSubframes.contains(begin + 136))
    }

    @Test func `keys whose tree is not known let a renewal happen and lose nothing by it`() throws {
        let (old, new) = (SkyAuthority(), SkyAuthority())
        let chain = SkyChain(id: 1, subframes: begin..<begin + 60)
        let (nominal, header) = (NMAHeader(byte: 0x92), NMAHeader(byte: 0x9C))
        let before = try old.rootKeyMessage(chain, hour: hour, header: nominal, signer: 3)
        let announced = try old.rootKeyMessage(chain, hour: hour, header: header, signer: 3)
        let after = try new.rootKeyMessage(chain, hour: hour, header: header, signer: 1)
        let key = new.publicKeyMessage(1)
        let begin = begin
        let sky = Sky(
            chain: { _ in chain }, header: { $0 - begin < 12 ? nominal : header },
            message: {
                switch $0 - begin {
                case ..<6: (3, before)
                case ..<12: (12, key)
                case ..<18: (4, announced)
                default: (5, after)
                }
            })
        let anchors = TrustAnchors(
            roots: [try root(old), try root(new)], publicKeys: [try #require(old.publicKey(3))])
        var run = SkyRun(anchors)
        run.feed(try sky.pages(begin + 2..<begin + 12))
        #expect(run.engine.trustedPublicKeys.map(\.id) == [3])
        run.feed(try sky.pages(begin + 12..<begin + 24))
        #expect(Set(run.engine.trustedPublicKeys.map(\.id)) == [1, 3] && run.engine.withdrawals.isEmpty)
        #expect(run.engine.rootKeys.first?.publicKeyID == 1)
    }

    // MARK: revocations

    @Test func `a revocation heard before its chain is known is remembered, over a restart too`() throws {
        let authority = SkyAuthority()
        let change = begin + 120
        let old = SkyChain(id: 1, subframes: begin..<begin + 160)
        let new = SkyChain(id: 2, subframes: change..<change + 60)
        let (nominal, revoked) = (NMAHeader(byte: 0x92), NMAHeader(byte: 0xD6))
        let announcement = try authority.rootKeyMessage(new, hour: hour + 1, header: revoked, signer: 1)
        let replayed = try authority.rootKeyMessage(old, hour: hour, header: nominal, signer: 1)
        let anchors = TrustAnchors(roots: [try root(authority)], publicKeys: [try #require(authority.publicKey(1))])
        var run = SkyRun(anchors, live)
        let sky = Sky(chain: { _ in old }, header: { _ in revoked }, message: { _ in (4, announcement) })
        run.feed(try sky.pages(change - 30..<change - 26), time: punctual)
        #expect(run.happened { if case .revoked(.chain(1), _) = $0 { true } else { false } })
        // Who has the secret of the compromised chain sends the service of before.
        let forged = Sky(chain: { _ in old }, header: { _ in nominal }, message: { _ in (3, replayed) })
        let pages = try forged.pages(change - 24..<change - 16)
        let state = try #require(HotStartState(bytes: run.engine.hotStart.bytes))
        run.feed(pages, time: punctual)
        #expect(run.tagSubframes.isEmpty)
        #expect(run.happened { if case .rootKeyRefused(_, .revokedChain, _) = $0 { true } else { false } })
        var again = SkyRun(engine: OSNMAEngine(configuration: live, anchors: anchors, hotStart: state))
        again.feed(pages, time: punctual)
        #expect(again.tagSubframes.isEmpty)
        // Another engine adopts it while it uses that chain.
        var other = SkyRun(anchors, live)
        other.feed(try forged.pages(change - 40..<change - 34), time: punctual)
        #expect(!other.tagSubframes.isEmpty)
        let before = other.tagSubframes
        #expect(
            !other.engine.adopt(run.engine.withdrawals).contains {
                if case .publicKeyDropped = $0 { true } else { false }
            })
        other.feed(pages, time: punctual)
        #expect(other.tagSubframes == before)
    }

    @Test func `what one engine knows to be out of use another takes over, and nothing is taken back`() throws {
        let authority = SkyAuthority()
        let chain = SkyChain(id: 1, subframes: begin..<begin + 60)
        let header = NMAHeader(byte: 0x92)
        let ordinary = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 1)
        let alert = authority.publicKeyMessage(15)
        let begin = begin
        let sky = Sky(
            chain: { _ in chain }, header: { _ in header }, message: { $0 - begin < 6 ? (3, ordinary) : (12, alert) })
        let anchors = TrustAnchors(roots: [try root(authority)], publicKeys: [try #require(authority.publicKey(1))])
        var heard = SkyRun(anchors, live)
        heard.feed(try sky.pages(begin + 2..<begin + 12), time: punctual)
        #expect(heard.engine.isStopped)
        var other = SkyRun(anchors, live)
        other.feed(try sky.pages(begin + 2..<begin + 6), time: punctual)
        #expect(!other.engine.isStopped)
        let known = heard.engine.withdrawals
        _ = other.engine.adopt(known)
        #expect(other.engine.isStopped && other.engine.startMode == .none)
        #expect(other.engine.adopt(known).isEmpty)
        var merged = Withdrawals()
        #expect(merged.merge(known) && !merged.merge(Withdrawals()) && merged == known)
        let kept = try #require(HotStartState(bytes: other.engine.hotStart.bytes))
        #expect(kept.withdrawals == known)
        #expect(kept.withdrawals.anchors.allSatisfy { $0.cause == .alert && $0.message == alert })
    }

    // MARK: simulation

    @Test func `an alert of a simulation reaches no key of Galileo, and nothing of it is kept`() throws {
        let (galileo, simulation) = (SkyAuthority(), SkyAuthority())
        let chain = SkyChain(id: 1, subframes: begin..<begin + 60)
        let header = NMAHeader(byte: 0x92)
        let ordinary = try galileo.rootKeyMessage(chain, hour: hour, header: header, signer: 1)
        let alert = simulation.publicKeyMessage(15)
        let rehearsed = try simulation.rootKeyMessage(
            SkyChain(id: 2, subframes: begin + 120..<begin + 121), hour: hour + 1, header: NMAHeader(byte: 0xDE),
            signer: 2)
        let begin = begin
        let anchors = TrustAnchors(
            roots: [try root(galileo), try root(simulation)],
            keys: [try installed(galileo, 1), try installed(simulation, 2)])
        for message in [alert, rehearsed] {
            let isKey = message == alert
            let sky = Sky(
                chain: { _ in chain },
                header: { (6..<12).contains($0 - begin) && !isKey ? NMAHeader(byte: 0xDE) : header },
                message: { (6..<12).contains($0 - begin) ? (isKey ? 12 : 6, message) : (3, ordinary) })
            var run = SkyRun(anchors, live)
            run.feed(try sky.pages(begin + 2..<begin + 20), time: punctual)
            #expect(!run.engine.isStopped)
            let galileoRoot = try root(galileo)
            #expect(run.engine.roots == [galileoRoot])
            #expect(run.engine.trustedPublicKeys == [galileo.publicKey(1)].compactMap { $0 })
            #expect(run.tagSubframes.contains(begin + 18))
            let kept = run.engine.hotStart(excluding: [try root(simulation).fingerprint])
            #expect(kept.withdrawals.isEmpty && kept.chains.count == 1)
        }
    }

    // MARK: replays of root keys

    @Test func `an older root key of the chain proves no presence within the hour`() throws {
        let authority = SkyAuthority()
        let chain = SkyChain(id: 1, subframes: begin..<begin + 300)
        let header = NMAHeader(byte: 0x92)
        let old = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 1)
        let new = try authority.rootKeyMessage(chain, hour: hour + 1, header: header, signer: 1)
        let anchors = TrustAnchors(roots: [try root(authority)], publicKeys: [try #require(authority.publicKey(1))])
        let begin = begin
        let sky = Sky(
            chain: { _ in chain }, header: { _ in header }, message: { $0 < begin + 128 ? (3, new) : (4, old) })
        var run = SkyRun(anchors, live)
        run.feed(try sky.pages(begin + 122..<begin + 132), time: punctual)
        #expect(run.happened { if case .rootKeyRefused(_, .outdated, _) = $0 { true } else { false } })
        run.feed(try sky.pages(begin + 250..<begin + 256), time: punctual)
        #expect(run.engine.isRootKeyExpired)
        #expect(!run.tagSubframes.contains(begin + 254))
    }

    @Test func `a "don't use" of equal time that is sent again silences nothing for longer than a tag takes`() throws {
        let quiet = try QuietSky()
        let silence = NMAHeader(byte: 0xD2)
        let replayed = try quiet.authority.rootKeyMessage(quiet.chain, hour: hour, header: silence, signer: 1)
        let genuine = quiet.sky.message(0).bytes
        let begin = begin
        // Satellite 11 sends the old message, header and all; the others send what Galileo sends.
        let pages = try quiet.pages(30).sending { satellite, subframe in
            guard satellite == 11, subframe >= begin + 6 else { return nil }
            let block = subframe % (replayed.count / 13)
            return hkroot(silence.byte, dsm: 7, block: block, replayed[(block * 13)..<(block * 13 + 13)])
        }
        #expect(genuine.count == replayed.count)
        var run = SkyRun(quiet.anchors, live)
        var silent = 0
        for subframe in begin + 2..<begin + 32 {
            run.feed(pages.filter { $0.subframe == subframe }, time: punctual)
            if run.engine.provenStatus == .dontUse { silent += 1 }
        }
        #expect(silent <= 3, "\(silent) subframes of silence")
        #expect(run.engine.provenStatus == .operational)
    }
}

/// What a receiver hears that was off, or has no clock, while something happened.
extension KnowledgeTests {
    private func anchors(_ authority: SkyAuthority, _ ids: [UInt8]) throws -> TrustAnchors {
        TrustAnchors(roots: [try root(authority)], publicKeys: ids.compactMap { authority.publicKey($0) })
    }

    @Test(
        "who missed the revocation hears of it from the new chain",
        arguments: [NMAHeader(byte: 0xA6), NMAHeader(byte: 0xA2)])
    func missedRevocation(_ after: NMAHeader) throws {
        let authority = SkyAuthority()
        let change = begin + 120
        let old = SkyChain(id: 1, subframes: begin..<begin + 160)
        let new = SkyChain(id: 2, subframes: change..<change + 60)
        let first = try authority.rootKeyMessage(old, hour: hour, header: NMAHeader(byte: 0x92), signer: 1)
        let next = try authority.rootKeyMessage(new, hour: hour + 1, header: after, signer: 1)
        let before = Sky(chain: { _ in old }, header: { _ in NMAHeader(byte: 0x92) }, message: { _ in (3, first) })
        let sky = Sky(chain: { _ in new }, header: { _ in after }, message: { _ in (4, next) })
        // The secret of the revoked chain: keys that were never sent, over data of the attacker.
        var forged = Sky(chain: { _ in old }, header: { _ in after }, message: { _ in (4, next) })
        forged.issue = { _ in 666 }
        let genuine = try sky.pages(change + 4..<change + 18)
        let attackers = try forged.pages(change + 8..<change + 18).filter { $0.satellite == 2 }
        var run = SkyRun(try anchors(authority, [1]), live)
        run.feed(try before.pages(begin + 100..<begin + 106), time: punctual)
        run.feed(genuine.filter { $0.subframe < change + 8 }, time: punctual)
        #expect(run.tagSubframes.contains(change + 6))
        var honest = run
        honest.feed(genuine.filter { $0.subframe >= change + 8 }, time: punctual)
        // One satellite of the attacker, a little ahead of the genuine ones in each subframe.
        for subframe in change + 8..<change + 18 {
            run.feed(attackers.filter { $0.subframe == subframe }, time: punctual)
            run.feed(genuine.filter { $0.subframe == subframe && $0.satellite != 2 }, time: punctual)
        }
        #expect(run.sets.isSubset(of: honest.sets), "something forged was authenticated")
        #expect(run.tagSubframes.isSuperset(of: change + 8..<change + 17), "one satellite silences the others")
        #expect(run.engine.provenStatus == .operational)
    }

    @Test func `a newer key that signs in ordinary service puts the older ones out of use, and what they alone signed`()
        throws
    {
        let authority = SkyAuthority()
        let chain = SkyChain(id: 1, subframes: begin..<begin + 60)
        let forged = SkyChain(id: 3, subframes: begin..<begin + 60)
        let header = NMAHeader(byte: 0x92)
        let message = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 2)
        let (oldKey, newKey) = (authority.publicKeyMessage(1), authority.publicKeyMessage(2))
        // A key that was revoked years ago is in the attacker's hands.
        let claimed = try authority.rootKeyMessage(forged, hour: hour, header: NMAHeader(byte: 0xB2), signer: 1)
        let begin = begin
        let attack = Sky(
            chain: { _ in forged }, header: { _ in NMAHeader(byte: 0xB2) },
            message: { $0 - begin < 8 ? (12, oldKey) : (4, claimed) })
        let sky = Sky(
            chain: { _ in chain }, header: { _ in header }, message: { $0 - begin < 20 ? (13, newKey) : (3, message) })
        var run = SkyRun(TrustAnchors(roots: [try root(authority)]), live)
        run.feed(try attack.pages(begin + 2..<begin + 14), time: punctual)
        run.feed(try sky.pages(begin + 14..<begin + 28), time: punctual)
        #expect(run.engine.trustedPublicKeys.map(\.id) == [2])
        #expect(run.engine.rootKeys.map(\.publicKeyID) == [2])
        #expect(run.tagSubframes.contains(begin + 26))
    }

    @Test func `a root key that is sent again forty years ahead, without a clock, is forgotten when time is right`()
        throws
    {
        let quiet = try QuietSky()
        // The signed twelve bits of the week come again after 4096 weeks.
        let turn = 4096 * 604_800
        let pages = try quiet.pages(6)
        var run = SkyRun(quiet.anchors, live)
        run.feed(pages.map { Sky.Page(satellite: $0.satellite, start: $0.start + turn, bits: $0.bits) })
        #expect(!run.engine.rootKeys.isEmpty && run.sets.isEmpty)
        let state = try #require(HotStartState(bytes: run.engine.hotStart.bytes))
        run.feed(try quiet.pages(10, from: 10), time: punctual)
        #expect(run.tagSubframes.contains(begin + 17))
        var again = SkyRun(engine: OSNMAEngine(configuration: live, anchors: quiet.anchors, hotStart: state))
        again.feed(try quiet.pages(8, from: 10), time: punctual)
        #expect(again.tagSubframes.contains(begin + 15))
    }
}
