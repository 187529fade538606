// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Processing of a page: time, words, and the pieces of HKROOT and MACK.
extension OSNMAEngine {
    /// Determines which tags the trusted time allows; returns false if the time contradicts the page. Such a page is
    /// reported and dropped: it may have been forged once the keys of its time were public, so none of its content
    /// may be kept, and it must not advance the engine's time.
    mutating func isTimely(_ page: INAVPage, _ time: TrustedTime?) -> Bool {
        guard configuration.requiresTrustedTime else {
            (trust, margin) = (.all, Self.recordingMargin)
            return true
        }
        guard let time, time.uncertainty >= 0 else {
            (trust, margin) = (.none, Self.longestMargin)
            return true
        }
        let (difference, isTooFar) = time.milliseconds.subtractingReportingOverflow(Int64(page.start + 2) * 1000)
        guard !isTooFar, difference.magnitude <= time.uncertainty.magnitude + 2000 else {
            counters.pagesLate += 1
            report(page, .contradictsTrustedTime(milliseconds: difference))
            return false
        }
        trust = TimeTrust.of(uncertainty: time.uncertainty)
        let seconds = min(time.uncertainty, Int64(Self.longestMargin) * 1000) + 999
        margin = min(2 * Int(seconds / 1000) + 2, Self.longestMargin)
        return true
    }

    /// Starts a new subframe and drops everything that is too old.
    mutating func advance(to number: Int) {
        let previous = current
        if previous < 0 { dropFuture(after: number) }
        firstSubframe = firstSubframe ?? number
        if previous >= 0 { flushBlocks(of: previous) }
        noteGap(from: previous, to: number)
        for old in max(previous + 1, number - Self.recordCount + 1)...number {
            retire(old - Self.recordCount)
            records[old % Self.recordCount].reset(number: old)
        }
        if number - previous > Self.recordCount {
            for index in records.indices where records[index].number < number - Self.recordCount + 1 {
                retire(records[index].number)
                records[index].reset(number: -1)
            }
        }
        let oldest = (gap?.last ?? number) - Self.keptSubframes
        for index in slowTags.indices where slowTags[index].keySubframe < oldest {
            expireSlowTags(index)
        }
        collections = collections.filter { _, collection in
            // An incomplete DSM-KROOT is dropped after an hour, a DSM-PKR after thirteen (receiver guidelines 1.3).
            number - collection.since <= (collection.isPublicKey ? 1560 : 120)
        }
        current = number
    }

    /// Records a gap between subframes. A later key also proves the keys from before a gap, so messages that wait for
    /// these keys are kept.
    private mutating func noteGap(from previous: Int, to number: Int) {
        guard previous >= 0, number - previous > Self.keptSubframes else { return }
        let waiting = records.filter { $0.number >= 0 && !$0.isJudged && !$0.messages.isEmpty }
        gap = Gap(last: previous, records: waiting)
    }

    /// Resets the engine after time has stepped back; only knowledge that is proven independently of time remains.
    mutating func restart(at number: Int) {
        for index in records.indices { records[index].reset(number: -1) }
        for index in slowTags.indices { slowTags[index] = (-1, []) }
        for index in satellites.indices { satellites[index] = nil }
        for index in keys.indices { keys[index] = nil }
        collections = [:]
        (judgedMessages, gap, proven) = ([], nil, nil)
        status = status.map { ServiceHeader(header: $0.header, first: number, last: number) }
        firstSubframe = nil
        for index in chains.indices { chains[index].forgetRootVerification() }
        current = number - 1
        dropFuture(after: number)
        advance(to: number)
    }

    /// Forgets what was received: words, messages, and tags that wait for their keys. Root keys, chains, verified keys and
    /// the time since the last verification of a root key stay, because they are Galileo's and not the receiver's.
    public mutating func forgetReception() {
        for index in records.indices { records[index].reset(number: -1) }
        for index in slowTags.indices { slowTags[index] = (-1, []) }
        for index in satellites.indices { satellites[index] = nil }
        (collections, gap, lateRun) = ([:], nil, 0)
    }

    /// Drops knowledge gained at a false time far ahead of the pages.
    private mutating func dropFuture(after number: Int) {
        let latest = number + 7 * Self.subframesInDay
        chains.removeAll { $0.root.subframe > latest || $0.newest.subframe > latest }
        for index in chains.indices where chains[index].revokedFrom.map({ $0 > latest }) ?? false {
            (chains[index].revokedFrom, chains[index].end) = (nil, nil)
        }
        if let chainInForce, !chains.contains(where: { $0.parameters == chainInForce }) { self.chainInForce = nil }
    }

    /// Removes a subframe from memory.
    mutating func retire(_ number: Int) {
        guard number >= 0, records[number % Self.recordCount].number == number else { return }
        let record = records[number % Self.recordCount]
        counters.messagesPartial += record.messages.count { !$0.isComplete }
        if record.isKeyCounted, !record.messages.contains(where: { $0.isComplete }) { counters.keysMerged += 1 }
        records[number % Self.recordCount].reset(number: -1)
    }

    mutating func expireSlowTags(_ index: Int) {
        counters.tagsWithoutKey += slowTags[index].tags.count
        slowTags[index] = (-1, [])
    }

    /// Reports a word whose time or sender differs from that of its page.
    mutating func checkWord(_ page: INAVPage) {
        if let own = page.word.timeOfWeek, own != page.start % GST.secondsInWeek {
            counters.pagesWrongTime += 1
            var difference = page.start % GST.secondsInWeek - own
            if difference > GST.secondsInWeek / 2 { difference -= GST.secondsInWeek }
            if difference < -GST.secondsInWeek / 2 { difference += GST.secondsInWeek }
            report(page, difference > 0 ? .replayed(seconds: difference) : .ahead(seconds: -difference))
        }
        if page.word.type == 4, page.word.sender != page.satellite {
            report(page, .otherSender(Int(page.word.sender)))
        }
    }

    /// Keeps a word for the tags that will cover it.
    mutating func keep(_ page: INAVPage) {
        let index = Int(page.satellite)
        if satellites[index] == nil { satellites[index] = SatelliteState() }
        satellites[index]?.lastSubframe = page.subframe
        // On E5b-I, word 10 has been seen to differ, and words 6 and 10 are authenticated as transmitted on E1-B.
        if page.band == .e5b, !has(.e5bWords) || !(1...5).contains(page.word.type) { return }
        let arrival = Arrival(trust: trust, margin: Int16(clamping: margin))
        satellites[index]?.history.insert(page.word, start: page.start, arrival)
        guard has(.reedSolomon), page.band == .e1b || page.word.type < 5 else { return }
        let recovered = satellites[index]?.recovery.insert(page.word, start: page.start, arrival) ?? []
        let weakest = satellites[index]?.recovery.arrival ?? arrival
        for word in recovered {
            counters.wordsRecovered += 1
            satellites[index]?.history.insert(word, start: page.start, weakest)
        }
    }

    /// Collects the OSNMA field of a page.
    mutating func collect(_ page: INAVPage) {
        let record = page.subframe % Self.recordCount
        if records[record].number != page.subframe { records[record].reset(number: page.subframe) }
        if configuration.requiresTrustedTime { records[record].trust = min(records[record].trust, trust) }
        let place = records[record].place(of: page.satellite)
        guard !records[record].messages[place].hasPage(page.index) else { return }
        records[record].messages[place].insert(page.osnma, page: page.index)
        if page.index == 0, let header = records[record].messages[place].header { records[record].vote(header) }
        let isComplete = records[record].messages[place].isComplete
        if isComplete { counters.messagesComplete += 1 }
        if has(.blockMerging), isComplete || page.index == 14 { collectBlock(record, place) }
        lookForKey(record, place, page: page.index)
    }

    /// Collects the remaining HKROOT blocks of a completed subframe in the order of satellite numbers. Partial blocks
    /// are collected only with block merging.
    mutating func flushBlocks(of number: Int) {
        guard number >= 0, records[number % Self.recordCount].number == number else { return }
        let record = number % Self.recordCount
        let messages = records[record].messages
        for place in messages.indices.sorted(by: { messages[$0].satellite < messages[$1].satellite })
        where !messages[place].isCollected && (has(.blockMerging) || messages[place].isComplete) {
            collectBlock(record, place)
        }
    }
}
