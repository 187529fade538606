// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// The public keys that are trusted: how they come, and how they go out of use.
extension OSNMAEngine {
    static let publicKeyLimit = 16
    static let rootLimit = 8
    private static let waitingKeyLimit = 8

    /// A public key that is trusted.
    struct KnownPublicKey: Sendable {
        let key: PublicKey<Verified>
        /// The tree that it belongs to; nil if that is not known.
        var tree: MerkleRoot?
        /// Galileo uses it from then on; nil if that is not known.
        var begin: GST?
        /// The operator installed it, or it came with the program.
        var isProvisioned: Bool
        /// The DSM-PKR that it was received with.
        var message: [UInt8]?

        /// What it proves belongs to this tree, or to the key alone if its tree is not known.
        var domain: TrustFingerprint { tree?.fingerprint ?? key.fingerprint }
    }

    /// A key announced a renewal of the tree.
    struct RenewalAnnouncement: Sendable {
        /// The tree of the key; nil if that is not known, and then no tree goes out of use by it.
        let tree: MerkleRoot?
        /// When the newest root key applies with which it did.
        var applicability: GST
        /// The key was in force before, without an announcement.
        var isFirm: Bool
    }

    /// A public key of the other tree, that came before its renewal was announced.
    struct WaitingPublicKey: Sendable {
        let key: PublicKey<Verified>
        let tree: MerkleRoot
        let message: [UInt8]
    }

    /// Takes a public key that a tree proves.
    mutating func add(
        _ key: PublicKey<Verified>, _ tree: MerkleRoot, _ message: [UInt8], _ time: GST, _ number: Int
    ) {
        if let index = publicKeys.firstIndex(where: { $0.key == key }) {
            publicKeys[index].tree = publicKeys[index].tree ?? tree
            publicKeys[index].message = message
            return
        }
        guard !isHistory(key, tree) else { return }
        guard isExpected(key, tree, at: time) else {
            guard !waitingPublicKeys.contains(where: { $0.key == key && $0.tree == tree }) else { return }
            if waitingPublicKeys.count == Self.waitingKeyLimit { waitingPublicKeys.removeFirst() }
            waitingPublicKeys.append(WaitingPublicKey(key: key, tree: tree, message: message))
            return
        }
        know(KnownPublicKey(key: key, tree: tree, begin: nil, isProvisioned: false, message: message))
        events.append(.publicKeyVerified(key, time: time))
        judgeWaitingRootKeys(number)
    }

    /// One key more; if there is no room, one that was received gives way.
    mutating func know(_ key: KnownPublicKey) {
        if publicKeys.count >= Self.publicKeyLimit {
            publicKeys.remove(at: publicKeys.firstIndex { !$0.isProvisioned } ?? 0)
        }
        publicKeys.append(key)
    }

    /// The key was put out of use, or a later one of its tree is trusted: an attacker sends it again.
    private func isHistory(_ key: PublicKey<Verified>, _ tree: MerkleRoot) -> Bool {
        withdrawals.contains(key.fingerprint) || publicKeys.contains { $0.tree == tree && $0.key.id > key.id }
    }

    /// A key of the tree that the operator's keys belong to may come at any time. One of another tree, or one that may be
    /// older than a key whose tree is not known, is waited for only in a renewal that a trusted key announces: the
    /// messages of former trees are public.
    private func isExpected(_ key: PublicKey<Verified>, _ tree: MerkleRoot, at time: GST) -> Bool {
        guard announcements.isEmpty else { return true }
        let installed = publicKeys.filter { $0.isProvisioned && $0.begin ?? time <= time }
        if installed.contains(where: { $0.tree == tree }) { return true }
        return !installed.contains { $0.tree != nil || $0.key.id >= key.id }
    }

    /// A root key signed with a newer public key shows that the older ones of its tree are out of use; one signed with a
    /// key of another tree, in a renewal, that the former tree is.
    mutating func followRenewal(
        _ root: RootKey<Verified>, signedBy signer: KnownPublicKey, _ time: GST, _ number: Int
    ) {
        var outOfUse = older(than: signer, root.header)
        for announcement in announcements {
            guard let old = announcement.tree, let new = signer.tree, old != new,
                isLater(root, of: new, than: old, announcement)
            else { continue }
            // Only the tree that was in force before goes: of any other nothing was said.
            outOfUse += anchors(of: old).map { ($0, .treeRenewed) }
        }
        follow(root.header.chainAndKeyStatus, of: root, signedBy: signer)
        guard !outOfUse.isEmpty else { return }
        for (fingerprint, cause) in outOfUse {
            withdrawals.insert(
                Withdrawals.Anchor(
                    fingerprint: fingerprint, cause: cause, domain: signer.domain, time: time, message: root.message))
        }
        enforceWithdrawals(time, number)
        dropChains(signedBy: Set(outOfUse.map(\.0)), besides: root)
        announcements.removeAll { [withdrawals] in $0.tree.map { withdrawals.contains($0.fingerprint) } ?? false }
    }

    /// What a key that is out of use signed alone says nothing any more, beside the chain that its successor says is in
    /// force. What Galileo means to use its successor signs again.
    private mutating func dropChains(signedBy keys: Set<TrustFingerprint>, besides root: RootKey<Verified>) {
        guard root.header.chainID == root.parameters.chainID else { return }
        chains.removeAll {
            $0.revokedFrom == nil && $0.parameters != root.parameters && keys.contains($0.root.signer)
        }
        if let chainInForce, !chains.contains(where: { $0.parameters == chainInForce }) { self.chainInForce = nil }
    }

    /// In each tree the numbers of keys tell their order.
    private func older(
        than signer: KnownPublicKey, _ header: NMAHeader
    ) -> [(TrustFingerprint, Withdrawals.Cause)] {
        guard let tree = signer.tree else { return [] }
        let cause: Withdrawals.Cause = header.chainAndKeyStatus == .publicKeyRevoked ? .keyRevoked : .renewed
        return publicKeys.filter { $0.tree == tree && $0.key.id < signer.key.id }.map { ($0.key.fingerprint, cause) }
    }

    private func anchors(of tree: MerkleRoot) -> [TrustFingerprint] {
        [tree.fingerprint] + publicKeys.filter { $0.tree == tree }.map(\.key.fingerprint)
    }

    /// The old tree's announcement may be sent again by anyone after the new tree has taken over, so the order of arrival
    /// says nothing: the new tree's root key must be the later one. In the hour in which both are equal the installed keys
    /// tell which tree is the newer one, or the announcement comes from a key that was in force before.
    private func isLater(
        _ root: RootKey<Verified>, of new: MerkleRoot, than old: MerkleRoot, _ announcement: RenewalAnnouncement
    ) -> Bool {
        if let old = begin(of: old), let new = begin(of: new) {
            return old < new && root.applicability >= announcement.applicability
        }
        return root.applicability > announcement.applicability
            || (announcement.isFirm && root.applicability == announcement.applicability)
    }

    /// When the installed keys of a tree came into use; nil if that is not known.
    private func begin(of tree: MerkleRoot) -> GST? {
        publicKeys.filter { $0.tree == tree && $0.isProvisioned }.compactMap(\.begin).max()
    }

    /// Takes note of who announces a renewal, and of who signs without one.
    private mutating func follow(
        _ status: ChainAndKeyStatus, of root: RootKey<Verified>, signedBy signer: KnownPublicKey
    ) {
        guard status == .newMerkleTree else {
            signerInForce = signer.key
            announcements.removeAll { $0.tree == signer.tree && $0.applicability < root.applicability }
            return
        }
        let isFirm = publicKeys.contains { $0.key == signerInForce && $0.tree == signer.tree }
        if let index = announcements.firstIndex(where: { $0.tree == signer.tree }) {
            announcements[index].applicability = max(announcements[index].applicability, root.applicability)
            announcements[index].isFirm = announcements[index].isFirm || isFirm
        } else {
            if announcements.count == Self.rootLimit { announcements.removeFirst() }
            announcements.append(
                RenewalAnnouncement(tree: signer.tree, applicability: root.applicability, isFirm: isFirm))
        }
    }

    /// Keys of other trees that came before the renewal was announced are taken.
    mutating func takeWaitingPublicKeys(_ time: GST, _ number: Int) {
        guard !announcements.isEmpty, !waitingPublicKeys.isEmpty else { return }
        let waiting = waitingPublicKeys
        waitingPublicKeys = []
        for entry in waiting where roots.contains(entry.tree) {
            add(entry.key, entry.tree, entry.message, time, number)
        }
    }

    /// What is out of use is not trusted any more, whichever engine heard of it; see `Withdrawals`.
    mutating func enforceWithdrawals(_ time: GST, _ number: Int) {
        roots.removeAll { withdrawals.contains($0.fingerprint) }
        let dropped = publicKeys.filter { withdrawals.contains($0.key.fingerprint) }
        publicKeys.removeAll { withdrawals.contains($0.key.fingerprint) }
        if !dropped.isEmpty { judgedMessages = [] }
        // The alert has an event of its own.
        let ended = Set(withdrawals.anchors.filter { $0.cause == .alert }.map(\.fingerprint))
        for known in dropped where !ended.contains(known.key.fingerprint) {
            events.append(.publicKeyDropped(id: known.key.id, time: time))
        }
        for index in chains.indices where chains[index].revokedFrom == nil && isRevoked(chains[index]) {
            chains[index].revokedFrom = number
            endRevoked(index)
        }
        let alerts = withdrawals.anchors.contains { $0.cause == .alert }
        guard alerts, !isStopped, roots.isEmpty, publicKeys.isEmpty else { return }
        isStopped = true
        events.append(.revoked(.everything, time: time))
        // A recording's keys are still looked at for the tags before the alert.
        guard !configuration.keepsPendingTags else { return }
        chains = []
        forgetPendingTags(upTo: number)
    }

    /// The chain that takes over says when the revoked one ends.
    private mutating func endRevoked(_ index: Int) {
        let chain = chains[index]
        let begins = withdrawals.chains.filter { $0.chainID == chain.parameters.chainID && $0.domain == chain.domain }
        guard let begin = begins.map(\.before).max() else { return }
        chains[index].end = min(chain.end ?? .max, begin.secondsSinceEpoch / 30)
    }

    /// The chain was revoked, or what signed its newest root was revoked or ended by an alert.
    private func isRevoked(_ chain: TESLAChain) -> Bool {
        isRevoked(chain.root, chain.domain)
            || withdrawals.anchors.contains { anchor in
                let isSigner = anchor.fingerprint == chain.root.signer || anchor.fingerprint == chain.domain
                return isSigner && (anchor.cause == .keyRevoked || anchor.cause == .alert)
            }
    }
}
