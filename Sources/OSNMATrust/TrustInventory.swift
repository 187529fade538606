// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import OSNMA
internal import OSNMAFiles
internal import OSNMAValidation
internal import Storage

/// All known public keys and roots with their states: built-in ones, those that the operator decided on, and those
/// received over the air.
struct TrustInventory: Sendable {
    struct Record: Sendable {
        var entry: TrustFile.Entry
        let origin: TrustReport.Origin
        let source: String
        var state: TrustReport.State
        /// The proof that the key or root is withdrawn; nil if it is not.
        var withdrawal: Withdrawals.Anchor?
    }

    private(set) var records: [Record] = []
    /// The withdrawals by Galileo that are stored.
    private let withdrawals: Withdrawals
    /// The engine's learnt state; its withdrawals include the keys and roots that the operator removed.
    private(set) var hotStart: HotStartState?

    /// - Parameters:
    ///   - stored: The operator's decisions and the learnt state.
    ///   - now: The current time in milliseconds since 1970-01-01 UTC; nil for the time of a recording, for which
    ///     nothing expires.
    init(_ stored: StoredTrust, now: Int64?) {
        let state = stored.state.flatMap(HotStartState.init)
        withdrawals = state?.withdrawals ?? Withdrawals()
        let decided = stored.anchors.compactMap { anchor in
            TrustFile.Entry(anchor).map { (entry: $0, source: anchor.source, isTrusted: anchor.isTrusted) }
        }
        for entry in BuiltInTrust.entries {
            records.append(Record(entry: entry, origin: .builtIn, source: BuiltInTrust.source, state: .trusted))
        }
        for (entry, source, isTrusted) in decided {
            let state: TrustReport.State = isTrusted ? .trusted : .removed
            if let index = records.firstIndex(where: { $0.entry.anchor == entry.anchor }) {
                records[index].state = state
                // A period that the operator states for a built-in key or root holds for it.
                if isTrusted { records[index].entry.limit(to: entry) }
            } else {
                records.append(Record(entry: entry, origin: .file, source: source, state: state))
            }
        }
        for index in records.indices where records[index].state == .trusted {
            let entry = records[index].entry
            if let withdrawal = withdrawals.of(entry.fingerprint) {
                (records[index].state, records[index].withdrawal) = (.withdrawn, withdrawal)
            } else if TrustAnchors.hasEnded(entry.end, at: now) {
                records[index].state = .expired
            }
        }
        addReceived(state)
        hotStart = state
        for record in records where record.state == .removed {
            hotStart = hotStart ?? HotStartState()
            // An ordinary renewal ends at a time, the operator's removal concerns data of any time.
            let cause = withdrawals.of(record.entry.fingerprint)?.cause
            if cause == .renewed || cause == .treeRenewed { hotStart?.withdrawals.remove(record.entry.fingerprint) }
            hotStart?.withdrawals.insert(removed: record.entry.fingerprint)
        }
    }

    /// Adds the keys received over the air that the trusted roots prove.
    private mutating func addReceived(_ state: HotStartState?) {
        let roots = anchors.roots
        for message in (state?.publicKeyMessages ?? []).compactMap(PublicKeyMessage.init) {
            for root in roots {
                guard case .key(let key) = try? message.verified(under: root),
                    let received = PublicKey<Unverified>(id: key.id, kind: key.kind, point: key.point)
                else { continue }
                let entry = TrustFile.Entry(anchor: .key(received), tree: root)
                guard !records.contains(where: { $0.entry.anchor == entry.anchor }) else { continue }
                let withdrawal = withdrawals.of(entry.fingerprint)
                records.append(
                    Record(
                        entry: entry, origin: .overTheAir, source: "proven by the root \(root.fingerprint.short)",
                        state: withdrawal == nil ? .trusted : .withdrawn, withdrawal: withdrawal))
            }
        }
    }

    /// The keys and roots that the engine starts with.
    var anchors: TrustAnchors {
        TrustAnchors(records.filter { $0.state == .trusted && $0.origin != .overTheAir }.map(\.entry))
    }

    /// The keys and roots that are not used because their end has passed.
    var ended: TrustAnchors { TrustAnchors(records.filter { $0.state == .expired }.map(\.entry)) }

    /// The keys and roots that the operator added to the built-in ones and did not remove.
    var added: Set<TrustFingerprint> {
        Set(records.filter { $0.origin == .file && $0.state != .removed }.map(\.entry.fingerprint))
    }

    /// The keys and roots that the operator removed.
    var removed: Set<TrustFingerprint> { Set(records.filter { $0.state == .removed }.map(\.entry.fingerprint)) }

    /// The keys and roots that Galileo withdrew.
    var withdrawn: TrustAnchors { TrustAnchors(records.filter { $0.state == .withdrawn }.map(\.entry)) }

    /// The records whose fingerprint begins with these digits.
    func records(of digits: String) -> [Record] {
        let digits = digits.lowercased()
        return records.filter { $0.entry.fingerprint.description.hasPrefix(digits) }
    }

    /// All known keys and roots, including withdrawn ones about which nothing else is known, and the revoked chains.
    var reports: [TrustReport] {
        let known = Set(records.map(\.entry.fingerprint))
        return records.map(TrustReport.init)
            + withdrawals.anchors.filter { !known.contains($0.fingerprint) }.map(TrustReport.init)
            + withdrawals.chains.map(TrustReport.init)
    }
}

extension TrustFingerprint {
    /// The first 12 digits, for display.
    var short: String { String(description.prefix(12)) + "…" }
}

extension TrustFile.Entry {
    /// Reads a stored key or root; nil if it is malformed.
    init?(_ stored: StoredTrustAnchor) {
        switch stored.kind {
        case .merkleRoot:
            guard let root = MerkleRoot(stored.content) else { return nil }
            self.init(anchor: .root(root), leaf: nil, begin: stored.validFrom, end: stored.validTo)
        case .publicKey:
            guard let first = stored.content.first, let kind = PublicKeyKind(rawValue: first >> 4),
                let key = PublicKey<Unverified>(
                    id: first & 0x0F, kind: kind, point: Array(stored.content.dropFirst()))
            else { return nil }
            self.init(
                anchor: .key(key), tree: stored.tree.flatMap(MerkleRoot.init), begin: stored.validFrom,
                end: stored.validTo)
        }
    }

    /// A stored decision on this key or root.
    func decided(_ isTrusted: Bool, source: String, at time: Int64) -> StoredTrustAnchor {
        let (kind, content): (StoredTrustAnchor.Kind, [UInt8]) =
            switch anchor {
            case .root(let root): (.merkleRoot, root.bytes)
            case .key(let key): (.publicKey, [key.kind.rawValue << 4 | key.id] + key.point)
            }
        return StoredTrustAnchor(
            fingerprint: fingerprint.bytes, kind: kind, content: content, tree: tree?.bytes, validFrom: begin,
            validTo: end,
            source: source, isTrusted: isTrusted, changed: time)
    }
}
