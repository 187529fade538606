// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import Logging
internal import Paths
public import ServiceLifecycle
internal import Storage

/// Runs instead of the track log while it is switched off: completes the track that it was recording before, so that the
/// track has a length and an end, and can become too old.
public struct TrackCompletion: Service {
    private let store: any TrackLogStore
    private let logger: Logger

    public init(_ store: any TrackLogStore, _ logger: Logger) { (self.store, self.logger) = (store, logger) }

    /// Runs until the daemon shuts down.
    public func run() async {
        await complete()
        // The daemon ends with its first service that returns.
        try? await gracefulShutdown()
    }

    func complete() async {
        do throws(StoreError) {
            guard let (track, last) = try await store.unfinishedTrack() else { return }
            try await store.finishTrack(track.id, at: max(last?.time ?? track.started, track.started))
            logger.notice("track log: completed \"\(track.name)\", because the track log is off")
        } catch {
            logger.warning("track log: cannot complete the last track: \(error)")
        }
    }
}
