// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Synchronization

/// The reading end of a subscription: takes batches under the lock and returns them one by one. Its deinitialization
/// ends the subscription.
final class Cursor {
    private let ticket: Ticket
    private var drained = Drained()
    private var nextParcel = 0
    private(set) var lostBefore: UInt64 = 0

    init(_ ticket: Ticket) { self.ticket = ticket }

    deinit { ticket.end() }

    /// Number of observations that were drained and not returned yet.
    private var held: Int {
        let filter = ticket.filter
        return drained.parcels.dropFirst(nextParcel).reduce(0) { sum, parcel in
            let observations = parcel.observations
            return sum + (parcel.isFiltered ? observations.count : observations.count { filter.matches($0) })
        }
    }

    /// Number of observations that were published and not returned yet, with those that were drained already.
    var pending: Int {
        let published = ticket.hub.state.withLockYielding { $0.subscriber(ticket.id)?.pending.observations ?? 0 }
        return held + published
    }

    /// Notes the consumer's own queue, see `Subscription.Reader.noteQueue`. What was drained and not returned yet counts as
    /// part of it.
    func noteQueue(_ count: Int, lost: Int) {
        let held = held
        ticket.hub.state.withLockYielding { state in
            guard let subscriber = state.subscriber(ticket.id) else { return }
            subscriber.noteQueue(count + held, lost: lost)
        }
    }

    /// The result of a read.
    enum Step {
        case batch([Observation])
        /// Nothing is pending.
        case empty
        /// Nothing is pending, and there will be nothing more.
        case ended
    }

    func next(isolation actor: isolated (any Actor)?) async -> [Observation]? {
        if Task.isCancelled {
            ticket.end()
            return nil
        }
        lostBefore = 0
        while true {
            switch step() {
            case .batch(let observations): return observations
            case .empty: await park(isolation: actor)
            case .ended: return nil
            }
        }
    }

    /// Returns the next batch. If none is pending, calls `waiter` once as soon as one is pending or the subscription
    /// ends.
    ///
    /// - Parameter rest: What need not wake the consumer; nil if everything wakes it.
    func next(rest: Rest? = nil, orCall waiter: @escaping @Sendable () -> Void) -> Step {
        lostBefore = 0
        while true {
            let step = step()
            guard case .empty = step else { return step }
            let isParked = ticket.hub.state.withLockYielding {
                $0.park(ticket.id, .call(waiter), rest: rest)
            }
            if isParked { return .empty }
        }
    }

    /// Takes the next batch: one that was drained already, or else a pending one.
    private func step() -> Step {
        if nextParcel == drained.parcels.count {
            drained.clear()
            nextParcel = 0
            let outcome = ticket.hub.state.withLockYielding { $0.drain(ticket.id, into: &drained) }
            lostBefore += drained.lost
            switch outcome {
            case .some(let aftermath): aftermath.perform()
            case .empty: return .empty
            case .ended: return .ended
            }
            guard nextParcel < drained.parcels.count else { return step() }
        }
        let parcel = drained.parcels[nextParcel]
        nextParcel += 1
        return .batch(parcel.isFiltered ? parcel.observations : parcel.observations.filter(ticket.filter.matches))
    }

    private func park(isolation actor: isolated (any Actor)?) async {
        let ticket = ticket
        await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: actor) { waiter in
                if !ticket.hub.state.withLockYielding({ $0.park(ticket.id, .task(waiter)) }) { waiter.resume() }
            }
        } onCancel: {
            ticket.end()
        }
    }
}
