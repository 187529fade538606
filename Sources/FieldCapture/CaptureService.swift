// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
public import ControlModel
public import GNSSTypes
public import Logging
public import ObservationBus
public import ServiceLifecycle
public import Storage
internal import Synchronization
internal import SystemSupport

/// The stage for photos: follows the receivers' positions while photos are enabled, checks whether one may be taken, and
/// takes it.
///
/// While photos are disabled, nothing wakes it.
public final class CaptureService: Service {
    /// The dependencies of the stage.
    public struct Context: Sendable {
        public var hub: ObservationHub
        public var store: Store
        /// The gateway's version.
        public var version: String
        /// The gateway's clock.
        public var now: @Sendable () -> HostTime
        /// The conditions for a position to count as authenticated.
        public var requirement: @Sendable () -> OSNMARequirement
        /// The id of the active receiver; nil if none is active.
        public var active: @Sendable () -> String?
        /// Tells people about an event.
        public var alert: @Sendable (Alert) -> Void
        /// Judges positions by keys that come later.
        public var examiner = CaptureExaminer()
        /// Notices that the machine has slept.
        var sleep = SleepWatch()
        public var logger: Logger

        public init(
            hub: ObservationHub, store: Store, version: String, now: @escaping @Sendable () -> HostTime,
            requirement: @escaping @Sendable () -> OSNMARequirement, active: @escaping @Sendable () -> String?,
            alert: @escaping @Sendable (Alert) -> Void, logger: Logger
        ) {
            (self.hub, self.store, self.version, self.now) = (hub, store, version, now)
            (self.requirement, self.active, self.alert, self.logger) = (requirement, active, alert, logger)
        }
    }

    /// What the stage needs to know about a receiver, running or stopped.
    public struct Receiver: Sendable {
        public var id: String
        /// The kind of its driver.
        public var driver: String
        /// Its device; nil if it has none.
        public var device: String?

        public init(id: String, driver: String, device: String?) {
            (self.id, self.driver, self.device) = (id, driver, device)
        }
    }

    /// An offline map of raster images, for PDFs.
    public struct OfflineMap: Sendable {
        /// The owner, as its terms of use demand; nil if unknown.
        public var attribution: String?
        /// Returns the image of a tile in Web Mercator, its row counted from the north; nil if the map has no image there.
        public var tile: @Sendable (_ zoom: Int, _ column: Int, _ row: Int) async -> [UInt8]?

        public init(
            attribution: String?, tile: @escaping @Sendable (_ zoom: Int, _ column: Int, _ row: Int) async -> [UInt8]?
        ) {
            (self.attribution, self.tile) = (attribution, tile)
        }
    }

    /// The kinds of observation for the conditions and the data of a photo.
    static let topics: Set<ObservationKind> = ReceiverEvidence.kinds.union([
        .fix, .authentication, .centroid, .satellites, .signals, .attitude, .receiver, .driverState,
    ])
    /// The largest number of receivers that are followed; of more, those without the newest epochs are forgotten.
    static let limit = 64
    /// The pause between two looks at the bus while a replay runs, because it waits until the stage has taken its
    /// observations.
    static let pauseInReplay = Duration.milliseconds(20)
    /// The time within which the image must begin to arrive.
    static let uploadTime = Duration.seconds(30)

    let context: Context
    let photos: CaptureStore
    /// Makes PDFs one after the other, because each takes some hundred MiB for a moment.
    let documents = WorkQueue()
    /// Protects the settings, the subscription, what is known about the receivers, and the photos that are being taken.
    let state: Mutex<State>
    /// Signals that observations may be waiting.
    private let signal = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    struct State {
        var preferences: CapturePreferences
        /// The subscription to the bus; nil unless photos are enabled.
        var listener: (subscription: Subscription, reader: Subscription.Reader)?
        var situations: [SourceID: CaptureRules.Situation] = [:]
        /// The evidence of each receiver, apart from its situation, because it is large and never copied.
        var evidence: [SourceID: ReceiverEvidence] = [:]
        /// The number of stored photos that still need the pages that come after them.
        var followed = 0
        var sessions = CaptureSessions()
        var sleep: SleepWatch
        /// The key that takes photos; nil if the settings name no device.
        var button: CaptureButton?
        /// The number of images that are being stored.
        var uploads = 0
        /// Returns all receivers, running or stopped.
        var receivers: @Sendable () -> [Receiver] = { [] }
        /// Knows the tasks, and which photos were sent; nil without a back office.
        var office: (any CaptureOffice)?
        /// Returns the map of a place, by its latitude and longitude in degrees.
        var map: @Sendable (_ latitude: Double, _ longitude: Double) async -> OfflineMap? = { _, _ in nil }
    }

    /// The time after a photo for which Galileo's pages are kept, in nanoseconds.
    let pagesAfter: Int64
    /// The time after the moment of a photo within which its image must have arrived, also in another try, so that no
    /// picture of a much later time gets this position.
    let longestUploadTime: Duration
    /// The pause between two looks at the bus, so that a receiver with many epochs a second does not wake the stage with
    /// each.
    private let pause: Duration

    public convenience init(_ preferences: CapturePreferences, _ context: Context) {
        self.init(preferences, context, pagesAfter: ReceiverEvidence.after)
    }

    init(
        _ preferences: CapturePreferences, _ context: Context, pagesAfter: Int64, pause: Duration = .seconds(1),
        longestUploadTime: Duration = .seconds(120)
    ) {
        (self.context, self.pagesAfter, self.pause) = (context, pagesAfter, pause)
        self.longestUploadTime = longestUploadTime
        photos = CaptureStore(context.store, logger: context.logger)
        state = Mutex(State(preferences: preferences, sleep: context.sleep))
        apply(preferences)
    }

    /// Connects the stage to the receivers and the maps. Called once, before the daemon runs.
    ///
    /// - Parameters:
    ///   - map: Returns the map of a place, by its latitude and longitude in degrees; nil if no map shows it.
    ///   - receivers: Returns all receivers, running or stopped.
    public func connect(
        map: @escaping @Sendable (_ latitude: Double, _ longitude: Double) async -> OfflineMap? = { _, _ in nil },
        receivers: @escaping @Sendable () -> [Receiver]
    ) {
        state.withLock { ($0.map, $0.receivers) = (map, receivers) }
    }

    /// Runs until the daemon shuts down.
    public func run() async {
        await photos.open()
        let judging = Task { await judgePending() }
        var isReplay = false
        for await _ in signal.stream.cancelOnGracefulShutdown() {
            isReplay = state.withLock { drain(&$0) } ?? isReplay
            let pause = isReplay ? Self.pauseInReplay : pause
            do {
                try await cancelWhenGracefulShutdown {
                    try await Task.sleep(for: pause, tolerance: pause / 4)
                }
            } catch {
                break
            }
        }
        state.withLock { state in
            leave(&state)
            state.button.take()?.stop()
        }
        judging.cancel()
        await judging.value
    }

    /// True if photos may be taken and stored.
    public var isEnabled: Bool { state.withLock { $0.preferences.isEnabled } }

    /// Applies changed settings.
    public func apply(_ preferences: CapturePreferences) {
        state.withLock { state in
            state.preferences = preferences
            setButton(&state)
            if !preferences.isEnabled { return leave(&state) }
            guard state.listener == nil else { return }
            let subscription = context.hub.subscribe(
                "captures", to: TopicFilter(kinds: Self.topics), policy: .skipOldest(.ring))
            let reader = subscription.reader { [continuation = signal.continuation] in continuation.yield() }
            state.listener = reader.map { (subscription, $0) }
        }
        signal.continuation.yield()
    }

    /// Watches the key that the settings name, and no other one.
    private func setButton(_ state: inout State) {
        let preferences = state.preferences
        let isWanted = preferences.isEnabled && !preferences.button.isEmpty
        let key = isWanted ? CaptureButton.Key(device: preferences.button, code: preferences.buttonKey) : nil
        guard key != state.button?.key else { return }
        state.button?.stop()
        state.button = key.map { key in
            CaptureButton(key, logger: context.logger) { [weak self] in self?.pressed() }
        }
    }

    /// Begins a photo, as a person does who presses the button of the page. It belongs to all.
    private func pressed() {
        Task { [weak self] in
            guard let self else { return }
            do {
                _ = try await startCapture(CaptureRequest(), from: .button, by: .unnamed)
            } catch let refusal as CaptureRefusal {
                let reasons = refusal.reasons.map(\.text).joined(separator: "; ")
                context.logger.notice("photos: the button was pressed, but no photo may be taken: \(reasons)")
            } catch {
                context.logger.notice("photos: the button was pressed, but no photo may be taken: \(error)")
            }
        }
    }

    // MARK: the bus

    /// Takes all observations that are waiting now. Those that are published meanwhile are left for the next time, so that
    /// the mutex is not held for as long as others publish.
    ///
    /// - Returns: True if any is from a replay; nil if none is waiting.
    @discardableResult
    func drain(_ state: inout State) -> Bool? {
        guard let reader = state.listener?.reader else { return nil }
        var left = reader.pending
        var isReplay: Bool?
        while let batch = reader.next() {
            let now = context.now()
            isReplay = isReplay == true || batch.contains(where: \.origin.isReplay)
            for observation in batch {
                let arrival = observation.hostTime.arrival(at: now)
                // No position may seem new for longer because it arrives in the future.
                let isAhead = arrival.monotonicNanoseconds > now.monotonicNanoseconds
                Self.take(observation, at: isAhead ? now : arrival, &state)
            }
            left -= batch.count
            // Only a read that returns nothing asks the bus for a signal.
            if left < 0 {
                signal.continuation.yield()
                break
            }
        }
        // Positions and verdicts until now may be hours old and would seem new. Photos from before still need their evidence.
        if state.sleep.hasSlept() {
            state.situations = [:]
            let now = context.now().monotonicNanoseconds
            for source in state.evidence.keys { state.evidence[source]?.noteLoss(at: now) }
        }
        return isReplay
    }

    private static func take(_ observation: Observation, at arrival: HostTime, _ state: inout State) {
        if let verdict = HeldVerdict(observation) {
            state.situations[verdict.verdict.receiver, default: .init()].verdict = verdict
        } else if let sampling = observation.payload.result(SampledCentroid.self) {
            // A change of the settings has no session.
            guard sampling.session != 0 else { return }
            let origin = state.situations[sampling.receiver]?.window.newest?.origin
            state.situations[sampling.receiver, default: .init()].samplings.take(
                sampling, at: arrival.monotonicNanoseconds, of: origin)
        } else {
            takeFact(observation, at: arrival, &state)
        }
        guard state.situations.count > limit else { return }
        let oldest = state.situations.min { one, other in
            instant(one.value) < instant(other.value)
        }
        if let oldest { (state.situations[oldest.key], state.evidence[oldest.key]) = (nil, nil) }
    }

    private static func takeFact(_ observation: Observation, at arrival: HostTime, _ state: inout State) {
        let source = observation.source
        switch observation.payload {
        case .fix: state.situations[source, default: .init()].window.take(observation, at: arrival)
        case .satellites(let view):
            state.situations[source, default: .init()].lastSky = .init(view, of: observation, at: arrival)
        case .signals(let view):
            state.situations[source, default: .init()].lastSignals = .init(view, of: observation, at: arrival)
        case .attitude(let attitude):
            state.situations[source, default: .init()].lastAttitude = .init(attitude, of: observation, at: arrival)
        case .receiver(let identity):
            state.situations[source, default: .init()].lastIdentity = .init(identity, of: observation, at: arrival)
        case .sentence, .navigationPage, .timing: break
        case .driverState(let report) where !observation.origin.isReplay:
            // A driver that connects again has lost the receiver, whether it said so or not.
            if report.state != .running, report.state != .degraded {
                state.evidence[source]?.noteLoss(at: arrival.monotonicNanoseconds)
                state.situations[source]?.noteLoss()
            }
            return
        default: return
        }
        if ReceiverEvidence.kinds.contains(observation.kind), state.situations[source] != nil {
            state.evidence[source, default: .init()].append(observation, at: arrival.monotonicNanoseconds)
        }
    }

    private static func instant(_ situation: CaptureRules.Situation) -> Int64 {
        situation.window.arrival.monotonicNanoseconds
    }

    private func leave(_ state: inout State) {
        drain(&state)
        state.listener?.subscription.cancel()
        (state.listener, state.situations) = (nil, [:])
        forgetEvidence(&state)
    }

    /// Forgets the evidence if the stage does not listen, except for the photos that are followed.
    func forgetEvidence(_ state: inout State) {
        guard state.listener == nil else { return }
        if state.followed == 0 { state.evidence = [:] }
        // A loss is not noticed now.
        let now = context.now().monotonicNanoseconds
        for source in state.evidence.keys { state.evidence[source]?.noteLoss(at: now) }
    }
}
