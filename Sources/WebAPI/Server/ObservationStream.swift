// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ObservationBus
internal import Records
internal import ServiceLifecycle

/// Why a stream ends without its last chunk, so that the client sees that it was cut.
enum StreamCut: Error {
    /// The client was too slow.
    case lost(UInt64)
}

/// One client's observations as a recording: the file header, then records, each batch of the bus in one chunk.
struct ObservationStream {
    let name: String
    let subscription: Subscription
    let start: HostTime
    let logger: Logger

    /// Writes until the bus or the daemon ends, at the client's pace.
    ///
    /// - Throws: `StreamCut`; `BatchError`; what the connection throws; `CancellationError`.
    func write(to writer: inout any ResponseBodyWriter) async throws {
        do {
            try await withGracefulShutdownHandler {
                try await copy(to: &writer)
            } onGracefulShutdown: {
                subscription.finish()
            }
            try Task.checkCancellation()
            try await writer.finish(nil)
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
                "disconnected \(name), which was too slow: it lost \(subscription.status.lost) observations")
        case BatchError.oversized:
            logger.error("disconnected \(name): an observation exceeds the maximum record size")
        default:
            logger.debug("\(name) disconnected: \(error)")
        }
    }
}
