// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Synchronization

/// The reading end of a subscription: what it took under the lock and hands on one by one. Its end is the consumer's.
final class Cursor {
    private let ticket: Ticket
    private var drained = Drained()
    private var nextParcel = 0
    private(set) var lostBefore: UInt64 = 0

    init(_ ticket: Ticket) { self.ticket = ticket }

    deinit { ticket.end() }

    func next(isolation actor: isolated (any Actor)?) async -> [Observation]? {
        if Task.isCancelled {
            ticket.end()
            return nil
        }
        lostBefore = 0
        while nextParcel == drained.parcels.count {
            guard await fill(isolation: actor) else { return nil }
        }
        let parcel = drained.parcels[nextParcel]
        nextParcel += 1
        return parcel.isFiltered ? parcel.observations : parcel.observations.filter(ticket.filter.matches)
    }

    /// Takes what waits, or waits; false at the end.
    private func fill(isolation actor: isolated (any Actor)?) async -> Bool {
        drained.clear()
        nextParcel = 0
        let outcome = ticket.hub.state.withLockYielding { $0.drain(ticket.id, into: &drained) }
        lostBefore += drained.lost
        switch outcome {
        case .some(let aftermath): aftermath.perform()
        case .empty: await park(isolation: actor)
        case .ended: return false
        }
        return true
    }

    private func park(isolation actor: isolated (any Actor)?) async {
        let ticket = ticket
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                if !ticket.hub.state.withLockYielding({ $0.park(ticket.id, waiter) }) { waiter.resume() }
            }
        } onCancel: {
            ticket.end()
        }
    }
}
