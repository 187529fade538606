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
        for index in subscribers.indices where !subscribers[index].inRing.isZero {
            guard subscribers[index].isWoken(by: batch), let waiter = subscribers[index].waiter.take() else { continue }
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
        subscribers.indices.contains { index in
            subscribers[index].policy != .latest && subscribers[index].takesMore
                && !batch.share(of: subscribers[index].filter).isZero
        }
    }

    private mutating func append(_ batch: Batch, _ aftermath: inout Aftermath) {
        while !(ring.tally + batch.tally).fits(limit), let batch = evict() { aftermath.discarded.append(batch) }
        var hasSkipped = false
        for index in subscribers.indices {
            guard let bound = subscribers[index].policy.bound, subscribers[index].takesMore else { continue }
            let share = batch.share(of: subscribers[index].filter)
            if share.isZero { continue }
            // The newest batch is always kept, even if it alone exceeds the bound.
            while !subscribers[index].pending.isZero, !(subscribers[index].pending + share).fits(bound) {
                loseOldest(index, &aftermath)
                hasSkipped = true
            }
            if subscribers[index].inRing.isZero { subscribers[index].cursor = ring.end }
            subscribers[index].inRing += share
            subscribers[index].notePressure()
        }
        ring.append(batch)
        if hasSkipped { trim(into: &aftermath.discarded) }
    }

    /// Removes the oldest batch from the ring, and from the consumers that have not taken it.
    private mutating func evict() -> Batch? {
        let position = ring.start
        guard let batch = ring.popFirst() else { return nil }
        for index in subscribers.indices
        where subscribers[index].policy != .latest && !subscribers[index].inRing.isZero
            && subscribers[index].cursor == position
        {
            subscribers[index].cursor += 1
            let share = batch.share(of: subscribers[index].filter)
            if !share.isZero { subscribers[index].giveUp(batch, share: share) }
        }
        return batch
    }

    /// Moves the consumer past its oldest pending batch.
    private mutating func loseOldest(_ index: Int, _ aftermath: inout Aftermath) {
        if let batch = subscribers[index].overflow.popFirst() {
            subscribers[index].inOverflow -= batch.tally
            subscribers[index].lose(batch.tally.observations)
            aftermath.discarded.append(batch)
            return
        }
        while let batch = ring[subscribers[index].cursor] {
            subscribers[index].cursor += 1
            let share = batch.share(of: subscribers[index].filter)
            if share.isZero { continue }
            subscribers[index].inRing -= share
            subscribers[index].lose(share.observations)
            return
        }
        subscribers[index].inRing = Tally()
    }

    /// Keeps the newest observations that a consumer with the policy `latest` wants.
    private mutating func replaceLatest(by batch: Batch, at position: UInt64) {
        for group in batch.groups {
            let key = LatestTable.Key(source: group.source, kind: group.kind)
            let wanting = subscribers.indices.filter { wantsLatest($0, key) }
            if wanting.isEmpty { continue }
            let newest = batch.observations[group.newest]
            let former = latest.replace(
                key,
                with: LatestTable.Entry(
                    observation: newest, position: position + UInt64(group.newest), bytes: newest.footprint))
            for index in wanting {
                let isNew = former.map { $0 < subscribers[index].cursor } ?? true
                subscribers[index].inRing.observations += isNew ? 1 : 0
                subscribers[index].superseded += UInt64(group.tally.observations - (isNew ? 1 : 0))
            }
        }
        while let (key, entry) = latest.evictOldest() {
            for index in subscribers.indices
            where wantsLatest(index, key) && entry.position >= subscribers[index].cursor {
                subscribers[index].inRing.observations -= 1
                subscribers[index].lose(1)
            }
        }
    }

    private func wantsLatest(_ index: Int, _ key: LatestTable.Key) -> Bool {
        guard subscribers[index].policy == .latest, !subscribers[index].isEnded else { return false }
        return (!subscribers[index].isFinished || !subscribers[index].inRing.isZero)
            && subscribers[index].filter.matches(key.kind, from: key.source)
    }
}
