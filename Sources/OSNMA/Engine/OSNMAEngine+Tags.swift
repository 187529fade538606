// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Judges a subframe's MACK messages when the key of the next subframe is verified.
extension OSNMAEngine {
    mutating func judgeMessages(of number: Int) {
        guard number >= 0, records[number % Self.recordCount].number == number,
            !records[number % Self.recordCount].isJudged, let key = key(of: number + 1)
        else { return }
        let record = number % Self.recordCount
        records[record].isJudged = true
        let parameters = self.key(of: number)?.parameters ?? announcedParameters(record) ?? key.parameters
        let rules = parameters.lookupTable.rules(subframe: number)
        for message in records[record].messages where message.isComplete || has(.partialSubframes) {
            judge(message, record: record, parameters: parameters, rules: rules, key: key)
        }
    }

    /// The parameters of the chain named by a subframe's header.
    private func announcedParameters(_ record: Int) -> ChainParameters? {
        guard let id = records[record].header?.chainID else { return nil }
        return chains.first { $0.parameters.chainID == id }?.parameters
    }

    private mutating func judge(
        _ message: OSNMAMessage, record: Int, parameters: ChainParameters, rules: [SlotRule], key: VerifiedKey
    ) {
        let number = records[record].number
        let own = message.header ?? records[record].header
        guard let status = own?.status ?? assumedStatus(number) else { return }
        let isSequenceRight = checkSequence(message, number: number, parameters: parameters, rules: rules, key: key)
        var isLookupWrong = false
        for (index, rule) in rules.enumerated() {
            guard let slot = message.slot(index, parameters) else { continue }
            guard Self.fits(slot, rule, sender: message.satellite) else {
                counters.lookupFailed += 1
                isLookupWrong = true
                continue
            }
            if rule == .flexible, isSequenceRight != true { continue }
            guard let adkd = ADKD(rawValue: slot.info.adkd), (1...36).contains(slot.info.satellite) else { continue }
            let tag = PendingTag(
                satellite: slot.info.satellite, sender: message.satellite, adkd: adkd, cutOff: slot.info.cutOff,
                counter: UInt8(index + 1), subframe: number, status: status, isStatusAssumed: own == nil, tag: slot.tag,
                parameters: parameters, trust: records[record].trust)
            if adkd == .inavSlowMAC { keepSlowTag(tag) } else { judge(tag, key) }
        }
        if isLookupWrong { report(message.satellite, .wrongLookup, subframe: number) }
    }

    /// The status to expect according to the next subframe's header or the chain's root key. Tags cover the status,
    /// so a wrong assumption makes them invalid.
    private mutating func assumedStatus(_ number: Int) -> NMAStatus? {
        guard has(.assumedStatus) else { return nil }
        let next = records[(number + 1) % Self.recordCount]
        if next.number == number + 1, let header = next.header { return header.status }
        let parameters = key(of: number + 1)?.parameters
        return chains.first { $0.parameters == parameters }?.root.header.status
    }

    /// Returns true if the slot contains the kind of tag that the look-up table requires.
    private static func fits(_ slot: TagSlot, _ rule: SlotRule, sender: UInt8) -> Bool {
        switch rule {
        case .own(let adkd): slot.info.adkd == adkd && slot.info.satellite == sender
        case .any(let adkd): slot.info.adkd == adkd
        case .flexible: true
        }
    }

    /// Returns true if MACSEQ, which authenticates the description of the flexible slots, is valid; nil if a part of
    /// it is missing.
    private mutating func checkSequence(
        _ message: OSNMAMessage, number: Int, parameters: ChainParameters, rules: [SlotRule], key: VerifiedKey
    ) -> Bool? {
        guard let received = message.sequenceCode(parameters) else { return nil }
        var prefix = TagPrefix()
        prefix.append(message.satellite)
        prefix.append(subframe: number)
        for index in rules.indices where rules[index] == .flexible {
            guard let slot = message.slot(index, parameters) else { return nil }
            prefix.append(slot.info.value)
        }
        let empty: InlineArray<1, UInt8> = [0]
        let isRight = prefix.code(key.authenticator, empty.span.extracting(0..<0)) >> 52 == UInt64(received)
        if isRight {
            counters.sequencesOK += 1
        } else {
            counters.sequencesFailed += 1
            report(message.satellite, .wrongSequence, subframe: number)
        }
        return isRight
    }

    private mutating func keepSlowTag(_ tag: PendingTag) {
        if let key = key(of: tag.keySubframe) { return judge(tag, key) }
        let index = tag.keySubframe % Self.slowBucketCount
        if slowTags[index].keySubframe != tag.keySubframe {
            expireSlowTags(index)
            slowTags[index].keySubframe = tag.keySubframe
        }
        slowTags[index].tags.append(tag)
    }

    mutating func judgeSlowTags(keySubframe: Int) {
        let index = keySubframe % Self.slowBucketCount
        guard slowTags[index].keySubframe == keySubframe, let key = key(of: keySubframe) else { return }
        let tags = slowTags[index].tags
        slowTags[index] = (-1, [])
        for tag in tags { judge(tag, key) }
    }

    /// Judges a tag with its key.
    private mutating func judge(_ tag: PendingTag, _ key: VerifiedKey) {
        guard tag.status == .operational || tag.status == .test else {
            counters.tagsDontUse += 1
            return proveDontUse(tag, key)
        }
        guard !isRevoked(tag, key) else {
            counters.tagsDontUse += 1
            return
        }
        guard allows(tag, tag.trust) else {
            counters.tagsWithoutTime += 1
            return
        }
        guard !isRootKeyExpired(of: key.parameters, at: tag.subframe) else {
            counters.tagsWithoutRootKey += 1
            return
        }
        guard tag.cutOff > 0 else { return judgeDummy(tag, key) }
        judgeData(tag, key)
    }

    /// Returns true if the chain of the tag or of its key was revoked before the tag was transmitted.
    private func isRevoked(_ tag: PendingTag, _ key: VerifiedKey) -> Bool {
        if isStopped, !configuration.keepsPendingTags { return true }
        return chains.contains { chain in
            guard let from = chain.revokedFrom else { return false }
            guard chain.parameters == tag.parameters || chain.parameters == key.parameters else { return false }
            return configuration.keepsPendingTags ? tag.subframe >= from : true
        }
    }

    private mutating func judgeDummy(_ tag: PendingTag, _ key: VerifiedKey) {
        guard tag.isRightDummy(key.authenticator) else { return fail(tag, key, nil) }
        counters.tagsOK.count(tag.adkd)
        counters.dummyTagsOK += 1
        noteStatus(tag)
        if let verdict = verdict(tag, key, nil) { events.append(.dummyVerified(verdict)) }
    }

    mutating func fail(_ tag: PendingTag, _ key: VerifiedKey, _ source: DataSource?) {
        guard !tag.isStatusAssumed else {
            counters.tagsWithoutData += 1
            return
        }
        counters.tagsFailed += 1
        if let verdict = verdict(tag, key, source) { events.append(.tagFailed(verdict)) }
    }

    func verdict(_ tag: PendingTag, _ key: VerifiedKey, _ source: DataSource?) -> TagVerdict? {
        guard let satellite = SatelliteID(.galileo, Int(tag.satellite)),
            let sender = SatelliteID(.galileo, Int(tag.sender)),
            let time = GST(secondsSinceEpoch: tag.subframe * 30), let keyTime = key.key.time
        else { return nil }
        return TagVerdict(
            satellite: satellite, sender: sender, adkd: tag.adkd, counter: Int(tag.counter), cutOff: tag.cutOff,
            time: time, keyTime: keyTime, chainID: key.parameters.chainID, isTest: tag.status == .test, source: source)
    }

    /// Records the status of the subframe, which a valid tag proves.
    mutating func noteStatus(_ tag: PendingTag) {
        guard tag.subframe > proven?.subframe ?? -1 else { return }
        proven = (tag.status, tag.subframe)
    }

    /// Checks a tag whose status is "don't use". If it is valid, it proves that OSNMA must not be used; further tags of
    /// that subframe are then skipped.
    private mutating func proveDontUse(_ tag: PendingTag, _ key: VerifiedKey) {
        guard tag.status == .dontUse, tag.subframe > proven?.subframe ?? -1 else { return }
        let isRight: Bool
        if tag.cutOff == 0 {
            isRight = tag.isRightDummy(key.authenticator)
        } else if let window = windowWords(tag) {
            isRight = verified(window.words, tag, key) != nil
        } else {
            return
        }
        guard isRight else { return }
        noteStatus(tag)
        if !configuration.keepsPendingTags { forgetPendingTags(upTo: tag.subframe) }
    }

    /// Forgets tags that were transmitted before OSNMA was declared unusable and still wait for their key.
    mutating func forgetPendingTags(upTo subframe: Int) {
        for index in slowTags.indices {
            let before = slowTags[index].tags.count
            slowTags[index].tags.removeAll { $0.subframe <= subframe }
            counters.tagsDontUse += before - slowTags[index].tags.count
        }
    }
}
