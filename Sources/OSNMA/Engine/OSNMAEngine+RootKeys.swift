// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Reasons why a root key with a valid signature has no effect.
public enum RootKeyRejection: Hashable, Sendable, CaseIterable {
    /// A newer root key of its chain, or a newer chain, is known: the message is a replay or late.
    case outdated
    /// The root key's chain was revoked after the root key was signed.
    case revokedChain
    /// Another key signed the root key before the installed public key came into use.
    case beforeInstalledKey
    /// The root key applies from a time more than a week ahead.
    case future
    /// The root key does not lead to the known keys of its chain.
    case foreign
}

/// The effects of a verified root key.
extension OSNMAEngine {
    static let chainLimit = 4

    /// Accepts a verified root key.
    ///
    /// - Returns: The reason why it has no effect; nil if it was accepted.
    mutating func accept(_ root: RootKey<Verified>, signedBy known: KnownPublicKey, _ number: Int) -> RootKeyRejection?
    {
        guard !isStopped, let time = GST(secondsSinceEpoch: number * 30) else { return .outdated }
        if let refusal = refusal(of: root, signedBy: known, at: time) {
            events.append(.rootKeyRefused(root, refusal, time: time))
            return refusal
        }
        events.append(.rootKeyVerified(root, time: time))
        if let index = chains.firstIndex(where: { $0.parameters == root.parameters }), isConsistent(root, index) {
            _ = chains[index].accept(root, domain: known.domain, in: max(number, current))
        } else {
            chains.removeAll { $0.parameters == root.parameters }
            add(root, known.domain)
        }
        noteRoot(of: root.parameters, number)
        note(root.header, time, number)
        endFormerChains(root, known.domain)
        followRenewal(root, signedBy: known, time, number)
        revoke(by: root, known.domain, time, number)
        guard !isStopped else { return nil }
        takeWaitingPublicKeys(time, number)
        judgeEarlyMessages()
        return nil
    }

    /// Records that the newest root key of a chain was verified.
    mutating func noteRoot(of parameters: ChainParameters, _ number: Int) {
        guard let index = chains.firstIndex(where: { $0.parameters == parameters }) else { return }
        chains[index].noteRoot(verifiedIn: number)
    }

    private func refusal(
        of root: RootKey<Verified>, signedBy known: KnownPublicKey, at time: GST
    ) -> RootKeyRejection? {
        // Only twelve bits of the week are signed, so a message replayed at a false time would apply from that time
        // on.
        if let latest = time.advanced(by: GST.secondsInWeek), root.applicability > latest { return .future }
        if isRevoked(root, known.domain) { return .revokedChain }
        if let index = chains.firstIndex(where: { $0.parameters == root.parameters }) {
            let own = chains[index]
            if isConsistent(root, index) { return root.subframe < own.root.subframe ? .outdated : nil }
            // A root signed by an older key gives way to one signed by a newer key of the same tree.
            let isNewer = own.domain == known.domain && own.root.publicKeyID < known.key.id
            return isNewer ? nil : .foreign
        } else if let inForce = chains.first(where: { $0.parameters == chainInForce }),
            root.subframe < inForce.floor.subframe
        {
            // A chain that began before the one in force is a replay.
            return .outdated
        }
        return isBeforeInstalledKey(root, signedBy: known, at: time) ? .beforeInstalledKey : nil
    }

    /// Returns true if the chain of a root key was revoked. Revocations that a key proved before its tree was known
    /// are listed under the key itself.
    func isRevoked(_ root: RootKey<Verified>, _ domain: TrustFingerprint) -> Bool {
        let tree = publicKeys.first { $0.key.fingerprint == root.signer }?.domain
        let id = root.parameters.chainID
        return withdrawals.chains.contains { entry in
            // Ignores revocations learned at a false time ahead of the current one.
            let isHeard = current < 0 || entry.time.secondsSinceEpoch <= (current + Self.subframesInDay) * 30
            return isHeard && entry.chainID == id && root.applicability < entry.before
                && (entry.domain == domain || entry.domain == root.signer || entry.domain == tree)
        }
    }

    /// Returns true if a root of a known chain leads to the newest known key, or that key to the root. True if they
    /// are too far apart to check.
    private func isConsistent(_ root: RootKey<Verified>, _ index: Int) -> Bool {
        let steps = configuration.maximumChainSteps
        if let known = chains[index].key(of: root.subframe, steps: steps) { return known.value == root.key.value }
        let newest = chains[index].newest
        guard root.subframe > newest.subframe, root.subframe - newest.subframe <= steps else { return true }
        return TESLAKey<Unverified>(subframe: root.subframe, value: root.key.value)
            .verified(from: newest, root.parameters) != nil
    }

    /// Ends the chains that began earlier: a header that names the chain of its own root key declares that chain in
    /// force.
    private mutating func endFormerChains(_ root: RootKey<Verified>, _ domain: TrustFingerprint) {
        guard root.header.chainID == root.parameters.chainID else { return }
        for index in chains.indices
        where chains[index].parameters != root.parameters && chains[index].domain == domain
            && chains[index].root.subframe < root.subframe
        {
            chains[index].end = min(chains[index].end ?? .max, root.subframe + 1)
        }
    }

    /// Returns true if the operator installed a key that came into use after the root key applied, while another key
    /// signed the root key.
    private func isBeforeInstalledKey(
        _ root: RootKey<Verified>, signedBy known: KnownPublicKey, at time: GST
    ) -> Bool {
        publicKeys.contains { installed in
            guard installed.isProvisioned, installed.key != known.key, let begin = installed.begin else { return false }
            if installed.tree != nil, installed.tree == known.tree, known.key.id > installed.key.id { return false }
            return begin <= time && root.applicability < begin
        }
    }

    private mutating func add(_ root: RootKey<Verified>, _ domain: TrustFingerprint) {
        if chains.count == Self.chainLimit {
            let unused = chains.indices.filter { chains[$0].parameters != chainInForce }
            chains.remove(at: unused.min { chains[$0].root.subframe < chains[$1].root.subframe } ?? 0)
        }
        chains.append(TESLAChain(root: root, domain: domain))
        // Keys that did not belong to the previously known chains may belong to this one.
        for index in records.indices { records[index].reconsiderKeys() }
    }

    private mutating func note(_ header: NMAHeader, _ time: GST, _ number: Int) {
        guard status?.header != header else {
            status?.last = number
            return
        }
        events.append(.statusChanged(header, time: time))
        status = ServiceHeader(header: header, first: number, last: number)
        if header.status == .dontUse, !configuration.keepsPendingTags { forgetPendingTags(upTo: number) }
    }

    private mutating func revoke(by root: RootKey<Verified>, _ domain: TrustFingerprint, _ time: GST, _ number: Int) {
        let header = root.header
        switch header.chainAndKeyStatus {
        case .alertMessage: if header.status == .dontUse { stop(domain, root.message, time, number) }
        case .chainRevoked, .publicKeyRevoked:
            let own = root.parameters.chainID
            // Once the new chain is in force, the header names it, and the revoked chain had the preceding number. A
            // receiver that was off while the header named the old chain learns of the revocation here.
            let id = header.chainID == own ? (own &- 1) & 3 : header.chainID
            guard header.status == .dontUse || header.chainID == own, !isKnownRevoked(id, domain, root) else { return }
            let revoked = Withdrawals.Chain(
                chainID: id, domain: domain, before: root.applicability, time: time, header: header.byte,
                message: root.message)
            guard withdrawals.insert(revoked) else { return }
            events.append(.revoked(.chain(id), time: time))
            enforceWithdrawals(time, number)
        default: break
        }
    }

    /// Returns true if the revocation is known already: every root key of the new chain repeats it, and the first is
    /// enough.
    private func isKnownRevoked(_ id: UInt8, _ domain: TrustFingerprint, _ root: RootKey<Verified>) -> Bool {
        guard let chain = chains.first(where: { $0.parameters == root.parameters }),
            let begin = GST(secondsSinceEpoch: max(chain.floor.subframe * 30, 0))
        else { return false }
        return withdrawals.contains(chain: id, of: domain, from: begin)
    }

    /// Handles the alert message: withdraws the tree that proves the message, the tree's keys, and keys whose tree is
    /// unknown, since these may belong to the tree.
    mutating func stop(_ domain: TrustFingerprint, _ message: [UInt8], _ time: GST, _ number: Int) {
        let keys = publicKeys.filter { $0.domain == domain || $0.tree == nil }.map(\.key.fingerprint)
        for fingerprint in [domain] + keys {
            withdrawals.insert(
                Withdrawals.Anchor(
                    fingerprint: fingerprint, cause: .alert, domain: domain, time: time, message: message))
        }
        enforceWithdrawals(time, number)
    }
}
