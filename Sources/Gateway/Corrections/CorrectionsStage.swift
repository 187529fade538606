// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import ControlModel
internal import Corrections
internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import MessageTexts
internal import ObservationBus
internal import ReceiverHost
internal import RuntimeSettings
internal import ServiceLifecycle
internal import Synchronization

/// Corrections for the receivers: fetches the configured stream and passes the corrections on the bus to the receivers.
final class CorrectionsStage: Service {
    /// The parts of the daemon that the stage uses.
    struct Parts: Sendable {
        var hub: ObservationHub
        var fleet: ReceiverFleet
        var selection: SelectionService
        var reporter: GatewayReporter
        var clock: GatewayClock
        var logger: Logger
    }

    /// The maximum age of a position sent to a caster, in nanoseconds.
    private static let oldestPosition: Int64 = 60_000_000_000

    private let parts: Parts
    private let service: CorrectionsService
    /// Protects the caster in effect; nil if no corrections are fetched. Not held while the service is called.
    private let caster = Mutex<CorrectionsInEffect?>(nil)
    private let watch: CorrectionsWatch

    init(_ parts: Parts) {
        self.parts = parts
        // Network connections run in real time, even if the clock is that of a replay.
        let clock = GatewayClock(.system)
        let watch = CorrectionsWatch(parts.reporter, parts.logger) { clock.now.monotonicNanoseconds }
        self.watch = watch
        service = CorrectionsService(
            hub: parts.hub, now: { clock.now }, logger: parts.logger
        ) { watch.take($0) }
    }

    /// The state of the corrections; nil if none are configured.
    var status: CorrectionsReport? { service.status }

    /// The receivers that get corrections, by id; empty for all whose drivers accept them.
    var receivers: [String] { caster.withLock { $0?.settings.receivers ?? [] } }

    /// Switches to another caster; nil for none. Retries failed connections at once. Called by one thread at a time.
    ///
    /// - Parameter password: The caster's password.
    func apply(_ new: CorrectionsInEffect?, password: CasterPassword?) {
        let isSame = caster.withLock { caster in
            defer { caster = new }
            return caster?.connection == new?.connection
        }
        service.apply(new.flatMap { new in password.map { order(new.settings, $0) } }, isSame: isSame)
        if new == nil { watch.end() }
    }

    func run() async throws {
        let subscription = parts.hub.subscribe(
            "corrections", to: TopicFilter(kinds: [.corrections], sources: [CorrectionsService.source]),
            policy: .skipOldest())
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.service.run() }
            group.addTask {
                await cancelWhenGracefulShutdown {
                    for await batch in subscription { self.deliver(batch) }
                }
            }
        }
    }

    private func deliver(_ batch: [Observation]) {
        // Messages of a caster that was stopped or replaced may still arrive.
        guard let current = caster.withLock({ $0 })?.settings else { return }
        let stream = CorrectionsConfiguration(current, agent: Self.agent).stream
        let names = current.receivers
        for observation in batch {
            guard case .corrections(let data) = observation.payload, data.origin == stream else { continue }
            parts.fleet.write(data.bytes, to: names.isEmpty ? nil : Set(names))
        }
    }

    private func order(_ settings: CorrectionsSettings, _ password: CasterPassword) -> CorrectionsService.Order {
        if password.isOpenToOthers {
            parts.logger.warning(
                """
                corrections: every user of this machine can read the password in \(settings.passwordFile ?? ""); \
                'gnss-gateway doctor' names the command that protects it
                """
            )
        }
        let receiver = settings.positionReceiver
        let configuration = CorrectionsConfiguration(settings, agent: Self.agent)
        return CorrectionsService.Order(configuration) { [weak self] in
            self?.fix(of: receiver)
        } login: { () throws(CasterError) in
            try password.read()
        }
    }

    /// The program's name and version in requests.
    static let agent = "gnss-gateway/\(GatewayVersion.current)"

    /// The fix to send to the caster: that of the named receiver; if `name` is nil, that of the active receiver, or
    /// else of any receiver.
    func fix(of name: String?) -> Fix? {
        let fixes = parts.fleet.receivers.compactMap { receiver in
            Self.fix(of: receiver, by: parts.clock).map { (id: receiver.plan.id, fix: $0) }
        }
        if let name { return fixes.first { $0.id == name }?.fix }
        let active = parts.selection.last?.change.current?.rawValue
        return (fixes.first { $0.id == active } ?? fixes.first)?.fix
    }

    /// The receiver's last fix; nil if it has no position, or is 60 s old even if the receiver has sent other data by now.
    static func fix(of receiver: ReceiverCondition, by clock: GatewayClock) -> Fix? {
        guard let age = receiver.fixAge(by: clock), age < oldestPosition, let fix = receiver.lastFix,
            fix.position != nil
        else { return nil }
        return fix
    }
}

extension CorrectionsInEffect {
    /// The part that requires a new connection when it changes; the rest can change without one.
    fileprivate var connection: CorrectionsInEffect {
        var caster = self
        caster.settings.receivers = []
        return caster
    }
}

/// Raises an alert when corrections keep failing or stay away for long, changes it when they fail for another cause or from another caster,
/// and ends it when corrections are received again.
final class CorrectionsWatch: Sendable {
    private let reporter: GatewayReporter
    private let logger: Logger
    /// The time by the monotonic clock, in nanoseconds.
    private let now: @Sendable () -> Int64
    /// Protects the count of failures. Not held while alerts are raised.
    private let state = Mutex(State())

    private struct State {
        /// Consecutive failures, without a message in between.
        var failures = 0
        /// The time of the first of these failures by the monotonic clock, in nanoseconds.
        var began: Int64?
        /// The stream and the cause that the alert names; nil without an alert.
        var told: Failure?
    }

    private struct Failure: Hashable {
        var stream: String
        var problem: ReportCode<CorrectionsReport.Cause>?
    }

    /// The number of consecutive temporary failures before an alert is raised. A lasting failure raises one at once.
    private static let most = 3
    /// The time without a message after which an alert is raised, in seconds, also after fewer failures: a caster can
    /// request a long pause.
    private static let longestGap = 300.0

    /// - Parameter now: Reads the monotonic clock, in nanoseconds.
    init(_ reporter: GatewayReporter, _ logger: Logger, now: @escaping @Sendable () -> Int64) {
        (self.reporter, self.logger, self.now) = (reporter, logger, now)
    }

    func take(_ status: CorrectionsReport) {
        switch status.state {
        case .known(.streaming): end(CodedText(AlertText.correctionsBack, ["stream": .words(status.stream)]))
        case .known(.failed):
            let failure = Failure(stream: status.stream, problem: status.problem)
            let now = now()
            let isNews = state.withLock { state in
                let began = state.began ?? now
                state.began = began
                state.failures += status.problem?.value?.isLasting == true ? Self.most : 1
                if Self.gap(status, since: began, at: now) >= Self.longestGap {
                    state.failures = max(state.failures, Self.most)
                }
                guard state.failures >= Self.most, state.told != failure else { return false }
                state.told = failure
                return true
            }
            guard isNews else { return }
            reporter.say(
                Alert(
                    code: Alert.Code.corrections.rawValue, severity: .warning, text: "no corrections: \(status.reason)",
                    message: status.message.map { CodedText(AlertText.noCorrections, ["reason": .sentence($0)]) }),
                logger)
        default: break
        }
    }

    /// The time in seconds from the last message, or else from the first failure, to the next attempt: no message comes
    /// before that, so there is nothing to wait for. The wall clock may be set at any time; only the pause, whose two
    /// times are read together, comes from it.
    private static func gap(_ status: CorrectionsReport, since began: Int64, at now: Int64) -> Double {
        let silence = status.lastMessageAge ?? Double(now - began) / 1e9
        let pause = status.nextTry.map { Double($0.milliseconds) - Double(status.since.milliseconds) } ?? 0
        return silence + max(0, pause) / 1e3
    }

    /// Ends the alert and resets the count of failures.
    func end(_ text: CodedText = CodedText(AlertText.correctionsRemoved)) {
        let wasTold = state.withLock { state in
            defer { state = State() }
            return state.told != nil
        }
        guard wasTold else { return }
        reporter.say(
            Alert(code: Alert.Code.corrections.rawValue, severity: .information, text, isOver: true), logger)
    }
}
