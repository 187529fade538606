// SPDX-License-Identifier: Apache-2.0

public import ControlModel
public import GNSSTypes
public import Logging
public import ObservationBus
public import Paths
public import ServiceLifecycle
internal import SystemSupport

/// The recording stage: records one path at a time from the receivers' observations on the bus. A recording that the
/// end of the program interrupted continues at the next start, with a gap.
///
/// The stage subscribes to the bus only while a path is recorded, so otherwise no observation wakes it. The
/// subscription is then lossless, and a point is stored within a quarter of a second. If the store fails, points wait
/// in memory, at most 36 000 (ten hours at one per second), and an alert is raised.
public final class PathService: Service {
    /// The dependencies of the stage.
    public struct Context: Sendable {
        public var hub: ObservationHub
        /// The gateway's clock, which follows the recording during a replay.
        public var now: @Sendable () -> HostTime
        /// The store for paths.
        public var store: any PathStore
        /// The conditions for a position to count as authenticated.
        public var requirement: @Sendable () -> OSNMARequirement = { OSNMARequirement() }
        /// Reports an alert to the operator.
        public var alert: @Sendable (Alert) -> Void
        /// True if `now` follows a recording, so that the times of its observations are those of the same clock.
        public var hasReplayClock = false
        /// Notices that the machine has slept.
        var sleep = SleepWatch()
        public var logger: Logger

        public init(
            hub: ObservationHub, now: @escaping @Sendable () -> HostTime, store: any PathStore,
            alert: @escaping @Sendable (Alert) -> Void, logger: Logger
        ) {
            (self.hub, self.now, self.store) = (hub, now, store)
            (self.alert, self.logger) = (alert, logger)
        }
    }

    /// The kinds of observation that a recording uses.
    static let topics: Set<ObservationKind> = [.fix, .authentication, .activeReceiver, .centroid, .driverState]
    /// The longest time that points wait before they are stored.
    static let patience = Duration.milliseconds(250)

    private let coordinator: PathCoordinator
    private let wakes: AsyncStream<Void>
    /// Signals that observations may be waiting.
    private let heard: AsyncStream<Void>

    /// Creates a stage. Observations published from now on, and commands, wait until it runs.
    public init(_ context: Context) {
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (heard, hearer) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        (self.wakes, self.heard) = (wakes, heard)
        let listener = Listener(
            context.hub, "paths", to: TopicFilter(kinds: Self.topics), policy: .lossless()
        ) { hearer.yield() }
        coordinator = PathCoordinator(context, listener) { waker.yield() }
    }

    /// Runs until the daemon shuts down.
    public func run() async {
        await coordinator.open()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in self.heard.cancelOnGracefulShutdown() { await self.coordinator.takeWhatWaits() }
            }
            group.addTask {
                for await _ in self.wakes {
                    // Points of this period are written together. When the daemon ends, the sleep throws and they are
                    // written immediately.
                    try? await Task.sleep(for: Self.patience)
                    await self.coordinator.flush()
                }
            }
            await group.next()
            group.cancelAll()
        }
        await coordinator.close()
    }

    /// The current recording; nil if none exists.
    public var status: PathStatus? {
        get async { await coordinator.status }
    }

    /// True as soon as the service knows whether a recording was interrupted, and has continued it. If the store failed at the
    /// start, this tries it again.
    public func hasOpened() async -> Bool { await coordinator.hasOpened() }

    /// Starts a path.
    ///
    /// - Parameters:
    ///   - name: The name for people; nil for one that contains the time.
    ///   - user: The owner; nil if the path belongs to all.
    ///   - order: The settings of the recording.
    ///   - key: The client's mark for this command, here and in the following commands: if one of the last 64 commands
    ///     with a key had the same key, it is not carried out again, and the result is that of the first time. Nil for
    ///     none.
    /// - Throws: `PathError`; nothing is changed in that case.
    public func start(
        name: String?, by user: String? = nil, _ order: PathOrder, key: IdempotencyKey? = nil
    ) async throws(PathError) -> PathStatus {
        try await coordinator.start(name: name, by: user, order, key)
    }

    /// Stops recording points until `resume`; a person can still add points.
    ///
    /// - Parameter path: The path that the command is meant for, here and in the following commands; it is refused if
    ///   another one is being recorded. Nil for any path.
    /// - Throws: `PathError`; nothing is changed in that case.
    public func pause(
        _ path: Int64? = nil, key: IdempotencyKey? = nil
    ) async throws(PathError) -> PathStatus {
        try await coordinator.pause(path, key)
    }

    /// Resumes the recording; a gap remains in the path.
    ///
    /// - Throws: `PathError`; nothing is changed in that case.
    public func resume(
        _ path: Int64? = nil, key: IdempotencyKey? = nil
    ) async throws(PathError) -> PathStatus {
        try await coordinator.resume(path, key)
    }

    /// Ends the path. A path without points is deleted.
    ///
    /// - Throws: `PathError`; nothing is changed in that case.
    public func stop(
        _ path: Int64? = nil, key: IdempotencyKey? = nil
    ) async throws(PathError) -> PathEnd {
        try await coordinator.stop(path, key)
    }

    /// Takes the newest position as a point.
    ///
    /// - Throws: `PathError`; nothing is changed in that case.
    public func takePoint(
        _ path: Int64? = nil, key: IdempotencyKey? = nil
    ) async throws(PathError) -> PathPoint {
        try await coordinator.takePoint(path, key)
    }

    /// Adds the averaged point of the last sampling session to the path.
    ///
    /// - Throws: `PathError`; nothing is changed in that case.
    public func takeCentroid(
        _ path: Int64? = nil, key: IdempotencyKey? = nil
    ) async throws(PathError) -> PathPoint {
        try await coordinator.takeCentroid(path, key)
    }

    /// True if a command with this key has been carried out or refused, so that a repetition gets that answer.
    public func hasAnswered(_ key: IdempotencyKey) async -> Bool { await coordinator.hasAnswered(key) }

    /// Removes the last point and returns it.
    ///
    /// - Throws: `PathError`; nothing is changed in that case.
    public func undo(
        _ path: Int64? = nil, key: IdempotencyKey? = nil
    ) async throws(PathError) -> PathPoint {
        try await coordinator.undo(path, key)
    }

    /// Updates the name of the current path after it was changed in the store.
    public func noteName(_ name: String, of path: Int64) async { await coordinator.noteName(name, of: path) }
}
