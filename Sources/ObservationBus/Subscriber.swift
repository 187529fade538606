// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// A consumer's task that waits for observations.
enum Waiter {
    /// The consumer's task.
    case task(CheckedContinuation<Void, Never>)
    /// Called once, on the thread of the publisher.
    case call(@Sendable () -> Void)

    func wake() {
        switch self {
        case .task(let continuation): continuation.resume()
        case .call(let body): body()
        }
    }
}

/// What the hub keeps of one subscription.
struct Subscriber {
    let id: UInt64
    let name: String
    let filter: TopicFilter
    let policy: DeliveryPolicy

    /// With `latest` the first position in the table that it has not seen; otherwise the place in the ring from which
    /// it has still to take, which says something only while `inRing` is not zero.
    var cursor: UInt64 = 0
    /// What waits for it in the ring; with `latest`, in the table (observations only).
    var inRing = Tally()
    /// With `lossless`: its part of batches that the ring no longer holds.
    var overflow = CircularQueue<Batch>()
    /// What waits in `overflow`.
    var inOverflow = Tally()

    var delivered: UInt64 = 0
    var lost: UInt64 = 0
    var superseded: UInt64 = 0
    /// Losses that the consumer's iterator has not been told of.
    var unreported: UInt64 = 0
    var isUnderPressure = false
    var isClaimed = false
    var isEnded = false
    /// It gets what waits and no more.
    var isFinished = false
    var waiter: Waiter?
    /// What wakes the waiter at once; nil: everything.
    var urgentKinds: Set<ObservationKind>?

    var takesMore: Bool { !isEnded && !isFinished }

    var pending: Tally { inRing + inOverflow }

    /// Whether a batch that waits for it is to wake it. A replay waits for its consumers, so it wakes them.
    func isWoken(by batch: Batch) -> Bool {
        guard let urgentKinds, !batch.isReplay else { return true }
        if let bound = policy.bound, pending.exceedsQuarter(of: bound) { return true }
        return batch.groups.contains { urgentKinds.contains($0.kind) && filter.matches($0.kind, from: $0.source) }
    }

    mutating func lose(_ count: Int) {
        lost += UInt64(count)
        unreported += UInt64(count)
        isUnderPressure = policy != .latest
    }

    /// Its part of a batch that the ring gives up. Where the consumer is lossless, it moves to its own queue.
    mutating func giveUp(_ batch: Batch, share: Tally) {
        inRing -= share
        if policy.isLossless {
            overflow.append(batch.restricted(to: filter))
            inOverflow += share
        } else {
            lose(share.observations)
        }
    }

    /// After something was added.
    mutating func notePressure() {
        if let bound = policy.bound, pending.exceedsThreeQuarters(of: bound) { isUnderPressure = true }
    }

    /// After the consumer took something.
    mutating func noteRelief() {
        if let bound = policy.bound, pending.isZero || pending.fitsHalf(of: bound) { isUnderPressure = false }
    }

    var status: SubscriptionStatus {
        SubscriptionStatus(
            name: name, policy: policy, delivered: delivered, lost: lost, superseded: superseded,
            pending: pending.observations, pendingBytes: pending.bytes, isUnderPressure: isUnderPressure,
            isEnded: isEnded)
    }
}
