// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Why a root key whose signature is right changes nothing.
public enum RootKeyRefusal: Hashable, Sendable, CaseIterable {
    /// A newer root key of its chain, or a newer chain, is known: it is sent again by somebody else, or late.
    case outdated
    /// Its chain was revoked after it was signed.
    case revokedChain
    /// Another key signed it, before the installed public key came into use.
    case beforeInstalledKey
}

/// What a root key that is proven brings about.
extension OSNMAEngine {
    static let chainLimit = 4

    /// Takes a root key that is proven.
    ///
    /// - Returns: why it changes nothing.
    mutating func accept(_ root: RootKey<Verified>, signedBy known: KnownPublicKey, _ number: Int) -> RootKeyRefusal? {
        guard !isStopped, let time = GST(secondsSinceEpoch: number * 30) else { return .outdated }
        if let refusal = refusal(of: root, signedBy: known, at: time) {
            events.append(.rootKeyRefused(root, refusal, time: time))
            return refusal
        }
        events.append(.rootKeyVerified(root, time: time))
        rootKeySubframe = max(rootKeySubframe ?? number, number)
        if let index = chains.firstIndex(where: { $0.parameters == root.parameters }) {
            _ = chains[index].accept(root, domain: known.domain)
        } else {
            add(root, known.domain)
        }
        note(root.header, time, number)
        followRenewal(root, signedBy: known, time, number)
        revoke(by: root, known.domain, time, number)
        guard !isStopped else { return nil }
        takeWaitingPublicKeys(time, number)
        judgeEarlyMessages()
        return nil
    }

    private func refusal(
        of root: RootKey<Verified>, signedBy known: KnownPublicKey, at time: GST
    ) -> RootKeyRefusal? {
        if isRevoked(root, known.domain) { return .revokedChain }
        if let own = chains.first(where: { $0.parameters == root.parameters }) {
            if root.subframe < own.root.subframe { return .outdated }
        } else if let inForce = chains.first(where: { $0.parameters == chainInForce }),
            root.subframe < inForce.floor.subframe
        {
            // A chain that began before the one in force is a replay.
            return .outdated
        }
        return isBeforeInstalledKey(root, signedBy: known, at: time) ? .beforeInstalledKey : nil
    }

    /// The chain of a root key was revoked. What a key proved before its tree was known stands under the key itself.
    func isRevoked(_ root: RootKey<Verified>, _ domain: TrustFingerprint) -> Bool {
        [domain, root.signer].contains {
            withdrawals.contains(chain: root.parameters.chainID, of: $0, from: root.applicability)
        }
    }

    /// The operator installed a key that has come into use since the root key applied, and another key signed it.
    private func isBeforeInstalledKey(
        _ root: RootKey<Verified>, signedBy known: KnownPublicKey, at time: GST
    ) -> Bool {
        publicKeys.contains { installed in
            guard installed.isProvisioned, installed.key != known.key, let begin = installed.begin else { return false }
            return begin <= time && root.applicability < begin
        }
    }

    private mutating func add(_ root: RootKey<Verified>, _ domain: TrustFingerprint) {
        if chains.count == Self.chainLimit {
            let unused = chains.indices.filter { chains[$0].parameters != chainInForce }
            chains.remove(at: unused.min { chains[$0].root.subframe < chains[$1].root.subframe } ?? 0)
        }
        chains.append(TESLAChain(root: root, domain: domain))
        // What is no key of the chains that were known may be one of this.
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
        guard root.header.status == .dontUse else { return }
        switch root.header.chainAndKeyStatus {
        case .alertMessage: stop(domain, root.message, time, number)
        case .chainRevoked, .publicKeyRevoked:
            let id = root.header.chainID
            guard id != root.parameters.chainID else { return }
            let revoked = Withdrawals.Chain(
                chainID: id, domain: domain, before: root.applicability, time: time, header: root.header.byte,
                message: root.message)
            guard withdrawals.insert(revoked) else { return }
            events.append(.revoked(.chain(id), time: time))
            enforceWithdrawals(time, number)
        default: break
        }
    }

    /// The alert message: what belongs to the tree that proves it is not trusted any more, nor are keys whose tree is not
    /// known, for they may belong to it.
    mutating func stop(_ domain: TrustFingerprint, _ message: [UInt8], _ time: GST, _ number: Int) {
        let keys = publicKeys.filter { $0.domain == domain || $0.tree == nil }.map(\.key.fingerprint)
        for fingerprint in roots.map(\.fingerprint).filter({ $0 == domain }) + keys {
            withdrawals.insert(
                Withdrawals.Anchor(
                    fingerprint: fingerprint, cause: .alert, domain: domain, time: time, message: message))
        }
        enforceWithdrawals(time, number)
    }
}
