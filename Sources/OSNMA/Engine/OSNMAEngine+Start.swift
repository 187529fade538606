// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// The initial trust, the state kept for the next run, and the operator's changes in between.
extension OSNMAEngine {
    /// The knowledge gained from the signal so far, to be stored and passed to the engine of the next run.
    public var hotStart: HotStartState { hotStart(excluding: []) }

    /// The knowledge gained from the signal so far, except the facts proven by keys of the given domains (those of a
    /// simulation).
    ///
    /// - Parameter domains: Fingerprints of trees, and of keys whose tree is unknown.
    public func hotStart(excluding domains: Set<TrustFingerprint>) -> HotStartState {
        var state = HotStartState()
        state.chains = chains.filter { !domains.contains($0.domain) && !domains.contains($0.root.signer) }.compactMap {
            chain in
            guard let time = chain.newest.time else { return nil }
            return HotStartState.Chain(
                header: chain.root.header.byte, rootKeyMessage: chain.root.message, keyTime: time,
                key: chain.newest.bytes, isInForce: chain.parameters == chainInForce,
                revokedFrom: chain.revokedFrom.flatMap { GST(secondsSinceEpoch: $0 * 30) })
        }
        state.publicKeyMessages = publicKeys.filter { !domains.contains($0.domain) }.compactMap(\.message)
        state.withdrawals = withdrawals.excluding(domains)
        return state
    }

    /// Merges a second engine's withdrawals and applies them.
    ///
    /// - Parameter other: The withdrawals to merge.
    /// - Returns: The resulting events.
    public mutating func adopt(_ other: Withdrawals) -> [OSNMAEvent] {
        guard withdrawals.merge(other), let time = GST(secondsSinceEpoch: max(current, 0) * 30) else { return [] }
        enforceWithdrawals(time, max(current, 0))
        defer { events.removeAll() }
        return events
    }

    /// Verifies a stored state and adopts everything that is proven.
    mutating func restore(_ state: HotStartState) {
        for bytes in state.publicKeyMessages.suffix(Self.publicKeyLimit) { restorePublicKey(bytes) }
        for chain in state.chains.prefix(Self.chainLimit) { restore(chain) }
    }

    private mutating func restorePublicKey(_ bytes: [UInt8]) {
        guard let message = PublicKeyMessage(bytes: bytes) else { return }
        for root in roots {
            guard case .key(let key) = try? message.verified(under: root), !withdrawals.contains(key.fingerprint) else {
                continue
            }
            if let index = publicKeys.firstIndex(where: { $0.key == key }) {
                publicKeys[index].tree = publicKeys[index].tree ?? root
                publicKeys[index].message = bytes
            } else {
                know(KnownPublicKey(key: key, tree: root, begin: nil, isProvisioned: false, message: bytes))
            }
        }
    }

    private mutating func restore(_ stored: HotStartState.Chain) {
        let header = NMAHeader(byte: stored.header)
        guard let message = RootKeyMessage(header: header, bytes: stored.rootKeyMessage) else { return }
        for known in publicKeys where known.key.id == message.publicKeyID {
            guard let root = try? message.verified(by: known.key, near: stored.keyTime),
                !chains.contains(where: { $0.parameters == root.parameters })
            else { continue }
            var chain = TESLAChain(root: root, domain: known.domain)
            chain.revokedFrom = stored.revokedFrom.map { $0.secondsSinceEpoch / 30 }
            if isRevoked(root, known.domain) { chain.revokedFrom = chain.revokedFrom ?? 0 }
            if let key = TESLAKey<Unverified>(time: stored.keyTime, bytes: stored.key) {
                _ = chain.verify(key, steps: configuration.maximumChainSteps)
            }
            chain.isConfirmed = false
            chains.append(chain)
            if header.chainAndKeyStatus != .newMerkleTree { signerInForce = known.key }
            if stored.isInForce, chain.revokedFrom == nil { chainInForce = root.parameters }
            return
        }
    }

    /// The start mode of an engine that would start with the current knowledge of this one.
    public var startMode: StartMode {
        if chains.contains(where: { $0.revokedFrom == nil }) { return .hot }
        if !publicKeys.isEmpty { return .warm }
        return roots.isEmpty ? .none : .cold
    }

    /// Adds trust on the operator's order, including anchors that Galileo had withdrawn. This is how OSNMA restarts
    /// after an alert message.
    ///
    /// - Parameters:
    ///   - anchors: Roots and public keys; root keys are ignored.
    ///   - isDecision: False if no operator decided this, and the anchors count again because the clock was set.
    /// - Returns: The resulting events.
    public mutating func trust(_ anchors: TrustAnchors, isDecision: Bool = true) -> [OSNMAEvent] {
        let fingerprints = anchors.roots.map(\.fingerprint) + anchors.publicKeys.map(\.fingerprint)
        for fingerprint in fingerprints { withdrawals.remove(fingerprint) }
        for root in anchors.roots where !roots.contains(root) { roots.append(root) }
        for key in anchors.keys { provision(key) }
        if isStopped, !fingerprints.isEmpty { beginAnew() }
        // What was refused may count with these. What was accepted is not judged again after an operator's decision, which
        // it may undo; otherwise it is, because it may withdraw them.
        if !fingerprints.isEmpty { judgedMessages.removeAll { $0.refusal != nil || !isDecision } }
        judgeWaitingRootKeys(max(current, 0))
        defer { events.removeAll() }
        return events
    }

    /// Adds a key that the operator installed. If exactly one tree is known, the key is assumed to belong to it.
    mutating func provision(_ installed: ProvisionedKey) {
        let tree = installed.tree ?? (roots.count == 1 ? roots.first : nil)
        if let index = publicKeys.firstIndex(where: { $0.key == installed.key }) {
            publicKeys[index].isProvisioned = true
            publicKeys[index].tree = publicKeys[index].tree ?? tree
            publicKeys[index].begin = installed.begin ?? publicKeys[index].begin
        } else {
            know(KnownPublicKey(key: installed.key, tree: tree, begin: installed.begin, isProvisioned: true))
        }
    }

    /// Removes trust on the operator's order. Chains that a removed public key signed are removed too, and so are
    /// keys that are trusted only through a removed root.
    ///
    /// - Returns: True if the anchor was trusted.
    @discardableResult
    public mutating func distrust(_ fingerprint: TrustFingerprint) -> Bool {
        let dropped = publicKeys.filter { known in
            known.key.fingerprint == fingerprint || (!known.isProvisioned && known.tree?.fingerprint == fingerprint)
        }
        let isRoot = roots.contains { $0.fingerprint == fingerprint }
        guard isRoot || !dropped.isEmpty else { return false }
        roots.removeAll { $0.fingerprint == fingerprint }
        for known in dropped {
            publicKeys.removeAll { $0.key == known.key }
            let signed = chains.filter { $0.root.signer == known.key.fingerprint }.map(\.parameters)
            chains.removeAll { signed.contains($0.parameters) }
            forgetKeys { signed.contains($0) }
        }
        judgedMessages = []
        return true
    }

    /// Leaves the stopped state after an alert message, because new material was installed.
    private mutating func beginAnew() {
        isStopped = false
        chains = []
        chainInForce = nil
        forgetKeys { _ in true }
        collections = [:]
        judgedMessages = []
        waitingRootKeys = []
        waitingPublicKeys = []
        announcements = []
        (status, proven) = (nil, nil)
    }

    /// Forgets the verified keys of some chains and the tags that wait for further ones.
    private mutating func forgetKeys(where isMeant: (ChainParameters) -> Bool) {
        for index in keys.indices where keys[index].map({ isMeant($0.parameters) }) ?? false { keys[index] = nil }
        for index in slowTags.indices { slowTags[index].tags.removeAll { isMeant($0.parameters) } }
        if let chainInForce, isMeant(chainInForce) { self.chainInForce = nil }
    }
}
