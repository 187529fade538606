// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Logging
public import ObservationBus
public import ServiceLifecycle

/// Records all data on the bus, including raw frames, to files in a folder, as `Recorder` does for a client;
/// `file-simulator` can replay each file. A file that has reached its size is completed and the next one begins; the
/// oldest files are removed.
///
/// Data are passed to the system within a second. No file contains a gap: if observations are lost or a file cannot be
/// written, the next file begins.
public final class RawCaptureService: Service {
    /// The folder and the sizes of a capture.
    public struct Configuration: Hashable, Sendable {
        /// The folder, which is created if it does not exist; other files in it are not touched.
        public var folder: String
        /// The size in bytes at which a file is completed; at most a third of `keepBytes`, so that the newest data always
        /// have earlier ones beside them.
        public var rotateBytes: Int
        /// The total size in bytes beyond which the oldest files are removed; 0 for no limit. The current file is kept.
        public var keepBytes: Int

        public init(folder: String, rotateBytes: Int, keepBytes: Int) {
            (self.folder, self.keepBytes) = (folder, keepBytes)
            self.rotateBytes = keepBytes > 0 ? min(rotateBytes, keepBytes / 3) : rotateBytes
        }
    }

    private let coordinator: RawCaptureCoordinator
    private let subscription: Subscription

    /// Creates a capture. Observations published from now on wait until it runs.
    ///
    /// - Parameters:
    ///   - hasReplayClock: True if the daemon's clock is that of a recording.
    ///   - alert: Reports an alert to the operator.
    public init(
        _ configuration: Configuration, hub: ObservationHub, hasReplayClock: Bool = false,
        alert: @escaping @Sendable (Alert) -> Void, logger: Logger
    ) {
        coordinator = RawCaptureCoordinator(configuration, alert: alert, logger: logger, hasReplayClock: hasReplayClock)
        subscription = hub.subscribe("capture", to: .all, policy: .lossless())
    }

    /// Runs until the daemon shuts down.
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
                // Limits the data lost if the machine stops suddenly; the sleep throws only when the daemon ends.
                while (try? await Task.sleep(for: .milliseconds(500))) != nil { await self.coordinator.flush() }
            }
            await group.next()
            group.cancelAll()
        }
        await coordinator.finish()
    }
}
