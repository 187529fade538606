// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

extension HubState {
    /// Adds a batch, even if slow consumers lose data.
    mutating func publish(_ batch: Batch) -> Aftermath {
        var aftermath = Aftermath()
        guard !isFinished else { return aftermath }
        let position = publishedObservations
        publishedBatches += 1
        publishedObservations += UInt64(batch.observations.count)
        if hasLatestSubscribers { replaceLatest(by: batch, at: position) }
        if isWanted(batch) { append(batch, &aftermath) }
        for subscriber in subscribers where !subscriber.inRing.isZero {
            guard subscriber.isWoken(by: batch), let waiter = subscriber.waiter.take() else { continue }
            if aftermath.waiters.isEmpty { aftermath.waiters.reserveCapacity(subscribers.count) }
            aftermath.waiters.append(waiter)
        }
        return aftermath
    }

    /// Returns true if a flow-controlled source may publish the batch: it leaves half of the bound of every consumer
    /// free, except `latest`, and half of the ring. The other half is for live sources and for the results that
    /// stages publish in response.
    func hasRoom(for batch: Batch) -> Bool {
        if isFinished || !isWanted(batch) { return true }
        guard ring.isEmpty || (ring.tally + batch.tally).fitsHalf(of: limit) else { return false }
        return subscribers.allSatisfy { subscriber in
            guard let bound = subscriber.policy.bound, subscriber.takesMore else { return true }
            let pending = subscriber.pending
            return pending.isZero || (pending + batch.share(of: subscriber.filter)).fitsHalf(of: bound)
        }
    }

    private func isWanted(_ batch: Batch) -> Bool {
        subscribers.contains { subscriber in
            subscriber.policy != .latest && subscriber.takesMore && !batch.share(of: subscriber.filter).isZero
        }
    }

    private mutating func append(_ batch: Batch, _ aftermath: inout Aftermath) {
        while !(ring.tally + batch.tally).fits(limit), let batch = evict() { aftermath.discarded.append(batch) }
        var hasSkipped = false
        for subscriber in subscribers {
            guard let bound = subscriber.policy.bound, subscriber.takesMore else { continue }
            let share = batch.share(of: subscriber.filter)
            if share.isZero { continue }
            // The newest batch is always kept, even if it alone exceeds the bound.
            while !subscriber.pending.isZero, !(subscriber.pending + share).fits(bound) {
                loseOldest(subscriber, &aftermath)
                hasSkipped = true
            }
            if subscriber.inRing.isZero { subscriber.cursor = ring.end }
            subscriber.inRing += share
            subscriber.notePressure()
        }
        ring.append(batch)
        if hasSkipped { trim(into: &aftermath.discarded) }
    }

    /// Removes the oldest batch from the ring, and from the consumers that have not taken it.
    private mutating func evict() -> Batch? {
        let position = ring.start
        guard let batch = ring.popFirst() else { return nil }
        for subscriber in subscribers
        where subscriber.policy != .latest && !subscriber.inRing.isZero && subscriber.cursor == position {
            subscriber.cursor += 1
            let share = batch.share(of: subscriber.filter)
            if !share.isZero { subscriber.giveUp(batch, share: share) }
        }
        return batch
    }

    /// Moves the consumer past its oldest pending batch.
    private mutating func loseOldest(_ subscriber: Subscriber, _ aftermath: inout Aftermath) {
        if let batch = subscriber.overflow.popFirst() {
            subscriber.inOverflow -= batch.tally
            subscriber.lose(batch.tally.observations)
            aftermath.discarded.append(batch)
            return
        }
        while let batch = ring[subscriber.cursor] {
            subscriber.cursor += 1
            let share = batch.share(of: subscriber.filter)
            if share.isZero { continue }
            subscriber.inRing -= share
            subscriber.lose(share.observations)
            return
        }
        subscriber.inRing = Tally()
    }

    /// Keeps the newest observations that a consumer with the policy `latest` wants.
    private mutating func replaceLatest(by batch: Batch, at position: UInt64) {
        for group in batch.groups {
            let key = LatestTable.Key(source: group.source, kind: group.kind)
            let wanting = subscribers.filter { $0.wantsLatest(key) }
            if wanting.isEmpty { continue }
            let newest = batch.observations[group.newest]
            let former = latest.replace(
                key,
                with: LatestTable.Entry(
                    observation: newest, position: position + UInt64(group.newest), bytes: newest.footprint))
            for subscriber in wanting {
                let isNew = former.map { $0 < subscriber.cursor } ?? true
                subscriber.inRing.observations += isNew ? 1 : 0
                subscriber.superseded += UInt64(group.tally.observations - (isNew ? 1 : 0))
            }
        }
        while let (key, entry) = latest.evictOldest() {
            for subscriber in subscribers where subscriber.wantsLatest(key) && entry.position >= subscriber.cursor {
                subscriber.inRing.observations -= 1
                subscriber.lose(1)
            }
        }
    }
}

extension Subscriber {
    fileprivate func wantsLatest(_ key: LatestTable.Key) -> Bool {
        policy == .latest && !isEnded && (!isFinished || !inRing.isZero) && filter.matches(key.kind, from: key.source)
    }
}
