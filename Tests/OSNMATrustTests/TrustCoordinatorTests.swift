// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import OSNMA
import OSNMAFiles
import OSNMAValidation
import Storage
import Synchronization
import Testing

@testable import OSNMATrust

/// What OSNMA trusts, over restarts and while it runs.
struct TrustCoordinatorTests {
    /// 2026-11-21.
    private static let now: Int64 = 1_795_219_200_000
    private let key = "036864eaa4347ffdeeb8be07bb0730dda2f0c25d9d8670c391e3b3815ccdecc988"
    private let root = "a10c440f3aa62453526db4af76df8d9410d35d8277397d7053c700d192702b0d"

    private func coordinator(_ store: Store, expires: Bool = true) -> TrustCoordinator {
        TrustCoordinator(store, expires: expires) { Self.now }
    }

    private func changes(_ coordinator: TrustCoordinator) -> @Sendable () -> [TrustChange] {
        let box = Box()
        coordinator.observe { change in box.changes.withLock { $0.append(change) } }
        return { box.changes.withLock { $0 } }
    }

    private final class Box: Sendable { let changes = Mutex<[TrustChange]>([]) }

    @Test func `a first start trusts what is built in`() async throws {
        let coordinator = coordinator(try Store())
        let start = try await coordinator.load()
        let (anchors, state) = (start.anchors, start.hotStart)
        #expect(anchors.roots.count == 1 && anchors.publicKeys.map(\.id) == [2] && state == nil)
        let list = try await coordinator.trustList()
        #expect(list.map(\.origin.value) == [.builtIn, .builtIn] && list.map(\.state.value) == [.trusted, .trusted])
        #expect(list[0].content == list[0].fingerprint)
    }

    @Test func `what a person adds and removes holds at once and is stored; what is built in can be removed too`()
        async throws
    {
        let store = try Store()
        let coordinator = coordinator(store)
        let changes = changes(coordinator)
        let added = try await coordinator.trust([
            TrustRequest(pkid: 8, content: key, source: "k.xml"),
            TrustRequest(pkid: nil, content: root, source: "t.xml"),
        ])
        #expect(added.map(\.state.value) == [.trusted, .trusted] && added.map(\.pkid) == [8, nil])
        let builtIn = try await coordinator.trustList()[0].fingerprint
        #expect(try await coordinator.distrust(String(builtIn.prefix(8)).uppercased()).state == .removed)
        let start = try await TrustCoordinator(store, expires: true) { Self.now }.load()
        let (anchors, state) = (start.anchors, start.hotStart)
        #expect(anchors.publicKeys.map(\.id) == [2, 8])
        #expect(anchors.roots.map(\.fingerprint.description) == [root])
        #expect(state?.withdrawals.anchors.map(\.fingerprint).map(\.description) == [builtIn])
        let told = changes()
        guard told.count == 2, case .trusted(let new, 1) = told[0], case .distrusted(let gone) = told[1] else {
            Issue.record("\(told)")
            return
        }
        #expect(new.publicKeys.map(\.id) == [8] && new.roots.count == 1 && gone.description == builtIn)
    }

    @Test func `what Galileo withdrew is not trusted again until a person says so`() async throws {
        let store = try Store()
        let coordinator = coordinator(store)
        let fingerprint = try #require((try await coordinator.load()).anchors.publicKeys.first?.fingerprint)
        var state = HotStartState()
        state.withdrawals.insert(
            Withdrawals.Anchor(
                fingerprint: fingerprint, cause: .renewed, domain: fingerprint,
                time: try #require(GST(secondsSinceEpoch: 0)), message: []))
        try await coordinator.save(LearntTrust(state: state, decision: 0))
        #expect(try await coordinator.load().anchors.publicKeys.isEmpty)
        #expect(try await coordinator.trustList().map(\.state.value) == [.trusted, .withdrawn])
        let content = try await coordinator.trustList()[1].content
        #expect(
            try await coordinator.trust([TrustRequest(pkid: 2, content: content, source: "x")]).map(\.state.value) == [
                .trusted
            ])
        let start = try await coordinator.load()
        #expect(start.anchors.publicKeys.map(\.id) == [2] && start.hotStart?.withdrawals.anchors.isEmpty == true)
    }

    private func withdrawal(_ fingerprint: TrustFingerprint, _ cause: Withdrawals.Cause = .alert) throws
        -> HotStartState
    {
        var state = HotStartState()
        state.withdrawals.insert(
            Withdrawals.Anchor(
                fingerprint: fingerprint, cause: cause, domain: fingerprint,
                time: try #require(GST(week: 1400, tow: 0)), message: [1, 2, 3]))
        return state
    }

    @Test func `what one receiver heard to be out of use is not forgotten by what another learnt`() async throws {
        let store = try Store()
        let coordinator = coordinator(store)
        let anchors = try await coordinator.load().anchors
        let fingerprints = anchors.roots.map(\.fingerprint) + anchors.publicKeys.map(\.fingerprint)
        for fingerprint in fingerprints {
            try await coordinator.save(LearntTrust(state: try withdrawal(fingerprint), decision: 0))
        }
        try await coordinator.save(LearntTrust(state: HotStartState(), decision: 0))
        let list = try await coordinator.trustList()
        #expect(list.map(\.state.value) == [.withdrawn, .withdrawn] && list.map(\.cause?.value) == [.alert, .alert])
        #expect(list.allSatisfy { $0.message == "010203" && $0.domain == $0.fingerprint && $0.heard != nil })
        let start = try await coordinator.load()
        #expect(start.anchors.roots.isEmpty && start.anchors.keys.isEmpty)
        // A store that is tampered with makes nothing trusted that was not before, and ends nothing.
        try await store.keepOSNMA(at: 1) { _ in [2, 255, 255, 255] }
        #expect(try await coordinator.trustList().count == 2)
    }

    @Test func `a person's decision stands against what was heard before it, and not against what is heard after`()
        async throws
    {
        let coordinator = coordinator(try Store())
        let changes = changes(coordinator)
        let key = try #require(try await coordinator.load().anchors.publicKeys.first).fingerprint
        let content = try await coordinator.trustList()[1].content
        // An engine has heard it, and what it has learnt is on its way to the store.
        let onItsWay = LearntTrust(state: try withdrawal(key), decision: try await coordinator.load().decision)
        _ = try await coordinator.trust([TrustRequest(pkid: 2, content: content, source: "x")])
        try await coordinator.save(onItsWay)
        #expect(try await coordinator.load().anchors.publicKeys.map(\.id) == [2])
        guard case .trusted(_, let decision) = changes().last else { return }
        try await coordinator.save(LearntTrust(state: try withdrawal(key), decision: decision))
        #expect(try await coordinator.load().anchors.publicKeys.isEmpty)
        // What a person removed is a decision, and is not kept as something heard.
        _ = try await coordinator.trust([TrustRequest(pkid: 2, content: content, source: "x")])
        _ = try await coordinator.distrust(key.description)
        let removed = try await coordinator.load()
        #expect(removed.hotStart?.withdrawals.contains(key) == true)
        try await coordinator.save(LearntTrust(state: try #require(removed.hotStart), decision: removed.decision))
        _ = try await coordinator.trust([TrustRequest(pkid: 2, content: content, source: "x")])
        #expect(try await coordinator.trustList().map(\.state.value) == [.trusted, .trusted])
    }

    @Test func `what Galileo renewed counts for data from before, unless the operator removed it`() async throws {
        let coordinator = coordinator(try Store())
        let key = try #require(try await coordinator.load().anchors.publicKeys.first).fingerprint
        try await coordinator.save(LearntTrust(state: try withdrawal(key, .renewed), decision: 0))
        let (before, after) = (try #require(GST(week: 1399, tow: 0)), try #require(GST(week: 1400, tow: 0)))
        let start = try await coordinator.load()
        #expect(start.anchors.publicKeys.isEmpty && start.examining(upTo: nil).anchors.publicKeys.isEmpty)
        #expect(start.examining(upTo: before).anchors.publicKeys.map(\.id) == [2])
        #expect(start.examining(upTo: before).hotStart?.withdrawals.isEmpty == true)
        #expect(start.examining(upTo: after).anchors.publicKeys.isEmpty)
        _ = try await coordinator.distrust(key.description)
        let removed = try await coordinator.load().examining(upTo: before)
        #expect(removed.anchors.publicKeys.isEmpty && removed.hotStart?.withdrawals.contains(key) == true)
    }

    @Test func `for data from after the end of a key, no root makes it count again`() async throws {
        let coordinator = coordinator(try Store())
        let end = Timestamp(milliseconds: Self.now - 1)
        _ = try await coordinator.trust([TrustRequest(pkid: 8, content: key, validTo: end, source: "k.xml")])
        let start = try await coordinator.load()
        let ended = try #require(start.ended.publicKeys.first).fingerprint
        let (early, late) = (try #require(GST(week: 1400, tow: 0)), try #require(GST(week: 1430, tow: 0)))
        let before = start.examining(upTo: early)
        #expect(before.anchors.publicKeys.map(\.id) == [2, 8])
        #expect(before.hotStart?.withdrawals.contains(ended) != true)
        let after = start.examining(upTo: late)
        #expect(after.anchors.publicKeys.map(\.id) == [2] && after.anchors.roots.count == 1)
        // The messages that a photo contains are proven by the root, except for what is withdrawn.
        #expect(after.hotStart?.withdrawals.contains(ended) == true && after.removed == [ended])
    }

    @Test func `chains that were revoked are listed, with when and by what`() async throws {
        let coordinator = coordinator(try Store())
        let root = try #require(try await coordinator.load().anchors.roots.first).fingerprint
        let time = try #require(GST(week: 1400, tow: 0))
        var state = HotStartState()
        state.withdrawals.insert(
            Withdrawals.Chain(chainID: 1, domain: root, before: time, time: time, header: 0xC6, message: [9]))
        try await coordinator.save(LearntTrust(state: state, decision: 0))
        let chain = try #require(try await coordinator.trustList().last)
        #expect(chain.kind == .chain && chain.chain == 1 && chain.state == .revoked && chain.message == "09")
        #expect(chain.cause == ReportCode(.chainRevoked) && chain.domain == root.description)
        #expect(chain.heard.map { $0.milliseconds } == (Int64(time.secondsSinceEpoch) + 935_279_982) * 1000)
    }

    @Test func `what has expired is kept and not used, but where time is that of a recording`() async throws {
        let store = try Store()
        let past = Timestamp(milliseconds: Self.now - 1)
        let added = try await coordinator(store).trust([
            TrustRequest(pkid: 8, content: key, validTo: past, source: "k.xml")
        ])
        #expect(added.map(\.state.value) == [.expired])
        #expect(try await coordinator(store).load().anchors.publicKeys.map(\.id) == [2])
        #expect(try await coordinator(store, expires: false).load().anchors.publicKeys.map(\.id) == [2, 8])
    }

    @Test func `a period that the operator gives a built-in key holds for it`() async throws {
        let coordinator = coordinator(try Store())
        let changes = changes(coordinator)
        let content = try await coordinator.trustList()[1].content
        let past = Timestamp(milliseconds: Self.now - 1)
        let added = try await coordinator.trust([
            TrustRequest(pkid: 2, content: content, validTo: past, source: "k.xml")
        ])
        #expect(added.map(\.state.value) == [.expired] && added.first?.validTo == past)
        let start = try await coordinator.load()
        #expect(start.anchors.publicKeys.isEmpty && start.ended.publicKeys.map(\.id) == [2])
        // The running engine hears of the end.
        guard case .trusted(let anchors, _)? = changes().last else {
            Issue.record("\(changes())")
            return
        }
        #expect(Array(anchors.ends.values) == [Self.now - 1])
        // Without an end it is trusted again.
        let again = try await coordinator.trust([TrustRequest(pkid: 2, content: content, source: "k.xml")])
        #expect(again.map(\.state.value) == [.trusted])
    }

    @Test func `more keys and roots than can be used are refused, until others are removed`() async throws {
        let coordinator = coordinator(try Store())
        let most = TrustCoordinator.mostAdded
        let refusal = await #expect(throws: ControlError.self) {
            try await coordinator.trust(Self.roots(1..<most + 2))
        }
        #expect(refusal?.kind == .conflict)
        let added = try await coordinator.trust(Self.roots(1..<most + 1))
        #expect(added.count == most)
        await #expect(throws: ControlError.self) {
            try await coordinator.trust(Self.roots(most + 1..<most + 2))
        }
        // What is known already, or built in, takes no place.
        let content = try await coordinator.trustList()[0].content
        _ = try await coordinator.trust(Self.roots(1..<2) + [TrustRequest(pkid: nil, content: content, source: "t")])
        _ = try await coordinator.distrust(added[0].fingerprint)
        #expect(try await coordinator.trust(Self.roots(most + 1..<most + 2)).map(\.state.value) == [.trusted])
    }

    @Test func `changes at the same time do not exceed the limit either`() async throws {
        let coordinator = coordinator(try Store())
        let half = TrustCoordinator.mostAdded / 2
        await withTaskGroup(of: Void.self) { group in
            for first in [1, 1 + half, 1 + 2 * half, 1 + 3 * half] {
                group.addTask { _ = try? await coordinator.trust(Self.roots(first..<first + half)) }
            }
        }
        let added = try await coordinator.trustList().filter { $0.origin.value == .file }
        #expect(added.count == TrustCoordinator.mostAdded)
    }

    private static func roots(_ numbers: Range<Int>) -> [TrustRequest] {
        numbers.map { number in
            let digit = String(number, radix: 16)
            let content = String(repeating: "0", count: 64 - digit.count) + digit
            return TrustRequest(pkid: nil, content: String(content.reversed()), source: "t")
        }
    }

    @Test func `what is wrong is refused, and nothing of it stored`() async throws {
        let coordinator = coordinator(try Store())
        let changes = changes(coordinator)
        let wrong = [
            TrustRequest(pkid: 16, content: key, source: "x"), TrustRequest(pkid: 8, content: "zz", source: "x"),
            TrustRequest(pkid: 8, content: "05" + key.dropFirst(2), source: "x"),
            TrustRequest(pkid: nil, content: key, source: "x"),
        ]
        for request in wrong {
            let refusal = await #expect(throws: ControlError.self) {
                try await coordinator.trust([TrustRequest(pkid: nil, content: root, source: "t"), request])
            }
            #expect(refusal?.kind == .invalid)
        }
        for (digits, kind) in [("832e", ControlError.Kind.invalid), ("ffffffff", .notFound)] {
            let refusal = await #expect(throws: ControlError.self) { try await coordinator.distrust(digits) }
            #expect(refusal?.kind == kind)
        }
        #expect(try await coordinator.trustList().count == 2 && changes().isEmpty)
    }
}
