// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Logging
public import ObservationBus
public import ServiceLifecycle

/// Records all that is on the bus, raw frames included, to files in a folder, as `Recorder` does for a client: each is
/// replayed by `file-simulator`. A file that is large enough is ended and the next begun; the oldest are removed.
///
/// What has come is handed to the system within a second. No file has a gap: where observations are lost, or a file
/// cannot be written, the next one begins.
public final class CaptureService: Service {
    /// What is recorded where.
    public struct Configuration: Hashable, Sendable {
        /// The folder, which is made if absent; of others' files in it nothing is touched.
        public var folder: String
        /// A file of so many bytes is ended.
        public var rotateBytes: Int
        /// The oldest are removed while all together have more bytes; 0: never. The one that is written stays.
        public var keepBytes: Int

        /// Files of 100 MiB, 1 GiB of them.
        public init(folder: String, rotateBytes: Int = 100 << 20, keepBytes: Int = 1 << 30) {
            (self.folder, self.rotateBytes, self.keepBytes) = (folder, rotateBytes, keepBytes)
        }
    }

    private let coordinator: CaptureCoordinator
    private let subscription: Subscription

    /// A capture for which what is published waits from now on.
    ///
    /// - Parameter alert: tells people.
    public init(
        _ configuration: Configuration, hub: ObservationHub, alert: @escaping @Sendable (Alert) -> Void,
        logger: Logger
    ) {
        coordinator = CaptureCoordinator(configuration, alert: alert, logger: logger)
        subscription = hub.subscribe("capture", to: .all, policy: .lossless())
    }

    /// Records until the daemon ends.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await withGracefulShutdownHandler {
                    var batches = self.subscription.makeAsyncIterator()
                    while let batch = await batches.next() {
                        await self.coordinator.take(batch, hasLost: batches.lostBefore > 0)
                    }
                } onGracefulShutdown: {
                    self.subscription.finish()
                }
            }
            group.addTask {
                // Bounds what a sudden end of the machine costs; the pause throws only when the daemon ends.
                while (try? await Task.sleep(for: .milliseconds(500))) != nil { await self.coordinator.flush() }
            }
            await group.next()
            group.cancelAll()
        }
        await coordinator.finish()
    }
}
