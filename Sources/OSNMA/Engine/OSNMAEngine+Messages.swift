// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Collects DSM-KROOT and DSM-PKR messages from all satellites and judges them.
extension OSNMAEngine {
    private static let judgedLimit = 8
    private static let waitingLimit = 4
    /// The maximum number of combinations of blocks to try when a block arrives, if satellites contradict each other.
    private static let attemptLimit = 12

    /// A root key message with a valid signature.
    struct JudgedMessage: Sendable {
        let header: NMAHeader
        let bytes: [UInt8]
        let root: RootKey<Verified>
        /// The subframe in which the signature was verified.
        let subframe: Int
        /// The reason why the message has no effect; nil if it was accepted.
        let refusal: RootKeyRejection?
    }

    /// A complete root key message waiting for its public key.
    struct WaitingRootKey: Sendable {
        let header: NMAHeader
        let bytes: [UInt8]
    }

    /// Collects the bytes of a satellite's DSM block whose pages have arrived.
    mutating func collectBlock(_ record: Int, _ place: Int) {
        let message = records[record].messages[place]
        guard !isStopped, !message.isCollected, let dsm = message.dsmHeader else { return }
        records[record].messages[place].isCollected = true
        let number = records[record].number
        if collections[dsm.id] == nil {
            collections[dsm.id] = DSMCollection(isPublicKey: dsm.isPublicKey, subframe: number)
        }
        let progress =
            collections[dsm.id]?.insert(
                Int(dsm.blockID), bytes: message.block, known: message.blockPages, header: message.header,
                satellite: message.satellite) ?? .incomplete
        guard progress != .incomplete else { return }
        let attempts = collections[dsm.id]?.attempts(limit: Self.attemptLimit) ?? []
        for attempt in attempts where judge(attempt, of: dsm.id, number) {
            collections[dsm.id]?.clear()
            return
        }
        if progress == .complete { reportFailure(of: dsm.id, number) }
    }

    /// Returns true if a combination of blocks is a valid message.
    private mutating func judge(_ attempt: DSMCollection.Attempt, of id: UInt8, _ number: Int) -> Bool {
        guard let header = attempt.header else { return judgePublicKey(attempt.bytes, of: id, number) }
        if let holds = recognise(header, attempt.bytes, number) {
            counters.rootKeysVerified += 1
            return holds
        }
        guard let message = RootKeyMessage(header: header, bytes: attempt.bytes) else { return false }
        switch judge(message, header: header, bytes: attempt.bytes, number) {
        case .accepted: return true
        // This is a repetition of an old message; the new message may still be among the collected blocks.
        case .refused: return false
        case .withoutKey:
            keepWaiting(header, attempt.bytes)
            collections[id]?.failure = .withoutKey(message.publicKeyID)
        case .failed(let error):
            if case .withoutKey? = collections[id]?.failure { return false }
            collections[id]?.failure = .rootKey(error, publicKeyID: message.publicKeyID)
        }
        return false
    }

    /// Reports that all blocks of a message have arrived, but no combination of them is valid.
    private mutating func reportFailure(of id: UInt8, _ number: Int) {
        guard let time = GST(secondsSinceEpoch: number * 30), let collection = collections[id] else { return }
        switch collection.failure {
        case .withoutKey(let id):
            counters.rootKeysWithoutKey += 1
            events.append(.publicKeyMissing(id: id, time: time))
        case .rootKey(let error, let id):
            counters.rootKeysFailed += 1
            if error == .padding { counters.rootKeysBadPadding += 1 }
            events.append(.rootKeyFailed(error, publicKeyID: id, time: time))
        case .publicKey(let error):
            counters.publicKeysFailed += 1
            events.append(.publicKeyFailed(error, time: time))
        case nil: break
        }
    }

    // MARK: root keys

    /// Recognises a message that was verified within the last hour and need not be verified again.
    ///
    /// - Returns: True if its content still applies, which is the case if it was accepted and nothing newer has
    ///   arrived since; nil if it was not verified within the last hour.
    private mutating func recognise(_ header: NMAHeader, _ bytes: [UInt8], _ number: Int) -> Bool? {
        guard let index = judgedMessages.firstIndex(where: { $0.header == header && $0.bytes == bytes }) else {
            return nil
        }
        let judged = judgedMessages[index]
        guard abs(number - judged.subframe) <= Self.subframesInHour else {
            judgedMessages.remove(at: index)
            return nil
        }
        let chain = chains.first { $0.parameters == judged.root.parameters }
        guard judged.refusal == nil, judged.root.subframe == chain?.root.subframe, chain?.revokedFrom == nil else {
            return false
        }
        noteRoot(of: judged.root.parameters, number)
        if status?.header == header { status?.last = number }
        return true
    }

    private enum Judgement {
        case accepted
        case refused
        case withoutKey
        case failed(RootKeyMessage.VerificationError)
    }

    private mutating func judge(
        _ message: RootKeyMessage, header: NMAHeader, bytes: [UInt8], _ number: Int
    ) -> Judgement {
        let candidates = publicKeys.filter { $0.key.id == message.publicKeyID }
        guard !candidates.isEmpty, let time = GST(secondsSinceEpoch: number * 30) else { return .withoutKey }
        var failure = RootKeyMessage.VerificationError.signature
        for known in candidates {
            do {
                let root = try message.verified(by: known.key, near: time)
                counters.rootKeysVerified += 1
                let refusal = accept(root, signedBy: known, number)
                if judgedMessages.count == Self.judgedLimit { judgedMessages.removeFirst() }
                judgedMessages.append(
                    JudgedMessage(header: header, bytes: bytes, root: root, subframe: number, refusal: refusal))
                return refusal == nil ? .accepted : .refused
            } catch { failure = error }
        }
        return .failed(failure)
    }

    private mutating func keepWaiting(_ header: NMAHeader, _ bytes: [UInt8]) {
        guard !waitingRootKeys.contains(where: { $0.header == header && $0.bytes == bytes }) else { return }
        if waitingRootKeys.count == Self.waitingLimit { waitingRootKeys.removeFirst() }
        waitingRootKeys.append(WaitingRootKey(header: header, bytes: bytes))
    }

    /// Judges waiting and failed messages again, since another public key is trusted now.
    mutating func judgeWaitingRootKeys(_ number: Int) {
        for id in collections.keys { collections[id]?.tryAgain() }
        let waiting = waitingRootKeys
        waitingRootKeys = []
        for entry in waiting {
            guard let message = RootKeyMessage(header: entry.header, bytes: entry.bytes) else { continue }
            if case .withoutKey = judge(message, header: entry.header, bytes: entry.bytes, number) {
                waitingRootKeys.append(entry)
            }
        }
    }

    // MARK: public keys

    private mutating func judgePublicKey(_ bytes: [UInt8], of id: UInt8, _ number: Int) -> Bool {
        guard let message = PublicKeyMessage(bytes: bytes), let time = GST(secondsSinceEpoch: number * 30) else {
            collections[id]?.failure = .publicKey(.malformed)
            return false
        }
        var failure = PublicKeyMessage.VerificationError.malformed
        for root in roots {
            do {
                let content = try message.verified(under: root)
                counters.publicKeysVerified += 1
                switch content {
                case .alert: stop(root.fingerprint, bytes, time, number)
                case .key(let key): add(key, root, bytes, time, number)
                }
                return true
            } catch { failure = error }
        }
        collections[id]?.failure = .publicKey(failure)
        return false
    }
}
