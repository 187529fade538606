// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Logging
public import ObservationBus
public import Paths
public import ServiceLifecycle

/// The stage: records one path at a time from what the receivers say on the bus. What was being recorded when the program
/// ended goes on when it starts, with a gap.
///
/// It listens to the bus only while a path is recorded; otherwise nothing there wakes it. The subscription is lossless then,
/// and a point is stored before it counts: within a quarter of a second. Where the store refuses, points wait for it, 36 000
/// at most (ten hours of one a second), and an alert says so.
public final class PathService: Service {
    /// What the stage needs of the program around it.
    public struct Context: Sendable {
        public var hub: ObservationHub
        /// The gateway's clock, which follows the recording during a replay.
        public var now: @Sendable () -> HostTime
        /// Where paths are kept.
        public var store: any PathStore
        /// What an authenticated position is.
        public var requirement: @Sendable () -> OSNMARequirement = { OSNMARequirement() }
        /// Reports an alert to the operator.
        public var alert: @Sendable (Alert) -> Void
        /// Where words for people go.
        public var logger: Logger

        public init(
            hub: ObservationHub, now: @escaping @Sendable () -> HostTime, store: any PathStore,
            alert: @escaping @Sendable (Alert) -> Void, logger: Logger
        ) {
            (self.hub, self.now, self.store) = (hub, now, store)
            (self.alert, self.logger) = (alert, logger)
        }
    }

    /// What a path needs.
    static let topics: Set<ObservationKind> = [.fix, .authentication, .activeReceiver, .centroid]
    /// Points wait so long at most before they are stored.
    static let patience = Duration.milliseconds(250)

    private let coordinator: PathCoordinator
    private let wakes: AsyncStream<Void>
    /// There may be something to take.
    private let heard: AsyncStream<Void>

    /// A stage for which what is published waits from now on until it runs. Commands wait until then.
    public init(_ context: Context) {
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (heard, hearer) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        (self.wakes, self.heard) = (wakes, heard)
        let listener = Listener(
            context.hub, "paths", to: TopicFilter(kinds: Self.topics), policy: .lossless()
        ) { hearer.yield() }
        coordinator = PathCoordinator(context, listener) { waker.yield() }
    }

    /// Records until the daemon ends.
    public func run() async {
        await coordinator.open()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in self.heard.cancelOnGracefulShutdown() { await self.coordinator.takeWhatWaits() }
            }
            group.addTask {
                for await _ in self.wakes {
                    // Points of that time are written together; where the daemon ends the pause throws, and they are
                    // written at once.
                    try? await Task.sleep(for: Self.patience)
                    await self.coordinator.flush()
                }
            }
            await group.next()
            group.cancelAll()
        }
        await coordinator.close()
    }

    /// What is being recorded; nil: nothing.
    public var status: PathStatus? {
        get async { await coordinator.status }
    }

    /// Begins a path.
    ///
    /// - Parameters:
    ///   - name: for people.
    ///   - order: how it is recorded.
    /// - Throws: `PathError`; nothing is recorded then. So do all of these, with nothing changed.
    public func start(name: String, _ order: PathOrder) async throws(PathError) -> PathStatus {
        try await coordinator.start(name: name, order)
    }

    /// Records no points until `resume`; points can be taken by hand.
    public func pause() async throws(PathError) -> PathStatus { try await coordinator.pause() }

    /// Resumes the recording; a gap remains in the path.
    public func resume() async throws(PathError) -> PathStatus { try await coordinator.resume() }

    /// Ends the path. One without points is not kept.
    public func stop() async throws(PathError) -> PathEnd { try await coordinator.stop() }

    /// Takes the newest position as a point.
    public func takePoint() async throws(PathError) -> PathPoint { try await coordinator.takePoint() }

    /// Takes the averaged point of the last sampling session as a point.
    public func takeCentroid() async throws(PathError) -> PathPoint { try await coordinator.takeCentroid() }

    /// Takes the last point away.
    public func undo() async throws(PathError) -> PathPoint { try await coordinator.undo() }

    /// The name of the path that is being recorded was changed.
    public func noteName(_ name: String, of path: Int64) async { await coordinator.noteName(name, of: path) }
}
