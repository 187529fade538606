// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// The trusted public keys: how they are added and withdrawn.
extension OSNMAEngine {
    /// The largest number of keys that were received over the air. The keys and roots that the operator installed are not
    /// counted: their number is limited where they are installed.
    static let publicKeyLimit = 16
    private static let announcementLimit = 8
    private static let waitingKeyLimit = 8

    /// A trusted public key.
    struct KnownPublicKey: Sendable {
        let key: PublicKey<Verified>
        /// The tree that the key belongs to; nil if unknown.
        var tree: MerkleRoot?
        /// The time from which Galileo uses the key; nil if unknown.
        var begin: GST?
        /// True if the operator installed the key or it came with the program.
        var isProvisioned: Bool
        /// The DSM-PKR that contained the key.
        var message: [UInt8]?

        /// The trust domain of everything the key proves: its tree, or the key itself if its tree is unknown.
        var domain: TrustFingerprint { tree?.fingerprint ?? key.fingerprint }
    }

    /// A key's announcement that the Merkle tree will be renewed.
    struct RenewalAnnouncement: Sendable {
        /// The tree of the announcing key; if nil, the renewal withdraws no tree.
        let tree: MerkleRoot?
        /// The applicability of the newest root key that carried the announcement.
        var applicability: GST
        /// True if the key was in force earlier without announcing a renewal.
        var isFirm: Bool
    }

    /// A public key of another tree that arrived before its renewal was announced.
    struct WaitingPublicKey: Sendable {
        let key: PublicKey<Verified>
        let tree: MerkleRoot
        let message: [UInt8]
    }

    /// Adds a public key that a tree proves.
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

    /// Adds a key; if too many were received, the oldest of them is dropped. What the operator installed is never dropped.
    mutating func know(_ key: KnownPublicKey) {
        if !key.isProvisioned, publicKeys.count(where: { !$0.isProvisioned }) >= Self.publicKeyLimit,
            let oldest = publicKeys.firstIndex(where: { !$0.isProvisioned })
        {
            publicKeys.remove(at: oldest)
        }
        publicKeys.append(key)
    }

    /// Returns true if the key was withdrawn, or a later key of its tree is trusted. A message with such a key is a
    /// replay.
    private func isHistory(_ key: PublicKey<Verified>, _ tree: MerkleRoot) -> Bool {
        withdrawals.contains(key.fingerprint) || publicKeys.contains { $0.tree == tree && $0.key.id > key.id }
    }

    /// Returns true if a key is plausible at this time. A key of the tree of the operator's keys may arrive at any
    /// time. A key of another tree, or one that may be older than a key whose tree is unknown, is expected only
    /// during a renewal that a trusted key announces, because the messages of former trees are public.
    private func isExpected(_ key: PublicKey<Verified>, _ tree: MerkleRoot, at time: GST) -> Bool {
        guard announcements.isEmpty else { return true }
        let installed = publicKeys.filter { $0.isProvisioned && $0.begin ?? time <= time }
        if installed.contains(where: { $0.tree == tree }) { return true }
        return !installed.contains { $0.tree != nil || $0.key.id >= key.id }
    }

    /// Withdraws keys and trees that a root key supersedes. A root key signed with a newer public key shows that the
    /// older keys of its tree are out of use; one signed with a key of another tree, during a renewal, shows that the
    /// former tree is out of use.
    mutating func followRenewal(
        _ root: RootKey<Verified>, signedBy signer: KnownPublicKey, _ time: GST, _ number: Int
    ) {
        var outOfUse = older(than: signer, root.header)
        for announcement in announcements {
            guard let old = announcement.tree, let new = signer.tree, old != new,
                isLater(root, of: new, than: old, announcement)
            else { continue }
            // Only the tree that was in force is withdrawn; the announcement says nothing about others.
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

    /// Drops the chains that only withdrawn keys signed, except the chain that their successor declares in force. The
    /// successor signs again every chain that Galileo wants to keep.
    private mutating func dropChains(signedBy keys: Set<TrustFingerprint>, besides root: RootKey<Verified>) {
        guard root.header.chainID == root.parameters.chainID else { return }
        chains.removeAll {
            $0.revokedFrom == nil && $0.parameters != root.parameters && keys.contains($0.root.signer)
        }
        if let chainInForce, !chains.contains(where: { $0.parameters == chainInForce }) { self.chainInForce = nil }
    }

    /// Within a tree, key IDs increase with time.
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

    /// Returns true if the new tree's root key is the later one. Anyone may replay the old tree's announcement after
    /// the new tree has taken over, so the order of arrival proves nothing. In the hour in which both are equal, the
    /// start dates of the installed keys decide, or the fact that the announcing key was in force before.
    private func isLater(
        _ root: RootKey<Verified>, of new: MerkleRoot, than old: MerkleRoot, _ announcement: RenewalAnnouncement
    ) -> Bool {
        if let old = begin(of: old), let new = begin(of: new) {
            return old < new && root.applicability >= announcement.applicability
        }
        return root.applicability > announcement.applicability
            || (announcement.isFirm && root.applicability == announcement.applicability)
    }

    /// The time at which the newest installed key of a tree came into use; nil if unknown.
    private func begin(of tree: MerkleRoot) -> GST? {
        publicKeys.filter { $0.tree == tree && $0.isProvisioned }.compactMap(\.begin).max()
    }

    /// Records which keys announce a renewal and which sign without announcing one.
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
            if announcements.count == Self.announcementLimit { announcements.removeFirst() }
            announcements.append(
                RenewalAnnouncement(tree: signer.tree, applicability: root.applicability, isFirm: isFirm))
        }
    }

    /// Adds the waiting keys of other trees once their renewal is announced.
    mutating func takeWaitingPublicKeys(_ time: GST, _ number: Int) {
        guard !announcements.isEmpty, !waitingPublicKeys.isEmpty else { return }
        let waiting = waitingPublicKeys
        waitingPublicKeys = []
        for entry in waiting where roots.contains(entry.tree) {
            add(entry.key, entry.tree, entry.message, time, number)
        }
    }

    /// Stops trusting everything that was withdrawn, whichever engine learned of the withdrawal; see `Withdrawals`.
    mutating func enforceWithdrawals(_ time: GST, _ number: Int) {
        roots.removeAll { withdrawals.contains($0.fingerprint) }
        let dropped = publicKeys.filter { withdrawals.contains($0.key.fingerprint) }
        publicKeys.removeAll { withdrawals.contains($0.key.fingerprint) }
        if !dropped.isEmpty { judgedMessages = [] }
        // The alert has its own event.
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
        // In recordings, the chains are kept to judge the tags from before the alert.
        guard !configuration.keepsPendingTags else { return }
        chains = []
        forgetPendingTags(upTo: number)
    }

    /// Sets the end of a revoked chain to the start of the chain that replaces it.
    private mutating func endRevoked(_ index: Int) {
        let chain = chains[index]
        let begins = withdrawals.chains.filter { $0.chainID == chain.parameters.chainID && $0.domain == chain.domain }
        guard let begin = begins.map(\.before).max() else { return }
        chains[index].end = min(chain.end ?? .max, begin.secondsSinceEpoch / 30)
    }

    /// Returns true if the chain was revoked, or the signer of its newest root was revoked or ended by an alert.
    private func isRevoked(_ chain: TESLAChain) -> Bool {
        isRevoked(chain.root, chain.domain)
            || withdrawals.anchors.contains { anchor in
                let isSigner = anchor.fingerprint == chain.root.signer || anchor.fingerprint == chain.domain
                return isSigner && (anchor.cause == .keyRevoked || anchor.cause == .alert)
            }
    }
}
