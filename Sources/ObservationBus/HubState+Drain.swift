// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// The batches that a consumer took at once. The value is reused between drains, so that draining allocates nothing.
struct Drained {
    /// A batch, and whether all of it passes the consumer's filter.
    struct Parcel {
        let observations: [Observation]
        let isFiltered: Bool
    }

    /// The batches to return.
    var parcels: [Parcel] = []
    /// Number of observations lost before the first parcel.
    var lost: UInt64 = 0
    /// Batches to free.
    var discarded: [Batch] = []

    mutating func clear() {
        parcels.removeAll(keepingCapacity: true)
        discarded.removeAll(keepingCapacity: true)
        lost = 0
    }
}

/// The result of a drain.
enum DrainOutcome {
    /// There are batches; the operations in the associated value must be performed.
    case some(HubState.Aftermath)
    /// Nothing is pending.
    case empty
    /// Nothing is pending, and there will be nothing more.
    case ended
}

extension HubState {
    /// The number of observations taken per acquisition of the lock; a consumer holds at most this many, or one
    /// batch, in addition to the bounds. The lock costs tens of nanoseconds, so a larger number would not save
    /// anything.
    static let observationsPerDrain = 256

    mutating func drain(_ id: UInt64, into drained: inout Drained) -> DrainOutcome {
        guard let subscriber = subscriber(id), !subscriber.isEnded else { return .ended }
        drained.lost = subscriber.unreported
        subscriber.unreported = 0
        guard !subscriber.pending.isZero else {
            return isFinished || subscriber.isFinished ? .ended : .empty
        }
        if subscriber.policy == .latest {
            drainLatest(subscriber, into: &drained)
            return .some(Aftermath())
        }
        drainBatches(subscriber, into: &drained)
        trim(into: &drained.discarded)
        return .some(unblock(after: subscriber))
    }

    /// Puts a consumer to sleep until observations are pending; returns false if it must not sleep.
    ///
    /// - Parameter rest: What need not wake it; nil if everything wakes it.
    mutating func park(_ id: UInt64, _ waiter: Waiter, rest: Rest? = nil) -> Bool {
        guard let subscriber = subscriber(id), subscriber.takesMore, !isFinished else { return false }
        guard subscriber.pending.isZero else { return false }
        if case .task = subscriber.waiter { return false }
        subscriber.waiter = waiter
        subscriber.rest = rest
        return true
    }

    private mutating func drainLatest(_ subscriber: Subscriber, into drained: inout Drained) {
        let newest = latest.entries(from: subscriber.cursor, matching: subscriber.filter)
        drained.parcels.append(Drained.Parcel(observations: newest, isFiltered: true))
        subscriber.cursor = publishedObservations
        subscriber.inRing = Tally()
        subscriber.taken += UInt64(newest.count)
    }

    private mutating func drainBatches(_ subscriber: Subscriber, into drained: inout Drained) {
        var taken = 0
        while taken < Self.observationsPerDrain, let batch = subscriber.overflow.popFirst() {
            subscriber.inOverflow -= batch.tally
            taken += batch.tally.observations
            drained.parcels.append(Drained.Parcel(observations: batch.observations, isFiltered: true))
        }
        while taken < Self.observationsPerDrain, !subscriber.inRing.isZero,
            let batch = ring[subscriber.cursor]
        {
            subscriber.cursor += 1
            let share = batch.share(of: subscriber.filter)
            if share.isZero { continue }
            subscriber.inRing -= share
            taken += share.observations
            drained.parcels.append(
                Drained.Parcel(observations: batch.observations, isFiltered: share == batch.tally))
        }
        subscriber.taken += UInt64(taken)
        subscriber.noteRelief()
    }

    private mutating func unblock(after subscriber: Subscriber) -> Aftermath {
        var aftermath = Aftermath()
        guard !blocked.isEmpty, let bound = subscriber.policy.bound else { return aftermath }
        let hasRoom = subscriber.pending.fitsHalf(of: bound) && ring.tally.fitsHalf(of: limit)
        if hasRoom { swap(&aftermath.publishers, &blocked) }
        return aftermath
    }
}
