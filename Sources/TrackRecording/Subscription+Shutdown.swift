// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import ObservationBus
internal import ServiceLifecycle

extension Subscription {
    /// Passes on all observations until the daemon shuts down, including those that still wait at that time.
    ///
    /// - Parameter take: Receives a batch, and true if observations were lost before it.
    func untilShutdown(_ take: @Sendable ([Observation], Bool) async -> Void) async {
        await withGracefulShutdownHandler {
            var batches = makeAsyncIterator()
            while let batch = await batches.next() { await take(batch, batches.lostBefore > 0) }
        } onGracefulShutdown: {
            finish()
        }
    }
}
