// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Logging
public import OSNMA
public import ObservationBus
public import ServiceLifecycle
internal import Synchronization

/// The stage: judges the pages of all receivers, on a thread of its own, so that the verification of a signature delays
/// nobody, and publishes verdicts and alerts.
public final class OSNMAService: Service {
    /// What the stage needs of the program around it.
    public struct Context: Sendable {
        /// The bus.
        public var hub: ObservationHub
        /// The gateway's clock.
        public var now: @Sendable () -> HostTime
        /// What the machine says of its clocks; nil: it cannot be asked.
        public var readClock: @Sendable () -> ClockReading?
        /// Whether the gateway's clock is that of a replay: no time is trusted then.
        public var hasReplayClock: Bool
        /// Keeps what is trusted.
        public var trust: any TrustKeeping
        /// Starts a thread; answers why it could not.
        public var startThread: @Sendable (@escaping @Sendable () -> Void) -> String?
        /// Where words for people go.
        public var logger: Logger

        /// A context.
        public init(
            hub: ObservationHub, now: @escaping @Sendable () -> HostTime,
            readClock: @escaping @Sendable () -> ClockReading?, hasReplayClock: Bool, trust: any TrustKeeping,
            startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> String?, logger: Logger
        ) {
            (self.hub, self.now, self.readClock, self.hasReplayClock) = (hub, now, readClock, hasReplayClock)
            (self.trust, self.startThread, self.logger) = (trust, startThread, logger)
        }
    }

    /// What is judged, and what the fix and the reason need.
    static let topics: Set<ObservationKind> = [.navigationPage, .fix, .satellites, .signals, .driverState]

    private let context: Context
    /// From the beginning: a receiver may start before the stage does.
    private let subscription: Subscription
    private let state: Mutex<State>
    private let wake = WakeEvent()
    /// What is to be done in the stage's task, because it may wait for the disk.
    private let errands = AsyncStream<Errand>.makeStream(bufferingPolicy: .bufferingNewest(16))

    private enum Errand: Sendable {
        case load
        case save(HotStartState)
    }

    /// What the thread is told.
    enum Command: Sendable {
        /// To begin anew with this.
        case begin(OSNMAValidationConfiguration, TrustStart)
        /// To trust more.
        case trust(TrustAnchors)
        /// To trust something no longer.
        case distrust(TrustFingerprint)
    }

    private struct State {
        var configuration: OSNMAValidationConfiguration
        var commands: [Command] = []
        var isStopped = false
        var hasEnded = true
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

    /// Goes on by another configuration: what is trusted is loaded again, and all receivers begin anew.
    public func apply(_ configuration: OSNMAValidationConfiguration) {
        state.withLock { $0.configuration = configuration }
        errands.continuation.yield(.load)
    }

    /// These are trusted too from now on.
    public func trust(_ anchors: TrustAnchors) { tell(.trust(anchors)) }

    /// This is trusted no longer.
    public func distrust(_ fingerprint: TrustFingerprint) { tell(.distrust(fingerprint)) }

    private func tell(_ command: Command) {
        state.withLock { $0.commands.append(command) }
        wake.wake()
    }

    /// Judges until the daemon ends.
    public func run() async {
        let reader = subscription.reader { [wake] in wake.wake() }
        guard let reader else { return }
        await load()
        begin(reader)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.runErrands() }
            group.addTask {
                try? await gracefulShutdown()
                self.state.withLock { $0.isStopped = true }
                self.subscription.cancel()
                self.wake.wake()
                for _ in 0..<50 where self.state.withLock({ !$0.hasEnded }) {
                    try? await Task.sleep(for: .milliseconds(10))
                }
                self.errands.continuation.finish()
            }
        }
    }

    private func runErrands() async {
        for await errand in errands.stream {
            switch errand {
            case .load: await load()
            case .save(let state): await context.trust.save(state)
            }
        }
    }

    private func load() async {
        let start = await context.trust.load()
        let configuration = state.withLock { $0.configuration }
        tell(.begin(configuration, start))
    }

    private func begin(_ reader: Subscription.Reader) {
        state.withLock { $0.hasEnded = false }
        // The reader belongs to the thread from here on.
        nonisolated(unsafe) let owned = reader
        let problem = context.startThread { [self] in
            judge(owned)
            state.withLock { $0.hasEnded = true }
        }
        guard let problem else { return }
        context.logger.error("osnma: no thread can be started, nothing is judged: \(problem)")
        state.withLock { $0.hasEnded = true }
    }

    /// The thread.
    private func judge(_ reader: Subscription.Reader) {
        var desk = OSNMADesk(context) { [errands] in errands.continuation.yield(.save($0)) }
        while !state.withLock({ $0.isStopped }), !reader.isEnded {
            let commands = state.withLock { state in
                defer { state.commands = [] }
                return state.commands
            }
            for command in commands { desk.follow(command) }
            while let batch = reader.next() {
                desk.take(batch)
                if state.withLock({ $0.isStopped || !$0.commands.isEmpty }) { break }
            }
            desk.tick()
            let status = desk.status
            state.withLock { $0.status = status }
            wake.wait(milliseconds: desk.patience)
        }
        desk.keep()
    }
}
