// SPDX-License-Identifier: Apache-2.0

internal import Outbox
internal import Synchronization

/// Lends stored positions to the connection of Sparkplug. `MQTTCoordinator` owns their queue, and alone uses the store;
/// `SparkplugPublisher` sends what it borrows and says what the broker has. One batch is on loan at a time.
final class SparkplugHandover: Sendable {
    /// Positions on loan.
    struct Batch: Sendable {
        /// The tokens of the positions in the queue.
        var tokens: [UInt64] = []
        var items: [StoredItem] = []
        /// True if no other positions wait.
        var isLast = false
    }

    /// A request for a batch.
    struct Request: Hashable, Sendable {
        /// The largest number of positions, at least 1.
        var size: Int
        fileprivate var round: UInt64
    }

    /// What the publisher has returned.
    struct Returned: Hashable, Sendable {
        /// The tokens of positions that the broker has.
        var proved: [UInt64] = []
        /// The tokens of positions that could not be sent. They wait for some time.
        var refused: [UInt64] = []
        /// True if all other positions must be sent again.
        var isAbandoned = false
    }

    private struct State {
        var request: Request?
        var batch: Batch?
        var round: UInt64 = 0
        /// True if the publisher knows that no positions wait.
        var isEmptinessKnown = false
        var returned = Returned()
        /// True if the publisher has done something since `takeReturned`.
        var isNew = false
    }

    /// Guards the request, the batch and the tokens that the two actors exchange; held for copies only.
    private let state = Mutex(State())
    private let wakeLender: @Sendable () -> Void
    private let wakeBorrower: @Sendable () -> Void

    /// - Parameters:
    ///   - wakeLender: Wakes the coordinator.
    ///   - wakeBorrower: Wakes the publisher.
    init(wakeLender: @escaping @Sendable () -> Void, wakeBorrower: @escaping @Sendable () -> Void) {
        (self.wakeLender, self.wakeBorrower) = (wakeLender, wakeBorrower)
    }

    // MARK: The publisher

    /// Requests a batch, which comes as soon as positions wait. An empty batch comes before it if none wait now.
    func request(_ size: Int) {
        state.withLock { state in
            state.round &+= 1
            state.request = Request(size: size, round: state.round)
            (state.batch, state.isEmptinessKnown, state.isNew) = (nil, false, true)
        }
        wakeLender()
    }

    /// Takes the batch that was requested; nil if it has not come.
    func take() -> Batch? {
        state.withLock { state in
            defer { state.batch = nil }
            return state.batch
        }
    }

    /// Returns a batch.
    ///
    /// - Parameter isComplete: True if the broker has all its positions, false if some could not be sent.
    func giveBack(_ tokens: [UInt64], isComplete: Bool) {
        state.withLock { state in
            state.isNew = true
            if isComplete { state.returned.proved += tokens } else { state.returned.refused += tokens }
        }
        wakeLender()
    }

    /// Returns positions that must be sent again, and withdraws the request.
    func abandon() {
        state.withLock { state in
            state.round &+= 1
            (state.request, state.batch, state.returned.isAbandoned) = (nil, nil, true)
            state.isNew = true
        }
        wakeLender()
    }

    // MARK: The coordinator

    /// True if the publisher has done something since `takeReturned`.
    var hasNews: Bool { state.withLock { $0.isNew } }

    /// The request that is not met; nil if there is no request.
    var openRequest: Request? { state.withLock { $0.request } }

    /// Lends a batch. A request that was withdrawn meanwhile is also abandoned, so that its positions are sent again.
    func lend(_ batch: Batch, for request: Request) {
        let isNews = state.withLock { state in
            guard state.request == request, !batch.items.isEmpty || !state.isEmptinessKnown else { return false }
            state.batch = batch
            if batch.items.isEmpty { state.isEmptinessKnown = true } else { state.request = nil }
            return true
        }
        if isNews { wakeBorrower() }
    }

    /// Takes what the publisher has returned since the last call.
    func takeReturned() -> Returned {
        state.withLock { state in
            defer { (state.returned, state.isNew) = (Returned(), false) }
            return state.returned
        }
    }
}
