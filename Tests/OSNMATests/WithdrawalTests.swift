// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import OSNMA

/// What Galileo put out of use stays so: for who replays it, and over restarts.
@Suite struct WithdrawalTests {
    private let begin = SkyRun.begin
    private let hour = SkyRun.hour

    private func anchors(_ authority: SkyAuthority, _ ids: [UInt8]) -> TrustAnchors {
        TrustAnchors(
            roots: [MerkleRoot(authority.root)].compactMap { $0 },
            publicKeys: ids.compactMap { authority.publicKey($0) })
    }

    private func restarted(_ run: SkyRun, _ anchors: TrustAnchors) throws -> OSNMAEngine {
        let state = try #require(HotStartState(bytes: run.engine.hotStart.bytes))
        return OSNMAEngine(configuration: .recording(.all), anchors: anchors, hotStart: state)
    }

    @Test(
        "an old public key is not taken again, whether the new one was received or installed", arguments: [true, false])
    func renewal(isInstalled: Bool) throws {
        let authority = SkyAuthority()
        let chain = SkyChain(id: 1, subframes: begin..<begin + 60)
        let header = NMAHeader(byte: 0x98)
        let old = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 1)
        let new = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 2)
        let (oldKey, newKey) = (authority.publicKeyMessage(1), authority.publicKeyMessage(2))
        let begin = begin
        let sky = Sky(
            chain: { _ in chain }, header: { _ in header },
            message: {
                switch $0 - begin {
                case ..<6: (3, old)
                case ..<12: (12, newKey)
                case ..<18: (4, new)
                default: (13, oldKey)
                }
            })
        let anchors = anchors(authority, isInstalled ? [1, 2] : [1])
        var run = SkyRun(anchors)
        run.feed(try sky.pages(begin + 2..<begin + 26))
        #expect(run.engine.trustedPublicKeys.map(\.id) == [2])
        let fingerprint = try #require(authority.publicKey(1)?.fingerprint)
        #expect(run.engine.withdrawn == [fingerprint])
        let engine = try restarted(run, anchors)
        #expect(engine.trustedPublicKeys.map(\.id) == [2] && engine.startMode == .hot)
        // The operator's word counts.
        var later = engine
        _ = later.trust(self.anchors(authority, [1]))
        #expect(Set(later.trustedPublicKeys.map(\.id)) == [1, 2])
    }

    @Test("what was received meanwhile withdraws a key that counts again by the clock", arguments: [true, false])
    func againByClock(isDecision: Bool) throws {
        let authority = SkyAuthority()
        let chain = SkyChain(id: 1, subframes: begin..<begin + 60)
        let header = NMAHeader(byte: 0x92)
        let message = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 2)
        let sky = Sky(chain: { _ in chain }, header: { _ in header }, message: { _ in (4, message) })
        var run = SkyRun(anchors(authority, [1, 2]))
        let old = try #require(authority.publicKey(1)?.fingerprint)
        // The clock is ahead, so that the end of the older key has passed.
        _ = run.engine.distrust(old)
        run.feed(try sky.pages(begin + 2..<begin + 12))
        #expect(run.engine.trustedPublicKeys.map(\.id) == [2])
        _ = run.engine.trust(anchors(authority, [1]), isDecision: isDecision)
        run.feed(try sky.pages(begin + 12..<begin + 22))
        #expect(run.engine.trustedPublicKeys.map(\.id).sorted() == (isDecision ? [1, 2] : [2]))
    }

    @Test func `what the operator installs pushes out nothing that was installed before`() throws {
        let authority = SkyAuthority()
        var engine = OSNMAEngine(configuration: .recording(.all), anchors: anchors(authority, [1]))
        for _ in 0..<5 {
            let other = SkyAuthority()
            _ = engine.trust(anchors(other, [1, 2, 3, 4]))
        }
        for _ in 0..<5 { _ = engine.trust(anchors(SkyAuthority(), [])) }
        #expect(engine.trustedPublicKeys.count == 21 && engine.roots.count == 11)
        #expect(engine.trustedPublicKeys.first == authority.publicKey(1))
        #expect(engine.roots.first?.bytes == authority.root)
    }

    @Test func `an older key of the tree is not taken in place of a later one`() throws {
        let authority = SkyAuthority()
        let chain = SkyChain(id: 1, subframes: begin..<begin + 40)
        let header = NMAHeader(byte: 0x92)
        let message = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 3)
        let oldKey = authority.publicKeyMessage(2)
        let begin = begin
        let sky = Sky(
            chain: { _ in chain }, header: { _ in header }, message: { $0 < begin + 8 ? (3, message) : (12, oldKey) })
        var run = SkyRun(anchors(authority, [3]))
        run.feed(try sky.pages(begin + 2..<begin + 16))
        #expect(run.engine.trustedPublicKeys.map(\.id) == [3])
        #expect(run.engine.counters.publicKeysVerified > 0)
    }

    @Test func `after the alert message a restart trusts nothing, until the operator installs something new`() throws {
        let authority = SkyAuthority()
        let successor = SkyAuthority()
        let chain = SkyChain(id: 1, subframes: begin..<begin + 60)
        let header = NMAHeader(byte: 0x92)
        let ordinary = try authority.rootKeyMessage(chain, hour: hour, header: header, signer: 1)
        let alert = authority.publicKeyMessage(15)
        let begin = begin
        let sky = Sky(
            chain: { _ in chain }, header: { _ in header }, message: { $0 < begin + 8 ? (3, ordinary) : (12, alert) })
        let anchors = anchors(authority, [1])
        var run = SkyRun(anchors)
        run.feed(try sky.pages(begin + 2..<begin + 16))
        #expect(run.engine.isStopped)
        var engine = try restarted(run, anchors)
        #expect(engine.startMode == .none && engine.roots.isEmpty && engine.rootKeys.isEmpty)
        _ = engine.trust(self.anchors(successor, [1]))
        #expect(engine.startMode == .warm)
        var stopped = run.engine
        _ = stopped.trust(self.anchors(successor, [1]))
        #expect(!stopped.isStopped && stopped.trustedPublicKeys.count == 1)
        let next = try successor.rootKeyMessage(chain, hour: hour, header: header, signer: 1)
        let other = Sky(chain: { _ in chain }, header: { _ in header }, message: { _ in (5, next) })
        var again = SkyRun(engine: stopped)
        again.feed(try other.pages(begin + 20..<begin + 26))
        #expect(again.tagSubframes.contains(begin + 23))
    }

    @Test func `what has ended or was removed pushes out no revocation`() throws {
        let time = try #require(GST(week: 1400, tow: 0))
        func anchor(_ number: UInt16, _ cause: Withdrawals.Cause, _ message: [UInt8]) throws -> Withdrawals.Anchor {
            let bytes = [UInt8(number >> 8), UInt8(number & 0xFF)] + [UInt8](repeating: 0, count: 30)
            let fingerprint = try #require(TrustFingerprint(bytes))
            return Withdrawals.Anchor(
                fingerprint: fingerprint, cause: cause, domain: fingerprint, time: time, message: message)
        }
        var state = HotStartState()
        let revoked = try anchor(0, .keyRevoked, [1])
        state.withdrawals.insert(revoked)
        for number in UInt16(1)...300 { state.withdrawals.insert(try anchor(number, .renewed, [])) }
        #expect(state.withdrawals.contains(revoked.fingerprint) && state.withdrawals.anchors.count == 255)
        #expect(HotStartState(bytes: state.bytes) == state)
    }

    @Test func `a chain that was revoked stays so over a restart`() throws {
        let authority = SkyAuthority()
        let change = begin + 120
        let old = SkyChain(id: 1, subframes: begin..<begin + 160)
        let new = SkyChain(id: 2, subframes: change..<change + 60)
        let headers = [NMAHeader(byte: 0x92), NMAHeader(byte: 0xD6)]
        let revoked = change - 8
        let messages = [
            try authority.rootKeyMessage(old, hour: hour, header: headers[0], signer: 1),
            try authority.rootKeyMessage(new, hour: hour + 1, header: headers[1], signer: 1),
        ]
        let sky = Sky(
            chain: { _ in old }, header: { headers[$0 < revoked ? 0 : 1] },
            message: { $0 < revoked ? (3, messages[0]) : (4, messages[1]) })
        let anchors = anchors(authority, [1])
        var configuration = OSNMAConfiguration(improvements: .all)
        configuration.requiresTrustedTime = false
        var run = SkyRun(anchors, configuration)
        run.feed(try sky.pages(revoked - 6..<revoked + 6))
        #expect(run.happened { if case .revoked(.chain(1), _) = $0 { true } else { false } })
        let state = try #require(HotStartState(bytes: run.engine.hotStart.bytes))
        #expect(state.chains.contains { $0.revokedFrom != nil })
        var again = SkyRun(
            engine: OSNMAEngine(configuration: configuration, anchors: anchors, hotStart: state))
        // A replay of the service before, with keys of the revoked chain.
        let replay = Sky(chain: { _ in old }, header: { _ in headers[0] }, message: { _ in (3, messages[0]) })
        again.feed(try replay.pages(change - 2..<change + 8))
        #expect(again.tagSubframes.isEmpty)
    }
}
