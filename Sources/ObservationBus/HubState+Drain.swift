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
        guard let index = index(of: id), !subscribers[index].isEnded else { return .ended }
        drained.lost = subscribers[index].unreported
        subscribers[index].unreported = 0
        guard !subscribers[index].pending.isZero else {
            return isFinished || subscribers[index].isFinished ? .ended : .empty
        }
        if subscribers[index].policy == .latest {
            drainLatest(index, into: &drained)
            return .some(Aftermath())
        }
        drainBatches(index, into: &drained)
        trim(into: &drained.discarded)
        return .some(unblock(after: index))
    }

    /// Puts a consumer to sleep until observations are pending; returns false if it must not sleep.
    ///
    /// - Parameter urgentKinds: The kinds that wake it at once; nil for all.
    mutating func park(_ id: UInt64, _ waiter: Waiter, urgentKinds: Set<ObservationKind>? = nil) -> Bool {
        guard let index = index(of: id), subscribers[index].takesMore, !isFinished else { return false }
        guard subscribers[index].pending.isZero else { return false }
        if case .task = subscribers[index].waiter { return false }
        subscribers[index].waiter = waiter
        subscribers[index].urgentKinds = urgentKinds
        return true
    }

    private mutating func drainLatest(_ index: Int, into drained: inout Drained) {
        let newest = latest.entries(from: subscribers[index].cursor, matching: subscribers[index].filter)
        drained.parcels.append(Drained.Parcel(observations: newest, isFiltered: true))
        subscribers[index].cursor = publishedObservations
        subscribers[index].inRing = Tally()
        subscribers[index].delivered += UInt64(newest.count)
    }

    private mutating func drainBatches(_ index: Int, into drained: inout Drained) {
        var taken = 0
        while taken < Self.observationsPerDrain, let batch = subscribers[index].overflow.popFirst() {
            subscribers[index].inOverflow -= batch.tally
            taken += batch.tally.observations
            drained.parcels.append(Drained.Parcel(observations: batch.observations, isFiltered: true))
        }
        while taken < Self.observationsPerDrain, !subscribers[index].inRing.isZero,
            let batch = ring[subscribers[index].cursor]
        {
            subscribers[index].cursor += 1
            let share = batch.share(of: subscribers[index].filter)
            if share.isZero { continue }
            subscribers[index].inRing -= share
            taken += share.observations
            drained.parcels.append(
                Drained.Parcel(observations: batch.observations, isFiltered: share == batch.tally))
        }
        subscribers[index].delivered += UInt64(taken)
        subscribers[index].noteRelief()
    }

    private mutating func unblock(after index: Int) -> Aftermath {
        var aftermath = Aftermath()
        guard !blocked.isEmpty, let bound = subscribers[index].policy.bound else { return aftermath }
        let hasRoom = subscribers[index].pending.fitsHalf(of: bound) && ring.tally.fitsHalf(of: limit)
        if hasRoom { swap(&aftermath.publishers, &blocked) }
        return aftermath
    }
}
