// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import Corrections
internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import ObservationBus
internal import ReceiverHost
internal import ServiceLifecycle
internal import Storage
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
        var credentials: Credentials?
        var logger: Logger
    }

    /// The maximum age of a position sent to a caster, in nanoseconds.
    private static let oldestPosition: Int64 = 60_000_000_000

    private let parts: Parts
    private let service: CorrectionsService
    /// Protects the settings in effect; nil if no corrections are configured. Not held while the service is called.
    private let settings = Mutex<CorrectionsSettings?>(nil)
    private let watch: CorrectionsWatch

    init(_ parts: Parts) {
        self.parts = parts
        let watch = CorrectionsWatch(parts.reporter, parts.logger)
        self.watch = watch
        // Network connections run in real time, even if the clock is that of a replay.
        let clock = GatewayClock(.system)
        service = CorrectionsService(
            hub: parts.hub, now: { clock.now }, logger: parts.logger
        ) { watch.take($0) }
    }

    /// The state of the corrections; nil if none are configured.
    var status: CorrectionsStatus? { service.status }

    /// Applies changed settings. Failed connections are tried again at once.
    func apply(_ new: CorrectionsSettings?) {
        let isSame = settings.withLock { settings in
            defer { settings = new }
            return settings?.connection == new?.connection
        }
        if new == nil { watch.end() }
        service.apply(new.map(order), isSame: isSame)
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
        let names = settings.withLock { $0?.receivers ?? [] }
        for observation in batch {
            guard case .corrections(let data) = observation.payload else { continue }
            parts.fleet.write(data.bytes, to: names.isEmpty ? nil : Set(names))
        }
    }

    private func order(_ settings: CorrectionsSettings) -> CorrectionsService.Order {
        let password = CasterPassword(settings: settings, credentials: parts.credentials)
        if password.isOpenToOthers {
            parts.logger.warning(
                "corrections: every user of this machine can read the password in \(settings.passwordFile ?? ""): chmod 600"
            )
        }
        let receiver = settings.positionReceiver
        return CorrectionsService.Order(CorrectionsConfiguration(settings)) { [weak self] in
            self?.fix(of: receiver)
        } login: { () throws(CasterError) in
            try password.read()
        }
    }

    /// The fix sent to the caster: of the named receiver; if `name` is nil, of the active receiver, else of any. Nil if
    /// that receiver has no position, or has delivered no data for 60 s.
    private func fix(of name: String?) -> Fix? {
        let now = parts.clock.now.monotonicNanoseconds
        let fixes = parts.fleet.receivers.filter { receiver in
            guard let last = receiver.lastData, receiver.lastFix?.position != nil else { return false }
            return now - last.monotonicNanoseconds < Self.oldestPosition
        }
        if let name { return fixes.first { $0.plan.id == name }?.lastFix }
        let active = parts.selection.last?.change.current?.rawValue
        return (fixes.first { $0.plan.id == active } ?? fixes.first)?.lastFix
    }
}

extension CorrectionsSettings {
    /// The settings that require a new connection when they change; the others can change without one.
    fileprivate var connection: CorrectionsSettings {
        var settings = self
        settings.receivers = []
        return settings
    }
}

extension CorrectionsConfiguration {
    fileprivate init(_ settings: CorrectionsSettings) {
        let caster = settings.caster
        self.init(
            caster: CasterAddress(host: caster.host, port: caster.port, isSecure: caster.isSecure),
            mountpoint: settings.mountpoint)
        version = settings.version == 1 ? .one : .two
        authorities = settings.authorities
        positionInterval = settings.positionInterval
        silence = settings.silence
        agent = "gnss-gateway/\(GatewayVersion.current)"
    }
}

/// Raises an alert when corrections keep failing, and ends it when they are received again.
final class CorrectionsWatch: Sendable {
    private let reporter: GatewayReporter
    private let logger: Logger
    /// Protects the count of failures. Not held while alerts are raised.
    private let state = Mutex(State())

    private struct State {
        /// Consecutive failures, without a message in between.
        var failures = 0
        var isTold = false
    }

    /// The number of consecutive temporary failures before an alert is raised. A lasting failure raises one at once.
    private static let most = 3

    init(_ reporter: GatewayReporter, _ logger: Logger) { (self.reporter, self.logger) = (reporter, logger) }

    func take(_ status: CorrectionsStatus) {
        switch status.state {
        case .streaming: end(CodedText(AlertText.correctionsBack, ["stream": .words(status.stream)]))
        case .failed:
            let isNews = state.withLock { state in
                state.failures += status.cause?.isLasting == true ? Self.most : 1
                guard state.failures >= Self.most, !state.isTold else { return false }
                state.isTold = true
                return true
            }
            guard isNews else { return }
            reporter.say(
                Alert(
                    code: Alert.Code.corrections.rawValue, severity: .warning, text: "no corrections: \(status.reason)",
                    message: CodedText(AlertText.noCorrections, ["reason": .sentence(status.message)])), logger)
        default: break
        }
    }

    /// Nothing is wrong any more.
    func end(_ text: CodedText = CodedText(AlertText.correctionsRemoved)) {
        let wasTold = state.withLock { state in
            defer { state = State() }
            return state.isTold
        }
        guard wasTold else { return }
        reporter.say(
            Alert(code: Alert.Code.corrections.rawValue, severity: .information, text, isOver: true), logger)
    }
}
