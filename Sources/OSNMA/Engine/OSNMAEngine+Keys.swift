// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Verification of the keys that satellites disclose.
///
/// Functions that change nothing are also mutating, so that they use the engine in place. Otherwise the whole engine
/// would be copied for each page.
extension OSNMAEngine {
    /// The verified key of a subframe.
    mutating func key(of subframe: Int) -> VerifiedKey? {
        guard subframe >= 0, let key = keys[subframe % Self.keyCount], key.key.subframe == subframe else { return nil }
        return key
    }

    /// Checks the key of one message, or the key assembled from the pages of all satellites.
    mutating func lookForKey(_ record: Int, _ place: Int, page: Int) {
        guard !chains.isEmpty, configuration.judgesTags else { return }
        let number = records[record].number
        checkOwnKey(record, place)
        guard has(.keyMerging), key(of: number) == nil else { return }
        for index in chainOrder(records[record].header) {
            let parameters = chains[index].parameters
            guard page < 0 || parameters.keyPages.contains(page), let merged = records[record].mergedKey(parameters),
                !records[record].isRejected(merged: merged, parameters)
            else { continue }
            switch verify(merged, number: number, chain: index) {
            case true?: return countKey(record, merged: true)
            // Otherwise each further page of any satellite would hash it again, over up to a day.
            case false?: records[record].reject(merged: merged, parameters)
            case nil: break
            }
        }
    }

    /// Checks the key that one satellite transmitted.
    private mutating func checkOwnKey(_ record: Int, _ place: Int) {
        let message = records[record].messages[place]
        guard !message.isKeyChecked, has(.partialSubframes) || message.isComplete else { return }
        let number = records[record].number
        if let known = key(of: number) {
            guard let own = message.key(known.parameters) else { return }
            records[record].messages[place].isKeyChecked = true
            if own == known.key.value { return countKey(record, merged: false) }
        }
        var candidate: KeyBytes?
        var isTooFar = false
        for index in chainOrder(records[record].header) {
            guard let own = message.key(chains[index].parameters) else { continue }
            records[record].messages[place].isKeyChecked = true
            candidate = own
            if records[record].rejected.contains(own) { break }
            switch verify(own, number: number, chain: index) {
            case true?: return countKey(record, merged: false)
            case false?: break
            // The key can only be checked once a newer root key of the chain has arrived.
            case nil: isTooFar = true
            }
        }
        if isTooFar { records[record].messages[place].isKeyChecked = false }
        // A key is not wrong just because the root of its chain is unknown.
        guard let candidate, !isTooFar, isChainKnown(records[record].header) else { return }
        if records[record].reject(candidate) { counters.keysFailed += 1 }
        report(message.satellite, .wrongKey, subframe: number)
    }

    private mutating func isChainKnown(_ header: NMAHeader?) -> Bool {
        let confirmed = chains.filter(\.isConfirmed)
        guard let header else { return !confirmed.isEmpty }
        return confirmed.contains { $0.parameters.chainID == header.chainID }
    }

    private mutating func countKey(_ record: Int, merged: Bool) {
        guard !records[record].isKeyCounted else { return }
        records[record].isKeyCounted = true
        counters.keysVerified += 1
        guard let known = key(of: records[record].number) else { return }
        events.append(.keyVerified(known.key, chainID: known.parameters.chainID, merged: merged))
    }

    /// The indices of the chains in the order in which to try them: the one named by the header comes first.
    mutating func chainOrder(_ header: NMAHeader?) -> [Int] {
        guard chains.count > 1, let header else { return Array(chains.indices) }
        return chains.indices.filter { chains[$0].parameters.chainID == header.chainID }
            + chains.indices.filter { chains[$0].parameters.chainID != header.chainID }
    }

    /// Verifies a key and judges the messages that waited for it.
    ///
    /// - Returns: Nil if the key is too far from any known key to be checked.
    mutating func verify(_ value: KeyBytes, number: Int, chain index: Int) -> Bool? {
        let parameters = chains[index].parameters
        guard value.count == parameters.keyByteCount else { return false }
        let candidate = TESLAKey<Unverified>(subframe: number, value: value)
        let verified: [TESLAKey<Verified>]
        switch chains[index].verify(candidate, steps: configuration.maximumChainSteps) {
        case .verified(let keys): verified = keys
        case .foreign: return false
        case .tooFar: return nil
        }
        noteChain(parameters, number)
        if let gap, number > gap.last { judgeBeforeGap(gap, chain: index) }
        for key in verified.suffix(Self.keyCount / 2) { use(key, parameters) }
        return true
    }

    /// Stores a verified key and judges the messages that waited for it.
    private mutating func use(_ key: TESLAKey<Verified>, _ parameters: ChainParameters) {
        guard self.key(of: key.subframe) == nil,
            let authenticator = TagAuthenticator(key: key, function: parameters.function)
        else { return }
        keys[key.subframe % Self.keyCount] = VerifiedKey(parameters: parameters, authenticator: authenticator)
        judgeMessages(of: key.subframe - 1)
        judgeSlowTags(keySubframe: key.subframe)
    }

    /// Judges messages from before a gap with keys computed by hashing down the chain.
    private mutating func judgeBeforeGap(_ gap: Gap, chain index: Int) {
        self.gap = nil
        let (chain, parameters) = (chains[index], chains[index].parameters)
        let steps = configuration.maximumChainSteps
        for record in gap.records {
            let place = record.number % Self.recordCount
            guard records[place].number != record.number else { continue }
            let present = records[place]
            records[place] = record
            for subframe in record.number...record.number + 1 {
                if let key = chain.key(of: subframe, steps: steps) { use(key, parameters) }
            }
            judgeMessages(of: record.number)
            records[place] = present
        }
        for bucket in slowTags where bucket.keySubframe <= gap.last + ADKD.inavSlowMAC.keyDelay {
            if let key = chain.key(of: bucket.keySubframe, steps: steps) { use(key, parameters) }
        }
    }

    private mutating func noteChain(_ parameters: ChainParameters, _ number: Int) {
        if let before = chainInForce, before != parameters, number >= current,
            let time = GST(secondsSinceEpoch: number * 30)
        {
            events.append(.chainChanged(from: before.chainID, to: parameters.chainID, time: time))
        }
        if number >= current || chainInForce == nil { chainInForce = parameters }
    }

    /// Judges keys and tags that arrived before their chain became known.
    mutating func judgeEarlyMessages() {
        let floor = has(.earlyMessages) ? current - Self.keptSubframes : current
        for number in stride(from: current, through: max(floor, 0), by: -1) {
            let record = number % Self.recordCount
            guard records[record].number == number else { continue }
            for place in records[record].messages.indices { lookForKey(record, place, page: -1) }
        }
    }
}
