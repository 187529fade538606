// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Which data a tag is about, and whether it is right for them.
extension OSNMAEngine {
    /// The newest words of the subframes since the cut-off, all of them or nil.
    func windowWords(_ tag: PendingTag) -> [Word]? {
        guard let history = satellites[Int(tag.satellite)]?.history else { return nil }
        var words: [Word] = []
        for type in tag.adkd.group.wordTypes {
            guard let word = history.newest(type, from: tag.subframe - tag.cutOff, before: tag.subframe)?.word else {
                return nil
            }
            words.append(word)
        }
        return words
    }

    /// The data that the words make, if the tag is right for them.
    mutating func verified(_ words: [Word], _ tag: PendingTag, _ key: VerifiedKey) -> NavigationData<Verified>? {
        let index = Int(tag.satellite)
        if satellites[index] == nil { satellites[index] = SatelliteState() }
        guard let content = satellites[index]?.content(tag.satellite, tag.adkd.group, words) else { return nil }
        return NavigationData<Unverified>(content).verified(
            by: tag, key.authenticator, tagBits: tag.parameters.tagBits)
    }

    mutating func judgeData(_ tag: PendingTag, _ key: VerifiedKey) {
        if let words = windowWords(tag) {
            if let data = verified(words, tag, key) { return succeed(tag, key, data, .window) }
            if has(.oldestWords), let older = oldestWords(tag), older != words, let data = verified(older, tag, key) {
                return succeed(tag, key, data, .oldestWords)
            }
            return fail(tag, key, .window)
        }
        if has(.forwardLink), let words = linkedWords(tag) {
            if let data = verified(words, tag, key) { return succeed(tag, key, data, .forwardLink) }
            counters.forwardLinkFailed += 1
        } else if has(.ownSubframe), let words = ownWords(tag), let data = verified(words, tag, key) {
            return succeed(tag, key, data, .forwardLink)
        }
        if has(.cutOffContinuity), let known = continued(tag) {
            let data = NavigationData<Unverified>(known)
            if let data = data.verified(by: tag, key.authenticator, tagBits: tag.parameters.tagBits) {
                return succeed(tag, key, data, .continuity)
            }
        }
        counters.tagsWithoutData += 1
    }

    /// The oldest words of the subframes since the cut-off: the flags of word 5 may change before the cut-off says so.
    private func oldestWords(_ tag: PendingTag) -> [Word]? {
        guard let history = satellites[Int(tag.satellite)]?.history else { return nil }
        var words: [Word] = []
        for type in tag.adkd.group.wordTypes {
            guard let word = history.oldest(type, from: tag.subframe - tag.cutOff, before: tag.subframe)?.word else {
                return nil
            }
            words.append(word)
        }
        return words
    }

    /// The words since the cut-off, completed with words of the same issue that came after the tag, early enough
    /// before its key.
    private func linkedWords(_ tag: PendingTag) -> [Word]? {
        guard tag.adkd.group == .ephemeris, let history = satellites[Int(tag.satellite)]?.history else { return nil }
        let types = tag.adkd.group.wordTypes
        var words = types.map { history.newest($0, from: tag.subframe - tag.cutOff, before: tag.subframe)?.word }
        let issues = Set(words[0..<4].compactMap { $0?.iodnav })
        guard issues.count == 1, let issue = issues.first else { return nil }
        let latest = latestStart(tag)
        for (index, type) in types.enumerated() where words[index] == nil {
            words[index] =
                history.first(type, from: tag.subframe, latest: latest) { $0.type == 5 || $0.iodnav == issue }?.word
        }
        let all = words.compactMap { $0 }
        return all.count == types.count ? all : nil
    }

    /// Words of one issue of the tag's own subframe and of the next, early enough before its key, where none came before
    /// the tag. They may be newer than the tag: if it is wrong for them, that says nothing.
    private func ownWords(_ tag: PendingTag) -> [Word]? {
        guard tag.adkd.group == .ephemeris, let history = satellites[Int(tag.satellite)]?.history else { return nil }
        let types = tag.adkd.group.wordTypes
        let before = types.dropLast().contains {
            history.newest($0, from: tag.subframe - tag.cutOff, before: tag.subframe) != nil
        }
        guard !before else { return nil }
        let latest = latestStart(tag)
        let first = types.dropLast().compactMap { type in
            history.first(type, from: tag.subframe, latest: latest) { _ in true }
        }.min { $0.start < $1.start }
        guard let issue = first?.word.iodnav else { return nil }
        let words = types.compactMap { type in
            history.first(type, from: tag.subframe, latest: latest) { type == 5 || $0.iodnav == issue }?.word
        }
        return words.count == types.count ? words : nil
    }

    /// The latest that a page may have begun whose word came surely before the key of a tag: it takes two seconds.
    private func latestStart(_ tag: PendingTag) -> Int {
        let margin =
            configuration.margin
            ?? (tag.subframe...tag.subframe + 1).map { number in
                let record = records[number % Self.recordCount]
                return record.number == number ? record.margin : Self.longestMargin
            }.max() ?? Self.longestMargin
        return tag.keyStart - min(max(margin, 0), Self.longestMargin) - 2
    }

    /// What an earlier tag was right for, if the cut-off says that nothing has changed since.
    private func continued(_ tag: PendingTag) -> NavigationDataContent? {
        guard let known = satellites[Int(tag.satellite)]?.continuity[Int(tag.adkd.group.rawValue)],
            tag.cutOff >= known.cutOff, (0..<known.cutOff).contains(tag.subframe - known.subframe)
        else { return nil }
        return known.data
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
        let group = Int(tag.adkd.group.rawValue)
        if tag.subframe >= satellites[index]?.continuity[group]?.subframe ?? -1 {
            satellites[index]?.continuity[group] = SatelliteState.Continuity(
                data: data.content, cutOff: tag.cutOff, subframe: tag.subframe)
        }
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
