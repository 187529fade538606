// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Logging
public import OSNMA
public import ObservationBus
public import ServiceLifecycle
internal import Synchronization
internal import SystemSupport

/// The stage: judges the pages of all receivers, on a thread of its own, so that the verification of a signature delays
/// nobody, and publishes verdicts and alerts.
public final class OSNMAService: Service {
    /// What the stage needs of the program around it.
    public struct Context: Sendable {
        public var hub: ObservationHub
        /// The gateway's clock, which follows the recording during a replay.
        public var now: @Sendable () -> HostTime
        /// What the machine says of its clocks; nil: it cannot be asked.
        public var readClock: @Sendable () -> ClockReading?
        /// Whether the gateway's clock is that of a replay: no time is trusted then.
        public var hasReplayClock: Bool
        /// Keeps what is trusted.
        public var trust: any TrustKeeping
        /// Where words for people go.
        public var logger: Logger
        /// What time passes by, whatever clock the gateway has.
        var instant: @Sendable () -> ContinuousClock.Instant = { .now }

        public init(
            hub: ObservationHub, now: @escaping @Sendable () -> HostTime,
            readClock: @escaping @Sendable () -> ClockReading?, hasReplayClock: Bool, trust: any TrustKeeping,
            logger: Logger
        ) {
            (self.hub, self.now, self.readClock, self.hasReplayClock) = (hub, now, readClock, hasReplayClock)
            (self.trust, self.logger) = (trust, logger)
        }
    }

    /// What is judged, and what the fix and the reason need.
    static let topics: Set<ObservationKind> = [.navigationPage, .fix, .satellites, .signals, .driverState]

    private let context: Context
    /// From the beginning: a receiver may start before the stage does.
    private let subscription: Subscription
    /// Protects what the judging thread and the stage's task hand to each other. Pages are judged, and what was learnt
    /// is stored, without it.
    private let state: Mutex<State>
    private let wake = WakeEvent()
    /// Wakes the stage's task, which does what may wait for the disk.
    private let errands = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Commands for the thread.
    enum Command: Sendable {
        /// To start again with this.
        case begin(OSNMAValidationConfiguration, TrustStart)
        /// To trust more, by the decision of a person of that number.
        case trust(TrustAnchors, decision: UInt64)
        /// To trust something no longer.
        case distrust(TrustFingerprint)
    }

    private struct State {
        var configuration: OSNMAValidationConfiguration
        var commands: [Command] = []
        /// What people decide is counted: what was loaded before is loaded again.
        var decisions: UInt64 = 0
        /// What is trusted is to be loaded.
        var isLoadDue = false
        /// What is to be kept: the newest holds all that was heard before to be out of use.
        var learnt: LearntTrust?
        var isStopped = false
        /// The thread that judges; nil: it was not started.
        var thread: WorkerThread?
        /// When the thread looked last at what there is; nil: it was not asked for yet.
        var lastTurn: ContinuousClock.Instant?
        var status = OSNMAStatus()
    }

    /// A stage that judges nothing yet, and for whom what is published waits from now on.
    public init(_ configuration: OSNMAValidationConfiguration, _ context: Context) {
        self.context = context
        subscription = context.hub.subscribe("osnma", to: TopicFilter(kinds: Self.topics), policy: .skipOldest())
        state = Mutex(State(configuration: configuration))
    }

    /// What it says of all receivers.
    public var status: OSNMAStatus { state.withLock { $0.status } }

    /// A thread that works looks at what there is every four seconds at least.
    static let longestTurn = Duration.seconds(10)

    /// Whether the thread has not looked at anything for ten seconds, or could not be started: what it said before is no longer
    /// a verdict on what a receiver delivers now.
    public var isSilent: Bool {
        let now = context.instant()
        return state.withLock { state in
            guard let lastTurn = state.lastTurn, !state.isStopped else { return false }
            return now - lastTurn > Self.longestTurn
        }
    }

    /// Goes on by another configuration: what is trusted is loaded again, and all receivers start again.
    public func apply(_ configuration: OSNMAValidationConfiguration) {
        state.withLock { state in
            state.configuration = configuration
            state.isLoadDue = true
        }
        errands.continuation.yield()
    }

    /// These are trusted too from now on.
    ///
    /// - Parameter decision: its number, see `LearntTrust`.
    public func trust(_ anchors: TrustAnchors, decision: UInt64) { tell(.trust(anchors, decision: decision)) }

    /// This is trusted no longer.
    public func distrust(_ fingerprint: TrustFingerprint) { tell(.distrust(fingerprint)) }

    private func tell(_ decision: Command) {
        state.withLock { state in
            state.commands.append(decision)
            state.decisions += 1
        }
        wake.wake()
    }

    private func keep(_ learnt: LearntTrust) {
        state.withLock { $0.learnt = learnt }
        errands.continuation.yield()
    }

    /// Judges until the daemon ends.
    public func run() async {
        let reader = subscription.reader { [wake] in wake.wake() }
        guard let reader else { return }
        // What hangs from here on is noticed.
        turn()
        await load()
        begin(reader)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.runErrands() }
            group.addTask {
                try? await gracefulShutdown()
                self.state.withLock { $0.isStopped = true }
                self.subscription.cancel()
                self.wake.wake()
                _ = await self.state.withLock(\.thread)?.waitForEnd(within: .milliseconds(500))
                self.errands.continuation.finish()
            }
        }
    }

    private func runErrands() async {
        for await _ in errands.stream {
            await save()
            let isLoadDue = state.withLock { state in
                defer { state.isLoadDue = false }
                return state.isLoadDue
            }
            if isLoadDue { await load() }
        }
        await save()
    }

    /// What cannot be kept waits for the next time, unless there is newer by then.
    private func save() async {
        guard let learnt = state.withLock({ $0.learnt.take() }), await !context.trust.save(learnt) else { return }
        state.withLock { $0.learnt = $0.learnt ?? learnt }
    }

    /// What a person decided meanwhile may not be in what was loaded: then it is loaded again.
    private func load() async {
        var isDone = false
        while !isDone {
            let before = state.withLock { $0.decisions }
            let start = await context.trust.load()
            isDone = state.withLock { state in
                guard state.decisions == before else { return false }
                state.commands.append(.begin(state.configuration, start))
                return true
            }
        }
        wake.wake()
    }

    private func begin(_ reader: Subscription.Reader) {
        turn()
        // The reader belongs to the thread from here on.
        nonisolated(unsafe) let owned = reader
        do throws(SystemError) {
            let thread = try WorkerThread { [self] in judge(owned) }
            state.withLock { $0.thread = thread }
        } catch {
            context.logger.error("osnma: cannot start a thread, validation is off: \(error)")
        }
    }

    /// The thread works.
    private func turn() {
        let now = context.instant()
        state.withLock { $0.lastTurn = now }
    }

    /// The thread.
    private func judge(_ reader: Subscription.Reader) {
        var coordinator = OSNMACoordinator(context) { self.keep($0) }
        while !state.withLock({ $0.isStopped }), !reader.isEnded {
            let commands = state.withLock { state in
                defer { state.commands = [] }
                return state.commands
            }
            for command in commands { coordinator.follow(command) }
            while let batch = reader.next() {
                coordinator.take(batch)
                turn()
                if state.withLock({ $0.isStopped || !$0.commands.isEmpty }) { break }
            }
            coordinator.tick()
            let status = coordinator.status
            turn()
            let isWaiting = state.withLock { state in
                state.status = status
                return state.learnt != nil
            }
            if isWaiting { errands.continuation.yield() }
            wake.wait(milliseconds: coordinator.patience)
        }
        coordinator.keep()
    }
}
