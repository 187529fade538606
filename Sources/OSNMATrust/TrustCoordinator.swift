// SPDX-License-Identifier: Apache-2.0

package import ControlModel
internal import GNSSTypes
package import OSNMA
internal import OSNMAFiles
package import OSNMAValidation
package import Storage
internal import Synchronization
internal import SystemSupport
internal import Wire

/// A change of OSNMA's trust by the operator, for the running engine.
package enum TrustChange: Sendable {
    /// These keys and roots are trusted from now on, by the decision with this number.
    case trusted(TrustAnchors, decision: UInt64)
    /// This key or root is no longer trusted.
    case distrusted(TrustFingerprint)
}

/// Keeps OSNMA's trust in the store: the engine's initial trust, its learnt state, and the operator's decisions.
package final class TrustCoordinator: TrustControl {
    /// The largest number of keys and roots that the operator can add to the built-in ones. OSNMA keeps all of them in use.
    static let mostAdded = 32

    private let store: Store
    private let now: @Sendable () -> Int64
    private let expires: Bool
    /// The operator's changes, one at a time: each counts the keys that the ones before left, and observers learn of them in
    /// this order.
    private let turns = WorkQueue()
    /// Protects the operator's decisions and their number. Never held together with `observers`.
    private let decisions = Mutex(TrustDecisions())
    /// Protects the list of observers. Not held while they are called.
    private let observers = Mutex<[@Sendable (TrustChange) -> Void]>([])

    /// - Parameters:
    ///   - store: The store that keeps the trust.
    ///   - expires: True if keys expire; false if the time is that of a recording.
    ///   - now: Returns the current time in milliseconds since 1970-01-01 UTC.
    package init(_ store: Store, expires: Bool, now: @escaping @Sendable () -> Int64) {
        (self.store, self.expires, self.now) = (store, expires, now)
    }

    /// The engine's start state: trusted keys and roots, the learnt state, and the number of the last decision.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func load() async throws(StoreError) -> TrustStart {
        let decision = decisions.withLock { $0.count }
        let inventory = try await inventory()
        var start = TrustStart(anchors: inventory.anchors, hotStart: inventory.hotStart)
        (start.decision, start.ended, start.withdrawn) = (decision, inventory.ended, inventory.withdrawn)
        start.removed = inventory.removed
        return start
    }

    /// Stores the state that the engine has learnt from live receivers. Withdrawals are added to the stored ones,
    /// because several receivers report them.
    ///
    /// - Throws: `StoreError` if the state cannot be written; the stored state is then unchanged.
    package func save(_ learnt: LearntTrust) async throws(StoreError) {
        try await store.keepOSNMA(at: now()) { [self] stored in
            var state = learnt.state
            // A later decision of the operator overrides messages received before it.
            let decided = decisions.withLock { $0.trusted(after: learnt.decision) }
            let removed = stored.anchors.filter { !$0.isTrusted }.compactMap { TrustFingerprint($0.fingerprint) }
            for fingerprint in decided + removed { state.withdrawals.remove(fingerprint) }
            return state.merged(into: stored.state.flatMap(HotStartState.init)).bytes
        }
    }

    /// Registers an observer of the operator's changes. It is called after each change is stored, from any task.
    package func observe(_ body: @escaping @Sendable (TrustChange) -> Void) {
        observers.withLock { $0.append(body) }
    }

    /// All known public keys and roots, trusted or not.
    ///
    /// - Throws: `ControlError` if the store cannot be read.
    package func trustList() async throws(ControlError) -> [TrustReport] {
        try await refusing { () throws(StoreError) in try await self.inventory().reports }
    }

    /// Trusts keys and roots by the operator's decision: all of them, or none if one is invalid.
    ///
    /// - Throws: `ControlError` if a key or root is invalid, or if the store cannot be written.
    package func trust(_ requests: [TrustRequest]) async throws(ControlError) -> [TrustReport] {
        let wanted = try requests.map { request throws(ControlError) in
            (entry: try TrustFile.Entry(request), source: String(request.source.prefix(200)))
        }
        guard !wanted.isEmpty else { throw ControlError(.invalid, "the request contains neither a key nor a root") }
        return try await turns.run { () throws(ControlError) in try await self.add(wanted) }
    }

    private func add(
        _ wanted: [(entry: TrustFile.Entry, source: String)]
    ) async throws(ControlError) -> [TrustReport] {
        let time = now()
        let fingerprints = wanted.map(\.entry.fingerprint)
        let known = try await refusing { () throws(StoreError) in try await self.inventory().added }
        guard known.union(fingerprints).subtracting(BuiltInTrust.entries.map(\.fingerprint)).count <= Self.mostAdded
        else {
            throw ControlError(
                .conflict,
                "at most \(Self.mostAdded) keys and roots can be added: first remove those that are out of use, with "
                    + "'gnss-gateway osnma trust remove'")
        }
        let reports = try await refusing { () throws(StoreError) in
            try await self.decide(
                wanted.map { $0.entry.decided(true, source: $0.source, at: time) }, fingerprints, time)
            return try await self.inventory().records
                .filter { fingerprints.contains($0.entry.fingerprint) }
        }
        let decision = decisions.withLock { $0.count }
        // With those whose end has passed, because it may be a new end of a key that is trusted; without those that were
        // removed meanwhile.
        let trusted = reports.filter { $0.state == .trusted || $0.state == .expired }.map(\.entry)
        tell(.trusted(TrustAnchors(trusted), decision: decision))
        return reports.map(TrustReport.init)
    }

    /// Stops trusting the key or root whose fingerprint begins with these digits, at least 8.
    ///
    /// - Throws: `ControlError` if none or several match, or if the store cannot be written.
    package func distrust(_ digits: String) async throws(ControlError) -> TrustReport {
        try await turns.run { () throws(ControlError) in try await self.remove(digits) }
    }

    private func remove(_ digits: String) async throws(ControlError) -> TrustReport {
        let found = try await refusing { () throws(StoreError) in try await self.inventory().records(of: digits) }
        let record = try Self.one(of: found, digits)
        let time = now()
        try await refusing { () throws(StoreError) in
            try await self.store.decide([record.entry.decided(false, source: record.source, at: time)], at: time)
        }
        tell(.distrusted(record.entry.fingerprint))
        var removed = record
        removed.state = .removed
        return TrustReport(removed)
    }

    /// Stores that the operator trusts these keys and roots, regardless of messages received before. The decision gets
    /// its number at the moment when it is stored.
    private func decide(
        _ anchors: [StoredTrustAnchor], _ fingerprints: [TrustFingerprint], _ time: Int64
    ) async throws(StoreError) {
        do throws(StoreError) {
            try await store.decide(anchors, at: time) { [self] stored in
                decisions.withLock { $0.trust(fingerprints) }
                var state = stored.state.flatMap(HotStartState.init)
                for fingerprint in fingerprints { state?.withdrawals.remove(fingerprint) }
                return state?.bytes
            }
        } catch {
            decisions.withLock { $0.forget(fingerprints) }
            throw error
        }
    }

    private static func one(
        of found: [TrustInventory.Record], _ digits: String
    ) throws(ControlError) -> TrustInventory.Record {
        guard digits.utf8.count >= 8 else {
            throw ControlError(.invalid, "\"\(digits)\" is too short: give at least 8 digits of the fingerprint")
        }
        guard let record = found.first else {
            throw ControlError(
                .notFound,
                "no key or root has a fingerprint that begins with \(digits); see 'gnss-gateway osnma trust list'")
        }
        guard found.count == 1 else {
            throw ControlError(
                .conflict, "\(found.count) fingerprints begin with \(digits): give more digits")
        }
        guard record.state != .removed else {
            throw ControlError(.conflict, "\(record.entry.fingerprint.short) is already removed")
        }
        return record
    }

    private func tell(_ change: TrustChange) {
        for observer in observers.withLock({ $0 }) { observer(change) }
    }

    private func inventory() async throws(StoreError) -> TrustInventory {
        TrustInventory(try await store.trust(), now: time)
    }

    /// The time by which trust ends, in milliseconds since 1970-01-01 UTC; nil if it is that of a recording, by which nothing ends.
    package var time: Int64? { expires ? now() : nil }

    private func refusing<Value: Sendable>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(ControlError) -> Value {
        do throws(StoreError) {
            return try await body()
        } catch {
            if case .full = error { throw ControlError(.full, error.description) }
            throw ControlError(.unavailable, error.description)
        }
    }
}

extension TrustFile.Entry {
    /// Converts a request of the operator.
    ///
    /// - Throws: `ControlError` if the request is incomplete or malformed.
    init(_ request: TrustRequest) throws(ControlError) {
        let source = request.source.prefix(200)
        guard let bytes = Hexadecimal.bytes(of: request.content) else {
            throw ControlError(.invalid, "\(source): the content does not consist of hexadecimal digits")
        }
        let (begin, end) = (request.validFrom?.milliseconds, request.validTo?.milliseconds)
        guard let id = request.pkid else {
            guard let root = MerkleRoot(bytes) else {
                throw ControlError(.invalid, "\(source): a Merkle root has 32 bytes, this one has \(bytes.count)")
            }
            self.init(anchor: .root(root), leaf: nil, begin: begin, end: end)
            return
        }
        let kind = PublicKeyKind.allCases.first { $0.pointByteCount == bytes.count }
        guard let kind, let key = PublicKey<Unverified>(id: id, kind: kind, point: bytes), key.provisioned() != nil
        else {
            throw ControlError(
                .invalid,
                "\(source): not a compressed point on P-256 (33 bytes) or P-521 (67 bytes) with a PKID from 0 to 15"
            )
        }
        self.init(anchor: .key(key), tree: try Self.tree(request), begin: begin, end: end)
    }

    /// The root of the Merkle tree that a key belongs to; nil if the request does not name it.
    private static func tree(_ request: TrustRequest) throws(ControlError) -> MerkleRoot? {
        guard let digits = request.tree else { return nil }
        guard let tree = Hexadecimal.bytes(of: digits).flatMap(MerkleRoot.init) else {
            throw ControlError(
                .invalid, "\(request.source.prefix(200)): a key's tree is identified by its root, 64 hexadecimal digits"
            )
        }
        return tree
    }
}
