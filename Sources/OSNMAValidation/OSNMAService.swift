// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Logging
public import OSNMA
public import ObservationBus
public import ServiceLifecycle
internal import Synchronization
internal import SystemSupport

/// The stage that validates the pages of all receivers and publishes verdicts and alerts. It works on its own thread,
/// so that verifying a signature does not delay others.
public final class OSNMAService: Service {
    /// The services that the stage needs from its host.
    public struct Context: Sendable {
        public var hub: ObservationHub
        /// The gateway's clock, which follows the recording during a replay.
        public var now: @Sendable () -> HostTime
        /// Reads the state of the machine's clocks; returns nil if it is unavailable.
        public var readClock: @Sendable () -> ClockReading?
        /// True if the gateway's clock is that of a replay; then no time is trusted.
        public var hasReplayClock: Bool
        /// The store of trusted keys and roots.
        public var trust: any TrustKeeping
        /// Receives messages for the operator.
        public var logger: Logger
        /// The monotonic clock for timeouts, independent of the gateway's clock.
        var instant: @Sendable () -> ContinuousClock.Instant = { .now }
        /// Notices that the machine has slept.
        var sleep = SleepWatch()

        public init(
            hub: ObservationHub, now: @escaping @Sendable () -> HostTime,
            readClock: @escaping @Sendable () -> ClockReading?, hasReplayClock: Bool, trust: any TrustKeeping,
            logger: Logger
        ) {
            (self.hub, self.now, self.readClock, self.hasReplayClock) = (hub, now, readClock, hasReplayClock)
            (self.trust, self.logger) = (trust, logger)
        }
    }

    /// The kinds of observations to validate, and those needed to assess the fix and to explain the verdict.
    static let topics: Set<ObservationKind> = [.navigationPage, .fix, .satellites, .signals, .driverState]

    /// The kinds that are judged at once. The other observations of an epoch wait until the thread wakes up, see `patience`.
    private static let urgentTopics: Set<ObservationKind> = [.navigationPage, .driverState]

    private let context: Context
    /// Subscribed at creation, because a receiver may start before the stage does.
    private let subscription: Subscription
    /// Guards the data exchanged between the validating thread and the stage's task. Validating pages and storing
    /// state happen without holding the lock.
    private let state: Mutex<State>
    private let wake = WakeEvent()
    /// Wakes the stage's task for work that may wait for the disk.
    private let errands = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Commands for the thread.
    enum Command: Sendable {
        /// Start again with this configuration and trust.
        case begin(OSNMAValidationConfiguration, TrustStart)
        /// Trust more anchors, by the operator's decision with the given number.
        case trust(TrustAnchors, decision: UInt64)
        /// Stop trusting an anchor.
        case distrust(TrustFingerprint)
    }

    private struct State {
        var configuration: OSNMAValidationConfiguration
        var commands: [Command] = []
        /// Counts the operator's decisions; trust loaded before the latest decision is loaded again.
        var decisions: UInt64 = 0
        /// True if trust must be loaded.
        var isLoadDue = false
        /// State waiting to be stored; the newest includes all earlier withdrawals.
        var learnt: LearntTrust?
        var isStopped = false
        /// The validating thread; nil if it was not started.
        var thread: WorkerThread?
        /// The last time at which the thread showed that it is working; nil before the start.
        var lastTurn: ContinuousClock.Instant?
        var status = OSNMAStatus()
        /// The last time at which the status was asked for; nil before the first time.
        var lastQuestion: ContinuousClock.Instant?

        /// True if the status was asked for lately.
        func isAsked(at now: ContinuousClock.Instant) -> Bool {
            lastQuestion.map { now - $0 < OSNMAService.attention } ?? false
        }
    }

    /// The time after a question for the status during which verdicts are kept new.
    private static let attention = Duration.seconds(5)

    /// Creates a stage that does not validate yet; observations published from now on are queued for it.
    public init(_ configuration: OSNMAValidationConfiguration, _ context: Context) {
        self.context = context
        subscription = context.hub.subscribe(
            "osnma", to: TopicFilter(kinds: Self.topics), policy: .skipOldest(ReceiverQueues.busBound))
        state = Mutex(State(configuration: configuration))
    }

    /// The stage's status for all receivers. If it was not asked for lately, verdicts on receivers without Galileo pages
    /// may be four seconds old; from then on, they are newer.
    public var status: OSNMAStatus {
        let now = context.instant()
        let (status, isNews) = state.withLock { state in
            let isNews = !state.isAsked(at: now)
            state.lastQuestion = now
            return (state.status, isNews)
        }
        if isNews { wake.wake() }
        return status
    }

    /// The time without a sign of life after which the thread counts as hung; a working thread sleeps for at most four
    /// seconds.
    static let longestTurn = Duration.seconds(10)

    /// The time for which the thread takes observations before it looks at the time and shows its verdicts. Without a
    /// limit, verdicts would stay unseen while receivers deliver more than the thread can judge.
    private static let longestSpell = Duration.milliseconds(100)

    /// True if the thread has shown no sign of life for `longestTurn`, or could not be started. Earlier verdicts then
    /// no longer apply to current data.
    public var isSilent: Bool {
        let now = context.instant()
        return state.withLock { state in
            guard let lastTurn = state.lastTurn, !state.isStopped else { return false }
            return now - lastTurn > Self.longestTurn
        }
    }

    /// Applies another configuration: trust is loaded again, and all receivers restart.
    public func apply(_ configuration: OSNMAValidationConfiguration) {
        state.withLock { state in
            state.configuration = configuration
            state.isLoadDue = true
        }
        errands.continuation.yield()
    }

    /// Trusts further anchors from now on.
    ///
    /// - Parameter decision: The number of the decision, see `LearntTrust`.
    public func trust(_ anchors: TrustAnchors, decision: UInt64) { tell(.trust(anchors, decision: decision)) }

    /// Stops trusting an anchor.
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

    /// Validates until the daemon ends.
    public func run() async {
        let reader = subscription.reader { [wake] in wake.wake() }
        guard let reader else { return }
        // From here on, a hang is detected.
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

    /// Saves the pending state. If that fails, the state is kept for the next attempt unless a newer one exists by
    /// then.
    private func save() async {
        guard let learnt = state.withLock({ $0.learnt.take() }), await !context.trust.save(learnt) else { return }
        state.withLock { $0.learnt = $0.learnt ?? learnt }
    }

    /// Loads trust, and loads it again if the operator made a decision in the meantime that the result may not include.
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
        // From here on, only the thread uses the reader.
        nonisolated(unsafe) let owned = reader
        do throws(SystemError) {
            let thread = try WorkerThread(named: "osnma") { [self] in judge(owned) }
            state.withLock { $0.thread = thread }
        } catch {
            context.logger.error("osnma: cannot start a thread, validation is off: \(error)")
        }
    }

    /// Records that the thread is working.
    ///
    /// - Returns: The time of the record.
    @discardableResult
    private func turn() -> ContinuousClock.Instant {
        let now = context.instant()
        state.withLock { $0.lastTurn = now }
        return now
    }

    /// Logs the receivers that lost observations because they deliver more than the stage can judge, and the losses of the
    /// bus, whose receivers are unknown.
    private func report(_ losses: [(receiver: SourceID?, count: Int)]) {
        for loss in losses {
            guard let receiver = loss.receiver else {
                context.logger.warning(
                    "osnma: the receivers deliver faster than the stage takes: lost \(loss.count) observations so far")
                continue
            }
            context.logger.warning(
                "osnma: the receiver delivers more than can be judged: skipped \(loss.count) of its observations so far",
                metadata: ["receiver": "\(receiver)"])
        }
    }

    /// The longest sleep of the thread in milliseconds. While receivers deliver data, it is short, so that a silence is
    /// detected soon, and a verdict is published once per second. It is longer if only the ages in the verdicts change, or if
    /// the verdicts are the same at each epoch and no consumer reads them.
    private func patience(_ pace: OSNMACoordinator.Pace) -> Int {
        let isLong =
            switch pace {
            case .silent: true
            case .live: false
            case .withoutPages: !context.hub.isRead(.authentication) && !isAsked
            }
        return isLong ? 4000 : 500
    }

    private var isAsked: Bool {
        let now = context.instant()
        return state.withLock { $0.isAsked(at: now) }
    }

    /// The thread's main function.
    private func judge(_ reader: Subscription.Reader) {
        var coordinator = OSNMACoordinator(context) { self.keep($0) }
        var queues = ReceiverQueues()
        reader.noteQueue(0, lost: 0)
        while !state.withLock({ $0.isStopped }), !(reader.isEnded && queues.isEmpty) {
            let commands = state.withLock { state in
                defer { state.commands = [] }
                return state.commands
            }
            for command in commands { coordinator.follow(command) }
            let pace = coordinator.pace
            let patience = patience(pace)
            // The first data after a silence are judged at once.
            reader.urgentKinds = pace == .silent ? nil : Self.urgentTopics
            let end = context.instant() + Self.longestSpell
            var mayHaveMore = false
            while !mayHaveMore {
                let isAllTaken = queues.fill(from: reader)
                if let batch = queues.next() {
                    coordinator.take(batch)
                } else if isAllTaken {
                    break
                }
                let now = turn()
                mayHaveMore = now >= end || state.withLock { $0.isStopped || !$0.commands.isEmpty }
            }
            queues.note(context.now().monotonicNanoseconds, pending: reader.pending)
            coordinator.tick(after: queues)
            reader.noteQueue(queues.count, lost: queues.takeShed())
            report(queues.takeLosses())
            let status = coordinator.status
            turn()
            let isWaiting = state.withLock { state in
                state.status = status
                return state.learnt != nil
            }
            if isWaiting { errands.continuation.yield() }
            if mayHaveMore { continue }
            wake.wait(milliseconds: min(patience, self.patience(coordinator.pace)))
        }
        coordinator.keep()
    }
}
