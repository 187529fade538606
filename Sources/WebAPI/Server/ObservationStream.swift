// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ObservationBus
internal import Records

/// The reason why a stream ends without its last chunk, which shows the client that it is incomplete.
enum StreamCut: Error {
    /// The client was too slow and has lost this number of observations.
    case lost(UInt64)
}

/// A client's observations as a recording: the file header, then the records, one chunk per batch of the bus.
struct ObservationStream {
    let name: String
    let subscription: Subscription
    let start: HostTime
    let logger: Logger

    /// Writes observations until the subscription ends, as fast as the client reads.
    ///
    /// - Throws: `StreamCut` if the client is too slow; `BatchError`; errors of the connection; `CancellationError`.
    func write(to writer: inout any ResponseBodyWriter) async throws {
        do {
            try await copy(to: &writer)
            try Task.checkCancellation()
        } catch {
            report(error)
            throw error
        }
    }

    private func copy(to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(ByteBuffer(bytes: RecordingHeader(start: start).bytes))
        var encoder = BatchEncoder { try? $0.json() }
        var batches = subscription.makeAsyncIterator()
        while let batch = await batches.next() {
            if batches.lostBefore > 0 { throw StreamCut.lost(batches.lostBefore) }
            try await writer.write(ByteBuffer(bytes: encoder.encode(batch)))
        }
        if batches.lostBefore > 0 { throw StreamCut.lost(batches.lostBefore) }
    }

    private func report(_ error: any Error) {
        switch error {
        case StreamCut.lost:
            logger.error(
                "disconnected \(name), which was too slow: it lost \(subscription.status.consumer.lost) observations")
        case BatchError.oversized:
            logger.error("disconnected \(name): an observation exceeds the maximum record size")
        default:
            logger.debug("\(name) disconnected: \(error)")
        }
    }
}
