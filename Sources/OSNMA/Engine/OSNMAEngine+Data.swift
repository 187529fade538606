// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Words that form a set of data.
struct WordSet: Sendable {
    let words: [Word]
    /// The smallest trust that applied when one of the words arrived. A tag proves nothing about words that arrived
    /// when its key may already have been public.
    let trust: TimeTrust

    /// Creates a set; nil if a word is missing.
    init?(_ instances: [WordHistory.Instance?]) {
        var words: [Word] = []
        var trust = TimeTrust.all
        for instance in instances {
            guard let instance else { return nil }
            words.append(instance.word)
            trust = min(trust, instance.arrival.trust)
        }
        (self.words, self.trust) = (words, trust)
    }
}

/// Finds the data that a tag covers and checks the tag against them.
extension OSNMAEngine {
    /// The newest words of the subframes since the cut-off; nil if any is missing.
    func windowWords(_ tag: PendingTag) -> WordSet? {
        guard let history = satellites[Int(tag.satellite)]?.history else { return nil }
        return WordSet(
            tag.adkd.group.wordTypes.map { history.newest($0, from: tag.subframe - tag.cutOff, before: tag.subframe) })
    }

    /// Returns the data formed by the words if the tag is valid for them.
    mutating func verified(_ words: [Word], _ tag: PendingTag, _ key: VerifiedKey) -> NavigationData<Verified>? {
        let index = Int(tag.satellite)
        if satellites[index] == nil { satellites[index] = SatelliteState() }
        guard let content = satellites[index]?.content(tag.satellite, tag.adkd.group, words) else { return nil }
        return NavigationData<Unverified>(content).verified(
            by: tag, key.authenticator, tagBits: tag.parameters.tagBits)
    }

    mutating func judgeData(_ tag: PendingTag, _ key: VerifiedKey) {
        if let window = windowWords(tag) {
            guard allows(tag, window.trust) else { return countWithoutTime() }
            if let data = verified(window.words, tag, key) { return succeed(tag, key, data, .window) }
            if has(.oldestWords), let older = oldestWords(tag), older.words != window.words, allows(tag, older.trust),
                let data = verified(older.words, tag, key)
            {
                reportOtherWords(tag, data.content)
                return succeed(tag, key, data, .oldestWords)
            }
            return fail(tag, key, .window)
        }
        if has(.forwardLink), let linked = linkedWords(tag), allows(tag, linked.trust) {
            if let data = verified(linked.words, tag, key) { return succeed(tag, key, data, .forwardLink) }
            counters.forwardLinkFailed += 1
        } else if has(.ownSubframe), let own = ownWords(tag), allows(tag, own.trust),
            let data = verified(own.words, tag, key)
        {
            return succeed(tag, key, data, .forwardLink)
        }
        if has(.cutOffContinuity), let data = continued(tag, key) {
            reportOtherWords(tag, data.content)
            return succeed(tag, key, data, .continuity)
        }
        counters.tagsWithoutData += 1
    }

    /// Returns true if a tag of this kind was allowed under the trust that applied when a piece of data arrived.
    func allows(_ tag: PendingTag, _ trust: TimeTrust) -> Bool {
        trust == .all || (trust == .slowOnly && tag.adkd == .inavSlowMAC)
    }

    private mutating func countWithoutTime() { counters.tagsWithoutTime += 1 }

    /// The oldest words of the subframes since the cut-off. They are needed because the flags of word 5 may change
    /// before the cut-off reflects it.
    private func oldestWords(_ tag: PendingTag) -> WordSet? {
        guard let history = satellites[Int(tag.satellite)]?.history else { return nil }
        return WordSet(
            tag.adkd.group.wordTypes.map { history.oldest($0, from: tag.subframe - tag.cutOff, before: tag.subframe) })
    }

    /// Reports that the newest words since the cut-off differ from the data that the tag proves. The flags at the end of
    /// word 5 may change before the cut-off reflects it, and are therefore not compared.
    private mutating func reportOtherWords(_ tag: PendingTag, _ data: NavigationDataContent) {
        let group = tag.adkd.group
        guard let history = satellites[Int(tag.satellite)]?.history else { return }
        for (index, type) in group.wordTypes.enumerated() {
            guard let newest = history.newest(type, from: tag.subframe - tag.cutOff, before: tag.subframe) else {
                continue
            }
            let field = type == 5 ? 6..<67 : group.fields[index]
            guard newest.word.masked(to: field) != data.words[index].masked(to: field) else { continue }
            return report(tag.satellite, .otherWords(group), subframe: tag.subframe)
        }
    }

    /// The words since the cut-off, completed with words of the same issue of data that arrived after the tag but
    /// early enough before its key.
    private func linkedWords(_ tag: PendingTag) -> WordSet? {
        guard tag.adkd.group == .ephemeris, let history = satellites[Int(tag.satellite)]?.history else { return nil }
        let types = tag.adkd.group.wordTypes
        var words = types.map { history.newest($0, from: tag.subframe - tag.cutOff, before: tag.subframe) }
        let issues = Set(words[0..<4].compactMap { $0?.word.iodnav })
        guard issues.count == 1, let issue = issues.first else { return nil }
        for (index, type) in types.enumerated() where words[index] == nil {
            words[index] = history.first(type, from: tag.subframe, through: tag.keySubframe) {
                arrivedInTime($0, tag) && (type == 5 || $0.word.iodnav == issue)
            }
        }
        return WordSet(words)
    }

    /// Words of one issue of data from the tag's own subframe and the next, early enough before its key, if none
    /// arrived before the tag. They may be newer than the tag, so an invalid tag proves nothing.
    private func ownWords(_ tag: PendingTag) -> WordSet? {
        guard tag.adkd.group == .ephemeris, let history = satellites[Int(tag.satellite)]?.history else { return nil }
        let types = tag.adkd.group.wordTypes
        let before = types.dropLast().contains {
            history.newest($0, from: tag.subframe - tag.cutOff, before: tag.subframe) != nil
        }
        guard !before else { return nil }
        let first = types.dropLast().compactMap { type in
            history.first(type, from: tag.subframe, through: tag.keySubframe) { arrivedInTime($0, tag) }
        }.min { $0.start < $1.start }
        guard let issue = first?.word.iodnav else { return nil }
        return WordSet(
            types.map { type in
                history.first(type, from: tag.subframe, through: tag.keySubframe) {
                    arrivedInTime($0, tag) && (type == 5 || $0.word.iodnav == issue)
                }
            })
    }

    /// Returns true if a word certainly arrived before the tag's key was public.
    private func arrivedInTime(_ word: WordHistory.Instance, _ tag: PendingTag) -> Bool {
        word.isThere(by: tag.keyStart, margin: configuration.margin.map { min(max($0, 0), Self.recordingMargin) })
    }

    /// Returns data that another tag authenticated, if this tag is valid for them too and both tags' cut-offs state
    /// that the data have not changed in between.
    private func continued(_ tag: PendingTag, _ key: VerifiedKey) -> NavigationData<Verified>? {
        let known = satellites[Int(tag.satellite)]?.continuity[Int(tag.adkd.group.rawValue)] ?? []
        for entry in known.reversed() where entry.applies(to: tag) {
            let data = NavigationData<Unverified>(entry.data)
            if let data = data.verified(by: tag, key.authenticator, tagBits: tag.parameters.tagBits) { return data }
        }
        return nil
    }

    private mutating func succeed(
        _ tag: PendingTag, _ key: VerifiedKey, _ data: NavigationData<Verified>, _ source: DataSource
    ) {
        counters.tagsOK.count(tag.adkd)
        if tag.parameters != key.parameters { counters.crossChainOK += 1 }
        switch source {
        case .window: break
        case .forwardLink: counters.byForwardLink += 1
        case .oldestWords: counters.byOldestWords += 1
        case .continuity: counters.byCutOffContinuity += 1
        }
        noteStatus(tag)
        let index = Int(tag.satellite)
        satellites[index]?.note(tag, data.content)
        guard let verdict = verdict(tag, key, source),
            let set = satellites[index]?.add(
                data, tagBits: tag.parameters.tagBits, tagTime: verdict.time, keyTime: verdict.keyTime)
        else { return }
        events.append(
            .authenticated(
                data, verdict, bits: set.bits, tags: set.tags,
                isAuthenticated: set.bits >= configuration.minimumTagBits))
    }
}
