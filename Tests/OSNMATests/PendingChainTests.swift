// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import OSNMA

/// The root key of a coming chain is on air for hours before the chain begins. Whoever hashes it down has keys for the
/// subframes before; nothing that is made with them may be authenticated, before the chain begins or after.
@Suite struct PendingChainTests {
    /// A change of the chain, as its announcement says.
    enum Change: String, CaseIterable {
        case endOfChain, chainRevoked, keyRevoked

        /// The header of the announcement.
        var announced: NMAHeader { NMAHeader(byte: self == .endOfChain ? 0x94 : self == .chainRevoked ? 0xD6 : 0xDA) }
        /// The header that says that the old chain is in service.
        var nominal: NMAHeader { NMAHeader(byte: 0x92) }
        /// The header once the new chain is in force.
        var after: NMAHeader { NMAHeader(byte: self == .endOfChain ? 0xA2 : self == .chainRevoked ? 0xA6 : 0xAA) }
        var signer: UInt8 { self == .keyRevoked ? 2 : 1 }
    }

    private let begin = SkyRun.begin
    /// The first subframe of the new chain.
    private let start = SkyRun.begin + 120

    private struct Stage {
        let authority = SkyAuthority()
        let old: SkyChain
        let new: SkyChain
        let first: [UInt8]
        let announcement: [UInt8]
        let anchors: TrustAnchors

        init(_ change: Change) throws {
            let begin = SkyRun.begin
            old = SkyChain(id: 1, subframes: begin..<begin + 160)
            new = SkyChain(id: 2, subframes: begin + 120..<begin + 180)
            first = try authority.rootKeyMessage(old, hour: SkyRun.hour, header: change.nominal, signer: 1)
            announcement = try authority.rootKeyMessage(
                new, hour: SkyRun.hour + 1, header: change.announced, signer: change.signer)
            anchors = TrustAnchors(
                roots: [MerkleRoot(authority.root)].compactMap { $0 },
                publicKeys: [1, 2].compactMap { [authority] in authority.publicKey($0) })
        }

        /// A sky of the attacker: data of his own, keys from below the root of the coming chain.
        func forged(_ header: NMAHeader, message: [UInt8]) -> Sky {
            let keys = SkyChain(below: new, root: SkyRun.begin + 119, count: 60)
            var sky = Sky(chain: { _ in keys }, header: { _ in header }, message: { _ in (4, message) })
            sky.issue = { _ in 666 }
            return sky
        }
    }

    private func configurations() -> [OSNMAConfiguration] {
        var live = OSNMAConfiguration(improvements: .all)
        live.margin = nil
        return [.recording(.all), live]
    }

    @Test("the whole sky is forged while the change is pending", arguments: Change.allCases, [true, false])
    func wholeSky(_ change: Change, isWarm: Bool) throws {
        let stage = try Stage(change)
        let message = stage.announcement
        let quiet = Sky(chain: { _ in stage.old }, header: { _ in change.nominal }, message: { _ in (3, stage.first) })
        let genuine = isWarm ? [] : try quiet.pages(start - 34..<start - 30)
        // Each header that may get tags judged; the genuine announcement is what makes the coming root known.
        let forged = try [change.announced, change.after].enumerated().flatMap { place, header in
            try stage.forged(header, message: message).pages(start - 30 + 8 * place..<start - 22 + 8 * place)
        }.sending { satellite, subframe in
            let block = (subframe * 5 + satellite) % (message.count / 13)
            return hkroot(change.announced.byte, dsm: 4, block: block, message[(block * 13)..<(block * 13 + 13)])
        }
        for configuration in configurations() {
            var run = SkyRun(stage.anchors, configuration)
            run.feed(genuine, time: punctual)
            #expect(run.tagSubframes.isEmpty == isWarm)
            let before = run.sets
            run.feed(forged, time: punctual)
            run.finish()
            #expect(run.engine.rootKeys.contains { $0.parameters.chainID == 2 })
            #expect(run.sets == before, "\(change): something forged was authenticated")
        }
    }

    @Test("data of the last minutes before the change are forged, the root comes after it", arguments: Change.allCases)
    func rootAfterwards(_ change: Change) throws {
        let stage = try Stage(change)
        let genuine = try stage.authority.rootKeyMessage(
            stage.new, hour: SkyRun.hour + 1, header: change.after, signer: change.signer)
        // Nothing of HKROOT comes before the change, so the coming root is not known in its own time.
        let nothing = [UInt8](repeating: 0, count: 15)
        let forged = try stage.forged(change.after, message: genuine).pages(start - 6..<start).sending { _, _ in nothing
        }
        let sky = Sky(chain: { _ in stage.new }, header: { _ in change.after }, message: { _ in (5, genuine) })
        let pages = try sky.pages(start..<start + 6)
        for configuration in configurations() {
            var run = SkyRun(stage.anchors, configuration)
            run.feed(forged, time: punctual)
            run.feed(pages, time: punctual)
            run.finish()
            #expect(run.tagSubframes.isDisjoint(with: start - 6..<start - 1), "\(change)")
            #expect(!run.sets.isEmpty)
            var honest = SkyRun(stage.anchors, configuration)
            honest.feed(pages, time: punctual)
            #expect(run.sets.isSubset(of: honest.sets), "\(change): something forged was authenticated")
        }
    }

    @Test("one satellite is forged among genuine ones", arguments: [Change.endOfChain])
    func oneSatellite(_ change: Change) throws {
        let stage = try Stage(change)
        let announced = change.announced
        let first = try stage.authority.rootKeyMessage(stage.old, hour: SkyRun.hour, header: announced, signer: 1)
        let sky = Sky(
            chain: { _ in stage.old }, header: { _ in announced },
            message: { $0 % 8 < 4 ? (3, first) : (4, stage.announcement) })
        let range = start - 30..<start - 16
        let pages = try sky.pages(range)
        let forged = try stage.forged(announced, message: stage.announcement).pages(range)
        let mixed = zip(pages, forged).map { $0.satellite == 5 ? $1 : $0 }
        for configuration in configurations() {
            var genuine = SkyRun(stage.anchors, configuration)
            genuine.feed(pages, time: punctual)
            var run = SkyRun(stage.anchors, configuration)
            run.feed(mixed, time: punctual)
            #expect(run.sets.isSubset(of: genuine.sets), "something forged was authenticated")
            #expect(run.tagSubframes.isSuperset(of: range.lowerBound + 8..<range.upperBound - 1))
        }
    }

    @Test func `a second root of a coming chain opens no keys between the first and itself`() throws {
        let stage = try Stage(.endOfChain)
        let (start, announced, after) = (start, Change.endOfChain.announced, Change.endOfChain.after)
        let new = SkyChain(id: 2, subframes: start..<start + 160)
        func root(_ hour: Int, _ header: NMAHeader) throws -> [UInt8] {
            try stage.authority.rootKeyMessage(new, hour: SkyRun.hour + hour, header: header, signer: 1)
        }
        let roots = (first: try root(1, announced), second: try root(2, announced), later: try root(2, after))
        let announcement = Sky(
            chain: { _ in stage.old }, header: { _ in announced },
            message: { $0 < start - 20 ? (4, roots.first) : (5, roots.second) })
        // The keys of the first hour of the chain, hashed down from the second root.
        let keys = SkyChain(below: new, root: start + 119, count: 118)
        var forged = Sky(chain: { _ in keys }, header: { _ in announced }, message: { _ in (5, roots.second) })
        forged.issue = { _ in 666 }
        let genuine = Sky(chain: { _ in new }, header: { _ in after }, message: { _ in (6, roots.later) })
        for configuration in configurations() {
            var run = SkyRun(stage.anchors, configuration)
            run.feed(try announcement.pages(start - 30..<start - 10), time: punctual)
            #expect(run.engine.rootKeys.map(\.subframe).contains(start + 119))
            let before = (run.sets, run.tagSubframes)
            run.feed(try forged.pages(start + 4..<start + 16), time: punctual)
            #expect(run.sets == before.0 && run.tagSubframes == before.1, "something forged was authenticated")
            // From the second root on, the chain serves.
            run.feed(try genuine.pages(start + 121..<start + 130), time: punctual)
            run.finish()
            #expect(run.tagSubframes.contains(start + 126))
            var honest = SkyRun(stage.anchors, configuration)
            honest.feed(try announcement.pages(start - 30..<start - 10), time: punctual)
            honest.feed(try genuine.pages(start + 121..<start + 130), time: punctual)
            honest.finish()
            #expect(run.sets.isSubset(of: honest.sets), "something forged was authenticated")
        }
    }

    @Test func `the root itself proves no tag: it is known before its time`() throws {
        let stage = try Stage(.endOfChain)
        var run = SkyRun(stage.anchors)
        let header = Change.endOfChain.announced
        run.feed(try stage.forged(header, message: stage.announcement).pages(start - 8..<start))
        run.finish()
        #expect(run.engine.rootKeys.map(\.parameters.chainID) == [2])
        #expect(run.sets.isEmpty && run.tagSubframes.isEmpty)
    }
}
