// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import ObservationBus
internal import ServiceLifecycle

extension Subscription {
    /// Hands on all that comes until the daemon ends, and then what waits.
    ///
    /// - Parameter take: takes a batch, with whether others were lost before it.
    func untilShutdown(_ take: @Sendable ([Observation], Bool) async -> Void) async {
        await withGracefulShutdownHandler {
            var batches = makeAsyncIterator()
            while let batch = await batches.next() { await take(batch, batches.lostBefore > 0) }
        } onGracefulShutdown: {
            finish()
        }
    }
}
