// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// DSM-KROOT and DSM-PKR: root keys, public keys, and what their headers bring about.
extension OSNMAEngine {
    static let chainLimit = 4
    static let publicKeyLimit = 8
    static let rootLimit = 8
    private static let collectionLimit = 6
    private static let judgedLimit = 8
    private static let waitingLimit = 4
    /// A whole message is tried in so many ways where blocks contradict each other.
    private static let candidateLimit = 4

    /// A root key message and what became of it.
    struct JudgedMessage: Sendable {
        let header: NMAHeader
        let bytes: [UInt8]
        /// The subframe in which its signature was verified.
        let subframe: Int
    }

    /// Takes the block of a message, as far as its pages came.
    mutating func collectBlock(_ record: Int, _ place: Int) {
        let message = records[record].messages[place]
        guard !isStopped, !message.isCollected, let dsm = message.dsmHeader else { return }
        records[record].messages[place].isCollected = true
        let number = records[record].number
        if collections[dsm.id] == nil {
            if collections.count == Self.collectionLimit,
                let oldest = collections.min(by: { $0.value.last < $1.value.last })?.key
            {
                collections[oldest] = nil
            }
            collections[dsm.id] = DSMCollection(isPublicKey: dsm.isPublicKey, subframe: number)
        }
        let isComplete =
            collections[dsm.id]?.insert(
                Int(dsm.blockID), bytes: message.block, known: message.blockPages, header: message.header,
                subframe: number) ?? false
        guard isComplete, let collection = collections[dsm.id] else { return }
        let isRight = dsm.isPublicKey ? judgePublicKeys(collection, number) : judgeRootKeys(collection, number)
        if !isRight { collections[dsm.id] = nil }
    }

    // MARK: root keys

    private mutating func judgeRootKeys(_ collection: DSMCollection, _ number: Int) -> Bool {
        let headers = collection.headersByVotes
        var failure: (RootKeyMessage.Failure, UInt8)?
        for bytes in collection.candidates(limit: Self.candidateLimit) {
            for header in headers {
                if isJudged(header, bytes, number) {
                    counters.rootKeysVerified += 1
                    return true
                }
                guard let message = RootKeyMessage(header: header, bytes: bytes) else { continue }
                switch judge(message, header: header, bytes: bytes, number) {
                case .verified: return true
                case .withoutKey:
                    counters.rootKeysWithoutKey += 1
                    keepWaiting(header, bytes, number)
                    if let time = GST(secondsSinceEpoch: number * 30) {
                        events.append(.publicKeyMissing(id: message.publicKeyID, time: time))
                    }
                    return true
                case .failed(let error): failure = failure ?? (error, message.publicKeyID)
                }
            }
        }
        counters.rootKeysFailed += 1
        if let time = GST(secondsSinceEpoch: number * 30) {
            let (error, id) = failure ?? (.malformed, 0)
            if error == .padding { counters.rootKeysBadPadding += 1 }
            events.append(.rootKeyFailed(error, publicKeyID: id, time: time))
        }
        return false
    }

    /// The message was verified within the last hour: it need not be again, and shows that what it says still holds.
    private mutating func isJudged(_ header: NMAHeader, _ bytes: [UInt8], _ number: Int) -> Bool {
        guard let index = judgedMessages.firstIndex(where: { $0.header == header && $0.bytes == bytes }) else {
            return false
        }
        guard abs(number - judgedMessages[index].subframe) <= Self.subframesInHour else {
            judgedMessages.remove(at: index)
            return false
        }
        rootKeySubframe = max(rootKeySubframe ?? number, number)
        if status?.header == header { status?.subframe = number }
        return true
    }

    private enum Judgement {
        case verified
        case withoutKey
        case failed(RootKeyMessage.Failure)
    }

    private mutating func judge(
        _ message: RootKeyMessage, header: NMAHeader, bytes: [UInt8], _ number: Int
    ) -> Judgement {
        let candidates = publicKeys.filter { $0.key.id == message.publicKeyID }
        guard !candidates.isEmpty, let time = GST(secondsSinceEpoch: number * 30) else { return .withoutKey }
        var failure = RootKeyMessage.Failure.signature
        for known in candidates {
            do {
                let root = try message.verified(by: known.key, near: time)
                counters.rootKeysVerified += 1
                if judgedMessages.count == Self.judgedLimit { judgedMessages.removeFirst() }
                judgedMessages.append(JudgedMessage(header: header, bytes: bytes, subframe: number))
                rootKeySubframe = max(rootKeySubframe ?? number, number)
                accept(root, signedBy: known, number)
                return .verified
            } catch { failure = error }
        }
        return .failed(failure)
    }

    private mutating func keepWaiting(_ header: NMAHeader, _ bytes: [UInt8], _ number: Int) {
        guard !waitingRootKeys.contains(where: { $0.header == header && $0.bytes == bytes }) else { return }
        if waitingRootKeys.count == Self.waitingLimit { waitingRootKeys.removeFirst() }
        waitingRootKeys.append((header, bytes, number))
    }

    mutating func judgeWaitingRootKeys(_ number: Int) {
        let waiting = waitingRootKeys
        waitingRootKeys = []
        for entry in waiting {
            guard let message = RootKeyMessage(header: entry.header, bytes: entry.bytes) else { continue }
            if case .withoutKey = judge(message, header: entry.header, bytes: entry.bytes, number) {
                waitingRootKeys.append(entry)
            }
        }
    }

    /// Takes a root key that is proven.
    private mutating func accept(_ root: RootKey<Verified>, signedBy known: KnownPublicKey, _ number: Int) {
        guard !isStopped, let time = GST(secondsSinceEpoch: number * 30) else { return }
        events.append(.rootKeyVerified(root, time: time))
        var isFresh = true
        if let index = chains.firstIndex(where: { $0.parameters == root.parameters }) {
            isFresh = root.subframe >= chains[index].root.subframe
            _ = chains[index].accept(root, steps: configuration.maximumChainSteps)
        } else {
            isFresh = add(root)
        }
        guard isFresh else { return }
        note(root.header, time, number)
        dropOlderKeys(than: known, root.header, time)
        revoke(by: root, time, number)
        guard !isStopped else { return }
        judgeEarlyMessages()
    }

    /// A chain that began before the one in force is a replay: false.
    private mutating func add(_ root: RootKey<Verified>) -> Bool {
        if let chainInForce, let own = chains.first(where: { $0.parameters == chainInForce }),
            root.subframe < own.oldest.subframe
        {
            return false
        }
        if chains.count == Self.chainLimit {
            let unused = chains.firstIndex { $0.parameters != chainInForce }
            chains.remove(at: unused ?? 0)
        }
        chains.append(TESLAChain(root: root))
        // What is no key of the chains that were known may be one of this.
        for index in records.indices { records[index].reconsiderKeys() }
        return true
    }

    private mutating func note(_ header: NMAHeader, _ time: GST, _ number: Int) {
        if status?.header != header { events.append(.statusChanged(header, time: time)) }
        status = (header, number)
        if header.status == .dontUse, !configuration.keepsPendingTags { forgetPendingTags(upTo: number) }
    }

    private mutating func revoke(by root: RootKey<Verified>, _ time: GST, _ number: Int) {
        guard root.header.status == .dontUse else { return }
        switch root.header.chainAndKeyStatus {
        case .alertMessage: stop(time, number)
        case .chainRevoked, .publicKeyRevoked:
            let id = root.header.chainID
            guard id != root.parameters.chainID else { return }
            for index in chains.indices
            where chains[index].parameters.chainID == id && chains[index].revokedFrom == nil {
                chains[index].revokedFrom = number
                events.append(.revoked(.chain(id), time: time))
            }
        default: break
        }
    }

    /// The alert message: nothing is trusted any more. A recording's keys are still looked at for the tags before it.
    private mutating func stop(_ time: GST, _ number: Int) {
        guard !isStopped else { return }
        isStopped = true
        events.append(.revoked(.everything, time: time))
        for root in roots { withdraw(root.fingerprint) }
        for known in publicKeys { withdraw(known.key.fingerprint) }
        roots = []
        publicKeys = []
        if configuration.keepsPendingTags {
            for index in chains.indices where chains[index].revokedFrom == nil { chains[index].revokedFrom = number }
        } else {
            chains = []
            forgetPendingTags(upTo: number)
        }
    }

    // MARK: public keys

    private mutating func judgePublicKeys(_ collection: DSMCollection, _ number: Int) -> Bool {
        guard let time = GST(secondsSinceEpoch: number * 30) else { return false }
        var failure = PublicKeyMessage.Failure.malformed
        for bytes in collection.candidates(limit: Self.candidateLimit) {
            guard let message = PublicKeyMessage(bytes: bytes) else { continue }
            for root in roots {
                do {
                    switch try message.verified(under: root) {
                    case .alert:
                        counters.publicKeysVerified += 1
                        stop(time, number)
                    case .key(let key):
                        counters.publicKeysVerified += 1
                        add(key, root, bytes, time, number)
                    }
                    return true
                } catch { failure = error }
            }
        }
        guard !isStopped else { return true }
        counters.publicKeysFailed += 1
        events.append(.publicKeyFailed(failure, time: time))
        return false
    }

    private mutating func add(
        _ key: PublicKey<Verified>, _ root: MerkleRoot, _ bytes: [UInt8], _ time: GST, _ number: Int
    ) {
        guard !publicKeys.contains(where: { $0.key == key && $0.root == root }), !isHistory(key, root) else { return }
        let isNew = !publicKeys.contains { $0.key == key }
        publicKeys.removeAll { $0.key == key }
        if publicKeys.count == Self.publicKeyLimit { publicKeys.removeFirst() }
        publicKeys.append(KnownPublicKey(key: key, root: root, order: isNew ? number : 0, message: bytes))
        guard isNew else { return }
        events.append(.publicKeyVerified(key, time: time))
        judgeWaitingRootKeys(number)
    }

    /// The key was put out of use, or a later one of its tree is trusted: who sends it now replays it.
    private func isHistory(_ key: PublicKey<Verified>, _ root: MerkleRoot) -> Bool {
        withdrawn.contains(key.fingerprint) || publicKeys.contains { $0.root == root && $0.key.id > key.id }
    }

    /// A root key signed with a newer public key shows that the older ones are out of use; at a renewal of the tree
    /// its root too.
    private mutating func dropOlderKeys(than signer: KnownPublicKey, _ header: NMAHeader, _ time: GST) {
        if header.chainAndKeyStatus != .newMerkleTree {
            signerInForce = signer.key
        } else if signerInForce == signer.key {
            // A new tree is announced, and the old key still signs: what is known of the new one is to be kept.
            return
        }
        guard [.newPublicKey, .publicKeyRevoked, .newMerkleTree].contains(header.chainAndKeyStatus) else { return }
        let older = publicKeys.filter { known in
            guard known.key != signer.key else { return false }
            // Of keys that were provisioned together the numbers tell the order, within a tree.
            guard known.order == signer.order else { return known.order < signer.order }
            return header.chainAndKeyStatus != .newMerkleTree && known.root != nil && known.root == signer.root
                && known.key.id < signer.key.id
        }
        for known in older {
            publicKeys.removeAll { $0.key == known.key }
            judgedMessages = []
            withdraw(known.key.fingerprint)
            events.append(.publicKeyDropped(id: known.key.id, time: time))
        }
        if header.chainAndKeyStatus == .newMerkleTree, signer.order > 0, let root = signer.root {
            for other in roots where other != root { withdraw(other.fingerprint) }
            roots = [root]
        }
    }
}
