// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import OSNMA
internal import OSNMAFiles
internal import OSNMAValidation
internal import ServiceLifecycle
internal import Storage
internal import Synchronization

/// OSNMA in the daemon: the stage, what it needs of the gateway, and its messages.
final class OSNMAStage: Service {
    private let service: OSNMAService
    private let trust: ConfiguredTrust
    /// Protects the settings that apply, which a reload replaces.
    private let settings: Mutex<OSNMASettings>
    private let clock: GatewayClock
    private let gate: AuthenticationGate
    private let store: Store

    init(_ settings: OSNMASettings, on base: GatewayBase) {
        (clock, gate, store) = (base.clock, base.gate, base.store)
        self.settings = Mutex(settings)
        trust = ConfiguredTrust(base.trust, folder: settings.trustDirectory, logger: base.logger)
        service = OSNMAService(
            OSNMAValidationConfiguration(settings),
            OSNMAService.Context(
                hub: base.hub, now: { [clock] in clock.now }, readClock: MachineClock.read,
                hasReplayClock: base.mode == .replay, trust: trust,
                logger: base.logger))
        base.trust.observe { [service] change in
            switch change {
            case .trusted(let anchors, let decision): service.trust(anchors, decision: decision)
            case .distrusted(let fingerprint): service.distrust(fingerprint)
            }
        }
    }

    /// Goes on by other settings. The trust directory is read again, whether it is another one or not.
    func apply(_ new: OSNMASettings) {
        gate.apply(new)
        let isSame = settings.withLock { settings in
            defer { settings = new }
            return OSNMAValidationConfiguration(settings) == OSNMAValidationConfiguration(new)
        }
        guard trust.read(new.trustDirectory) || !isSame else { return }
        service.apply(OSNMAValidationConfiguration(new))
    }

    /// Goes on by other settings, if they are others; the trust directory is read again only if it is another one.
    func follow(_ new: OSNMASettings) {
        if settings.withLock({ $0 != new }) { apply(new) }
    }

    func run() async throws { await service.run() }

    /// What it says of all receivers that holds now.
    var current: OSNMAStatus {
        var status = service.status
        if service.isSilent { status.verdicts = [:] }
        return status
    }

    /// What it says of all receivers.
    private var status: OSNMAStatus { service.status }

    /// The newest verdict on a receiver; nil: none was made, or it is no longer one on what the receiver delivers now.
    func verdict(of receiver: String) -> Authentication? {
        service.isSilent ? nil : status.verdicts[SourceID(rawValue: receiver)]
    }

    /// What is required of what asks for an authenticated position.
    var requirement: OSNMARequirement { gate.requirement }

    /// Why something that needs an authenticated position of a receiver is refused now; nil: it may be done.
    func refusal(_ receiver: SourceID) -> OSNMARequirement.Refusal? {
        let status = status
        let age = status.times[receiver].map { clock.now.monotonicNanoseconds - $0 } ?? 0
        return requirement.refusal(of: status.verdicts[receiver], age: age)
    }

    /// What is said of receivers. While what judges does not answer, those that it never spoke of are missing.
    ///
    /// - Parameter receiver: of this one alone; nil: of all.
    func report(of receiver: String?) -> OSNMAReport {
        let (status, isSilent) = (status, service.isSilent)
        let now = clock.now.monotonicNanoseconds
        let verdicts = status.verdicts.values.filter { receiver == nil || $0.receiver.rawValue == receiver }
        return OSNMAReport(
            isEnabled: settings.withLock { $0.isEnabled }, isRequired: requirement.isRequired,
            trustedRoots: status.trustedRoots, trustedKeys: status.trustedKeys,
            receivers: verdicts.sorted { $0.receiver.rawValue < $1.receiver.rawValue }.map { verdict in
                let age = status.times[verdict.receiver].map { Double(max(0, now - $0)) / 1e9 }
                var report = OSNMAReceiverReport(verdict, age: age, refusal: refusal(verdict.receiver))
                if let statement = report.fix?.statement { report.fix?.statement = doubting(statement) }
                if isSilent { report.becomeUnknown() }
                return report
            })
    }

    /// The verdicts in short; nil where nothing is judged.
    var summaries: [OSNMASummary]? {
        guard settings.withLock({ $0.isEnabled }) else { return nil }
        let isSilent = service.isSilent
        return status.verdicts.values.sorted { $0.receiver.rawValue < $1.receiver.rawValue }.map { verdict in
            var summary = OSNMASummary(verdict)
            summary.statement = summary.statement.map(doubting)
            if isSilent { summary.becomeUnknown() }
            return summary
        }
    }

    /// What is proven rests on keys that a lost decision or revocation may have put out of use.
    private func doubting(_ statement: String) -> String {
        guard store.condition.isTrustDoubtful else { return statement }
        return statement
            + "; the store lost OSNMA decisions or revocations, so a removed or revoked key may be trusted again"
    }
}

extension OSNMAValidationConfiguration {
    init(_ settings: OSNMASettings) {
        self.init()
        isEnabled = settings.isEnabled
        minimumTagBits = settings.minimumTagBits
        staleSeconds = settings.stale.components.seconds
        let uncertainty = settings.timeUncertainty.components.seconds * 1000
        timeSource =
            switch settings.timeSource {
            case .synchronised: .synchronised
            case .system: .system(uncertainty: uncertainty)
            case .rtc: .hardware(uncertainty: uncertainty)
            case .receiver: .receiver
            }
    }
}
