// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import OSNMA

/// What an engine hands on to that of the next run.
@Suite struct HotStartTests {
    private let begin = SkyRun.begin

    /// A state that went through bytes, as a store keeps it.
    private func kept(_ run: SkyRun) throws -> HotStartState {
        let state = run.engine.hotStart
        let read = try #require(HotStartState(bytes: state.bytes))
        #expect(read == state)
        return read
    }

    private func run(_ anchors: TrustAnchors, _ state: HotStartState?) -> SkyRun {
        SkyRun(engine: OSNMAEngine(configuration: .recording(.all), anchors: anchors, hotStart: state))
    }

    @Test func `the next run begins hot: it authenticates at the second key, without a root key of its own`() throws {
        var quiet = try QuietSky()
        var first = SkyRun(quiet.anchors)
        first.feed(try quiet.pages(4))
        var second = run(quiet.anchors, try kept(first))
        #expect(second.engine.startMode == .hot)
        let silent = quiet.authority.publicKeyMessage(1)
        quiet.sky.message = { _ in (12, silent) }
        second.feed(try quiet.pages(3, from: 20))
        #expect(second.tagSubframes == [begin + 21])
        #expect(second.engine.counters.rootKeysVerified == 0)
    }

    @Test func `modes of start follow what is trusted`() throws {
        let quiet = try QuietSky()
        #expect(OSNMAEngine(configuration: .recording(.all), anchors: TrustAnchors()).startMode == .none)
        let cold = TrustAnchors(roots: quiet.anchors.roots)
        #expect(OSNMAEngine(configuration: .recording(.all), anchors: cold).startMode == .cold)
        #expect(OSNMAEngine(configuration: .recording(.all), anchors: quiet.anchors).startMode == .warm)
    }

    @Test func `a public key that was received is proven again by the tree, and only by it`() throws {
        let quiet = try QuietSky()
        var sky = quiet.sky
        let (begin, message) = (begin, sky.message)
        let publicKey = quiet.authority.publicKeyMessage(1)
        sky.message = { $0 < begin + 6 ? (12, publicKey) : message($0) }
        let cold = TrustAnchors(roots: quiet.anchors.roots)
        var first = SkyRun(cold)
        first.feed(try sky.pages(begin + 2..<begin + 12))
        let state = try kept(first)
        #expect(run(cold, state).engine.trustedPublicKeys.map(\.id) == [1])
        #expect(run(cold, state).engine.startMode == .hot)
        #expect(run(TrustAnchors(), state).engine.startMode == .none)
        let other = TrustAnchors(roots: [MerkleRoot(SkyAuthority().root)].compactMap { $0 })
        #expect(run(other, state).engine.startMode == .cold)
    }

    @Test func `a state that was tampered with makes nothing trusted`() throws {
        let quiet = try QuietSky()
        var first = SkyRun(quiet.anchors)
        first.feed(try quiet.pages(4))
        let state = try kept(first)
        for place in state.chains[0].rootKeyMessage.indices {
            var forged = state
            forged.chains[0].rootKeyMessage[place] ^= 0x10
            #expect(run(quiet.anchors, forged).engine.startMode == .warm, "byte \(place)")
        }
        // The root key itself is proven, the key is not: the chain begins at its root.
        var forged = state
        forged.chains[0].key[3] ^= 1
        var second = run(quiet.anchors, forged)
        second.feed(try quiet.pages(3, from: 20))
        #expect(second.tagSubframes == [begin + 21] && second.engine.counters.keysFailed == 0)
        for count in 0..<state.bytes.count { #expect(HotStartState(bytes: Array(state.bytes[..<count])) == nil) }
        #expect(HotStartState(bytes: state.bytes + [0]) == nil)
    }

    @Test func `a stored key too long ago makes nothing wrong: it waits for a root key`() throws {
        let quiet = try QuietSky()
        var first = SkyRun(quiet.anchors)
        first.feed(try quiet.pages(4))
        let state = try kept(first)
        var configuration = OSNMAConfiguration.recording(.all)
        configuration.maximumChainSteps = 10
        var second = SkyRun(
            engine: OSNMAEngine(configuration: configuration, anchors: quiet.anchors, hotStart: state))
        second.feed(try quiet.pages(1, from: 40))
        #expect(second.engine.counters.keysVerified == 0 && second.engine.counters.keysFailed == 0)
        #expect(second.anomalies.isEmpty)
        // An hour later the root key of that hour leads there again; messages that came before it are not lost.
        let hour = SkyRun.hour + 1
        let chain = SkyChain(id: 1, subframes: begin..<begin + 160)
        let old = try quiet.authority.rootKeyMessage(chain, hour: hour - 1, header: quiet.header, signer: 1)
        let new = try quiet.authority.rootKeyMessage(chain, hour: hour, header: quiet.header, signer: 1)
        var sky = Sky(chain: { _ in chain }, header: { _ in quiet.header }, message: { _ in (3, old) })
        var before = SkyRun(quiet.anchors)
        before.feed(try sky.pages(begin + 2..<begin + 6))
        var after = SkyRun(
            engine: OSNMAEngine(
                configuration: configuration, anchors: quiet.anchors, hotStart: try kept(before)))
        let publicKey = quiet.authority.publicKeyMessage(1)
        let start = begin + 122
        sky.message = { $0 < start + 4 ? (12, publicKey) : (4, new) }
        after.feed(try sky.pages(start..<start + 8))
        #expect(after.engine.counters.keysFailed == 0 && after.anomalies.isEmpty)
        #expect(after.tagSubframes == Set(start + 1..<start + 7))
    }

    @Test func `a stored chain that is out of use since makes nothing wrong`() throws {
        let quiet = try QuietSky()
        var first = SkyRun(quiet.anchors)
        first.feed(try quiet.pages(4))
        // Another chain of the same number.
        let chain = SkyChain(id: 1, hash: 2, subframes: begin + 120..<begin + 160)
        let message = try quiet.authority.rootKeyMessage(chain, hour: SkyRun.hour + 1, header: quiet.header, signer: 1)
        let publicKey = quiet.authority.publicKeyMessage(1)
        let start = begin + 122
        let sky = Sky(
            chain: { _ in chain }, header: { _ in quiet.header },
            message: { $0 < start + 4 ? (12, publicKey) : (4, message) })
        for improvements in [Improvements.all, .reference] {
            var second = SkyRun(
                engine: OSNMAEngine(
                    configuration: .recording(improvements), anchors: quiet.anchors, hotStart: try kept(first)))
            second.feed(try sky.pages(start..<start + 8))
            #expect(second.engine.counters.keysFailed == 0 && second.anomalies.isEmpty)
            #expect(second.engine.counters.tagsFailed == 0)
            #expect(second.tagSubframes == Set(start + 1..<start + 7))
        }
    }

    @Test func `the operator trusts and distrusts while it runs`() throws {
        let quiet = try QuietSky()
        let key = try #require(quiet.authority.publicKey(1))
        var run = SkyRun(TrustAnchors())
        run.feed(try quiet.pages(3))
        #expect(run.tagSubframes.isEmpty)
        let events = run.engine.trust(TrustAnchors(publicKeys: [key]))
        #expect(!events.isEmpty)
        run.feed(try quiet.pages(3, from: 5))
        #expect(run.tagSubframes == Set(begin + 4...begin + 6))
        let outcomes = [run.engine.distrust(key.fingerprint), run.engine.distrust(key.fingerprint)]
        #expect(outcomes == [true, false])
        run.feed(try quiet.pages(4, from: 8))
        #expect(run.tagSubframes == Set(begin + 4...begin + 6))
        #expect(run.engine.startMode == .none)
    }
}
