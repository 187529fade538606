// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// A consumer waiting for observations.
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

/// What need not wake a consumer that also polls: see `Subscription.Reader`.
struct Rest {
    /// The kinds that wake it at once.
    var urgentKinds: Set<ObservationKind>
    /// The pending observations that need not wake it; nil for a quarter of its bound.
    var limit: QueueBound?
}

/// The hub's state of one subscription, guarded by the hub's lock. A class, because a value of this size would be copied at
/// each access.
final class Subscriber {
    let id: UInt64
    let name: String
    let filter: TopicFilter
    let policy: DeliveryPolicy

    /// With `latest`, the first position in the table that the consumer has not seen; otherwise the position in the
    /// ring of the next batch to take, which is only meaningful if `inRing` is not zero.
    var cursor: UInt64 = 0
    /// The tally of pending observations in the ring; with `latest`, in the table (only the number of observations).
    var inRing = Tally()
    /// With `lossless`: the consumer's part of batches that the ring no longer holds.
    var overflow = CircularQueue<Batch>()
    /// The tally of `overflow`.
    var inOverflow = Tally()
    /// The number of observations that the consumer has taken and keeps in a queue of its own.
    private var inOwnQueue = 0
    /// The number of observations that this queue has lost; `lost` includes them.
    private var lostInOwnQueue: UInt64 = 0
    /// The number of observations that had passed this queue when the consumer last noted it; nil without such a queue.
    private var passedOwnQueue: UInt64?

    /// The number of observations that the consumer has taken.
    var taken: UInt64 = 0
    var lost: UInt64 = 0
    var superseded: UInt64 = 0
    /// Lost observations that have not been reported to the consumer's iterator yet.
    var unreported: UInt64 = 0
    var isUnderPressure = false
    var isClaimed = false
    var isEnded = false
    /// True if the consumer only receives pending observations and nothing more.
    var isFinished = false
    var waiter: Waiter?
    /// What need not wake the waiter; nil if everything wakes it.
    var rest: Rest?

    init(id: UInt64, name: String, filter: TopicFilter, policy: DeliveryPolicy) {
        (self.id, self.name, self.filter, self.policy) = (id, name, filter, policy)
    }

    var takesMore: Bool { !isEnded && !isFinished }

    var pending: Tally { inRing + inOverflow }

    /// True if a pending batch must wake the consumer. A replay waits for its consumers, so it always wakes them.
    func isWoken(by batch: Batch) -> Bool {
        guard let rest, !batch.isReplay else { return true }
        let isFull =
            rest.limit.map { !pending.fits($0) } ?? policy.bound.map(pending.exceedsQuarter) ?? false
        return isFull
            || batch.groups.contains { rest.urgentKinds.contains($0.kind) && filter.matches($0.kind, from: $0.source) }
    }

    func lose(_ count: Int) {
        lost += UInt64(count)
        unreported += UInt64(count)
        isUnderPressure = policy != .latest
    }

    /// Notes the length of the consumer's own queue, and what it has lost. The consumer knows of these losses, so they are
    /// not reported to it.
    func noteQueue(_ count: Int, lost: Int) {
        inOwnQueue = isEnded ? 0 : count
        self.lost += UInt64(lost)
        lostInOwnQueue += UInt64(lost)
        passedOwnQueue = taken - min(taken, UInt64(count) + lostInOwnQueue)
        if lost > 0 { isUnderPressure = !isEnded } else { noteRelief() }
    }

    /// Handles the removal of a batch from the ring: the consumer's part moves to its own queue if it is lossless,
    /// otherwise it is lost.
    func giveUp(_ batch: Batch, share: Tally) {
        inRing -= share
        if policy.isLossless {
            overflow.append(batch.restricted(to: filter))
            inOverflow += share
        } else {
            lose(share.observations)
        }
    }

    /// Updates `isUnderPressure` after observations were added.
    func notePressure() {
        if let bound = policy.bound, pending.exceedsThreeQuarters(of: bound) { isUnderPressure = true }
    }

    /// Updates `isUnderPressure` after the consumer took observations.
    func noteRelief() {
        guard let bound = policy.bound, inOwnQueue <= bound.observations / 2 else { return }
        if pending.isZero || pending.fitsHalf(of: bound) { isUnderPressure = false }
    }

    var status: SubscriptionStatus {
        SubscriptionStatus(
            consumer: report, superseded: superseded, pendingBytes: pending.bytes, isEnded: isEnded)
    }

    var report: ConsumerReport {
        ConsumerReport(
            name: name, policy: policy.code, delivered: passedOwnQueue ?? taken, lost: lost,
            pending: pending.observations + inOwnQueue, isUnderPressure: isUnderPressure)
    }
}
