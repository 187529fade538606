// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// What is trusted from the beginning, what is kept for the next time, and what the operator changes meanwhile.
extension OSNMAEngine {
    /// What was learnt from the signal so far; to be kept, and given to the engine of the next run.
    public var hotStart: HotStartState {
        var state = HotStartState()
        state.chains = chains.compactMap { chain in
            guard let time = chain.newest.time else { return nil }
            return HotStartState.Chain(
                header: chain.root.header.byte, rootKeyMessage: chain.root.message, keyTime: time,
                key: chain.newest.bytes, isInForce: chain.parameters == chainInForce,
                revokedFrom: chain.revokedFrom.flatMap { GST(secondsSinceEpoch: $0 * 30) })
        }
        state.publicKeyMessages = publicKeys.sorted { $0.order < $1.order }.compactMap(\.message)
        state.withdrawn = withdrawn
        return state
    }

    /// Proves a state again, and takes what is proven.
    mutating func restore(_ state: HotStartState) {
        for (order, bytes) in state.publicKeyMessages.suffix(Self.publicKeyLimit).enumerated() {
            restorePublicKey(bytes, order: order + 1)
        }
        for chain in state.chains.prefix(Self.chainLimit) { restore(chain) }
    }

    private mutating func restorePublicKey(_ bytes: [UInt8], order: Int) {
        guard let message = PublicKeyMessage(bytes: bytes) else { return }
        for root in roots {
            guard case .key(let key) = try? message.verified(under: root), !withdrawn.contains(key.fingerprint),
                !publicKeys.contains(where: { $0.key == key })
            else { continue }
            publicKeys.append(KnownPublicKey(key: key, root: root, order: order, message: bytes))
        }
    }

    private mutating func restore(_ stored: HotStartState.Chain) {
        let header = NMAHeader(byte: stored.header)
        guard let message = RootKeyMessage(header: header, bytes: stored.rootKeyMessage) else { return }
        for known in publicKeys where known.key.id == message.publicKeyID {
            guard let root = try? message.verified(by: known.key, near: stored.keyTime),
                !chains.contains(where: { $0.parameters == root.parameters })
            else { continue }
            var chain = TESLAChain(root: root)
            chain.revokedFrom = stored.revokedFrom.map { $0.secondsSinceEpoch / 30 }
            if let key = TESLAKey<Unverified>(time: stored.keyTime, bytes: stored.key) {
                _ = chain.verify(key, steps: configuration.maximumChainSteps)
            }
            chain.isConfirmed = false
            chains.append(chain)
            if stored.isInForce, chain.revokedFrom == nil { chainInForce = root.parameters }
            return
        }
    }

    /// How much is known now: what a start would be called that begins with it.
    public var startMode: StartMode {
        if chains.contains(where: { $0.revokedFrom == nil }) { return .hot }
        if !publicKeys.isEmpty { return .warm }
        return roots.isEmpty ? .none : .cold
    }

    /// Trusts more, because the operator says so; also what Galileo had put out of use. After an alert message it is
    /// what OSNMA begins anew with.
    ///
    /// - Parameter anchors: roots and public keys; root keys are not looked at.
    /// - Returns: what became known by it.
    public mutating func trust(_ anchors: TrustAnchors) -> [OSNMAEvent] {
        let fingerprints = anchors.roots.map(\.fingerprint) + anchors.publicKeys.map(\.fingerprint)
        withdrawn.removeAll(where: fingerprints.contains)
        for root in anchors.roots where !roots.contains(root) {
            if roots.count == Self.rootLimit { roots.removeFirst() }
            roots.append(root)
        }
        for key in anchors.publicKeys where !publicKeys.contains(where: { $0.key == key }) {
            if publicKeys.count == Self.publicKeyLimit { publicKeys.removeFirst() }
            publicKeys.append(KnownPublicKey(key: key, root: nil, order: 0, message: nil))
        }
        if isStopped, !fingerprints.isEmpty { beginAnew() }
        judgeWaitingRootKeys(max(current, 0))
        defer { events.removeAll() }
        return events
    }

    /// Trusts no longer, because the operator says so: chains that a public key signed go with it, and keys that are
    /// trusted through a root alone go with that.
    ///
    /// - Returns: it was trusted.
    @discardableResult
    public mutating func distrust(_ fingerprint: TrustFingerprint) -> Bool {
        let dropped = publicKeys.filter { known in
            known.key.fingerprint == fingerprint || (known.message != nil && known.root?.fingerprint == fingerprint)
        }
        let isRoot = roots.contains { $0.fingerprint == fingerprint }
        guard isRoot || !dropped.isEmpty else { return false }
        roots.removeAll { $0.fingerprint == fingerprint }
        for known in dropped {
            publicKeys.removeAll { $0.key == known.key }
            let signed = chains.filter { $0.root.publicKeyID == known.key.id }.map(\.parameters)
            chains.removeAll { signed.contains($0.parameters) }
            forgetKeys { signed.contains($0) }
        }
        judgedMessages = []
        return true
    }

    /// Takes note that Galileo put a key or a root out of use.
    mutating func withdraw(_ fingerprint: TrustFingerprint) {
        withdrawn.removeAll { $0 == fingerprint }
        if withdrawn.count == HotStartState.withdrawnLimit { withdrawn.removeFirst() }
        withdrawn.append(fingerprint)
    }

    /// After an alert message there is new material.
    private mutating func beginAnew() {
        isStopped = false
        chains = []
        chainInForce = nil
        forgetKeys { _ in true }
        collections = [:]
        judgedMessages = []
        waitingRootKeys = []
        status = nil
        proven = nil
    }

    /// Verified keys of some chains are forgotten, and so are the tags that wait for more of them.
    private mutating func forgetKeys(where isMeant: (ChainParameters) -> Bool) {
        for index in keys.indices where keys[index].map({ isMeant($0.parameters) }) ?? false { keys[index] = nil }
        for index in slowTags.indices { slowTags[index].tags.removeAll { isMeant($0.parameters) } }
        if let chainInForce, isMeant(chainInForce) { self.chainInForce = nil }
    }
}
