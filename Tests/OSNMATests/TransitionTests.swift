// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import OSNMA

/// Renewals and revocations, step by step as the official vectors show them.
@Suite struct TransitionTests {
    private let hour = SkyRun.hour
    private let begin = SkyRun.begin
    /// The subframe in which the second chain takes over.
    private let change = SkyRun.begin + 120

    private func chains() -> (SkyChain, SkyChain) {
        (
            SkyChain(id: 1, subframes: begin..<begin + 160), SkyChain(id: 2, subframes: change..<change + 60)
        )
    }

    private func anchors(_ authority: SkyAuthority, _ ids: [UInt8]) -> TrustAnchors {
        TrustAnchors(
            roots: [MerkleRoot(authority.root)].compactMap { $0 },
            publicKeys: ids.compactMap { authority.publicKey($0) })
    }

    @Test func `end of chain: tags go on over the change, slow ones with keys of the new chain`() throws {
        let authority = SkyAuthority()
        let (old, new) = chains()
        let change = change
        let announced = NMAHeader(byte: 0x94)
        let after = NMAHeader(byte: 0xA2)
        let first = try authority.rootKeyMessage(old, hour: hour, header: announced, signer: 1)
        let next = try authority.rootKeyMessage(new, hour: hour + 1, header: announced, signer: 1)
        let last = try authority.rootKeyMessage(new, hour: hour + 1, header: after, signer: 1)
        let sky = Sky(
            chain: { $0 < change ? old : new }, header: { $0 < change ? announced : after },
            message: { $0 >= change ? (5, last) : $0 % 8 < 4 ? (3, first) : (4, next) })
        var run = SkyRun(anchors(authority, [1]), OSNMAConfiguration.recording(.all))
        run.feed(try sky.pages(change - 20..<change + 20))
        run.finish()
        #expect(run.engine.counters.tagsFailed == 0 && run.engine.counters.keysFailed == 0)
        #expect(run.engine.counters.crossChainOK > 50)
        #expect(run.tagSubframes.isSuperset(of: change - 18..<change + 18))
        #expect(run.happened { if case .chainChanged(1, 2, _) = $0 { true } else { false } })
    }

    @Test func `chain revoked: nothing is authenticated until the new chain is in force`() throws {
        let authority = SkyAuthority()
        let (old, new) = chains()
        let change = change
        let revoked = change - 15
        let headers = [NMAHeader(byte: 0x92), NMAHeader(byte: 0xD6), NMAHeader(byte: 0xA6)]
        let messages = [
            try authority.rootKeyMessage(old, hour: hour, header: headers[0], signer: 1),
            try authority.rootKeyMessage(new, hour: hour + 1, header: headers[1], signer: 1),
            try authority.rootKeyMessage(new, hour: hour + 1, header: headers[2], signer: 1),
        ]
        func phase(_ subframe: Int) -> Int { subframe < revoked ? 0 : subframe < change ? 1 : 2 }
        let sky = Sky(
            chain: { $0 < change ? old : new }, header: { headers[phase($0)] },
            message: { (UInt8(3 + phase($0)), messages[phase($0)]) })
        var slow: [Int] = []
        for keeps in [true, false] {
            var configuration = OSNMAConfiguration.recording(.all)
            configuration.keepsPendingTags = keeps
            var run = SkyRun(anchors(authority, [1]), configuration)
            run.feed(try sky.pages(revoked - 14..<change + 14))
            run.finish()
            #expect(run.engine.counters.tagsFailed == 0)
            #expect(run.tagSubframes.isDisjoint(with: revoked..<change))
            #expect(run.tagSubframes.isSuperset(of: change..<change + 12))
            #expect(run.happened { if case .revoked(.chain(1), _) = $0 { true } else { false } })
            #expect(run.engine.counters.tagsDontUse > 300)
            slow.append(run.engine.counters.tagsOK.slowMAC)
        }
        // The slow tags of the last subframes before are kept only by who examines recordings.
        #expect(slow[0] > slow[1] + 40)
    }

    @Test func `new public key: received, proven by the tree, taken over, the old one dropped`() throws {
        let authority = SkyAuthority(p521: [2])
        let (chain, _) = chains()
        let begin = begin
        let header = NMAHeader(byte: 0x98)
        let old = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 1)
        let new = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 2)
        let key = authority.publicKeyMessage(2)
        let sky = Sky(
            chain: { _ in chain }, header: { _ in header },
            message: { $0 < begin + 6 ? (3, old) : $0 < begin + 12 ? (12, key) : (4, new) })
        var run = SkyRun(anchors(authority, [1]))
        run.feed(try sky.pages(begin + 2..<begin + 20))
        #expect(run.engine.counters.tagsFailed == 0 && run.engine.counters.rootKeysFailed == 0)
        #expect(run.engine.trustedPublicKeys.map(\.id) == [2])
        #expect(run.happened { if case .publicKeyDropped(1, _) = $0 { true } else { false } })
        #expect(run.tagSubframes.isSuperset(of: begin + 4..<begin + 18))
    }

    @Test func `public key revoked: chain and key go, the new ones take over`() throws {
        let authority = SkyAuthority()
        let (old, new) = chains()
        let change = change
        let revoked = change - 16
        let headers = [NMAHeader(byte: 0x92), NMAHeader(byte: 0xDA), NMAHeader(byte: 0xAA)]
        let messages = [
            try authority.rootKeyMessage(old, hour: hour, header: headers[0], signer: 1),
            try authority.rootKeyMessage(new, hour: hour + 1, header: headers[1], signer: 2),
            try authority.rootKeyMessage(new, hour: hour + 1, header: headers[2], signer: 2),
        ]
        let key = authority.publicKeyMessage(2)
        func phase(_ subframe: Int) -> Int { subframe < revoked ? 0 : subframe < change ? 1 : 2 }
        let sky = Sky(
            chain: { $0 < change ? old : new }, header: { headers[phase($0)] },
            message: { revoked + 2 <= $0 && $0 < revoked + 8 ? (12, key) : (UInt8(3 + phase($0)), messages[phase($0)]) }
        )
        var run = SkyRun(anchors(authority, [1]))
        run.feed(try sky.pages(revoked - 6..<change + 14))
        run.finish()
        #expect(run.engine.counters.tagsFailed == 0)
        #expect(run.tagSubframes.isDisjoint(with: revoked..<change))
        #expect(run.tagSubframes.isSuperset(of: change..<change + 12))
        #expect(run.engine.trustedPublicKeys.map(\.id) == [2])
        #expect(run.happened { if case .revoked(.chain(1), _) = $0 { true } else { false } })
    }

    @Test func `new Merkle tree: the key of the new tree takes over, the old tree is dropped`() throws {
        let authority = SkyAuthority()
        let successor = SkyAuthority()
        let (chain, _) = chains()
        let begin = begin
        let (nominal, header) = (NMAHeader(byte: 0x92), NMAHeader(byte: 0x9C))
        let before = try authority.rootKeyMessage(chain, hour: hour, header: nominal, signer: 2)
        let old = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 2)
        let new = try successor.rootKeyMessage(chain, hour: hour, header: header, signer: 1)
        let key = successor.publicKeyMessage(1)
        let sky = Sky(
            chain: { _ in chain }, header: { $0 < begin + 6 ? nominal : header },
            message: {
                $0 < begin + 6 ? (2, before) : $0 < begin + 12 ? (3, old) : $0 < begin + 18 ? (12, key) : (4, new)
            })
        let root = try #require(MerkleRoot(successor.root))
        for isKnown in [true, false] {
            var anchors = anchors(authority, [2])
            anchors.keys = anchors.publicKeys.map { ProvisionedKey($0, tree: MerkleRoot(authority.root)) }
            if isKnown { anchors.roots.append(root) }
            var run = SkyRun(anchors)
            run.feed(try sky.pages(begin + 2..<begin + 26))
            #expect(run.engine.counters.tagsFailed == 0)
            #expect(run.tagSubframes.isSuperset(of: begin + 4..<begin + 24))
            #expect((run.engine.counters.publicKeysFailed > 0) == !isKnown)
            if isKnown {
                #expect(run.engine.roots == [root])
                #expect(run.engine.trustedPublicKeys.map(\.id) == [1])
            } else {
                #expect(run.engine.counters.rootKeysWithoutKey > 0)
            }
        }
    }

    @Test func `alert message: everything stops, whether the tree or a root key proves it`() throws {
        let authority = SkyAuthority()
        let (chain, next) = chains()
        let begin = begin
        let header = NMAHeader(byte: 0x92)
        let alert = NMAHeader(byte: 0xDE)
        let ordinary = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 1)
        let signed = try authority.rootKeyMessage(next, hour: hour + 1, header: alert, signer: 1)
        for message in [authority.publicKeyMessage(15), signed] {
            let id: UInt8 = message == signed ? 6 : 12
            let sky = Sky(
                chain: { _ in chain }, header: { $0 < begin + 8 ? header : alert },
                message: { $0 < begin + 8 ? (3, ordinary) : (id, message) })
            var configuration = OSNMAConfiguration(improvements: .all)
            configuration.requiresTrustedTime = false
            var run = SkyRun(anchors(authority, [1]), configuration)
            run.feed(try sky.pages(begin + 2..<begin + 20))
            run.finish()
            #expect(run.engine.isStopped)
            #expect(run.engine.roots.isEmpty && run.engine.trustedPublicKeys.isEmpty)
            #expect(run.tagSubframes == Set(begin + 3..<begin + 8))
            #expect(run.engine.counters.tagsFailed == 0)
        }
    }
}
