// SPDX-License-Identifier: Apache-2.0

internal import CaptureEvidence
internal import CaptureFormat
internal import ConfigurationFile
internal import ControlModel
internal import DaemonRuntime
internal import FieldCapture
internal import GNSSTypes
internal import Logging
internal import OSNMA
internal import OSNMAFiles
internal import OSNMATrust
internal import OSNMAValidation
internal import ServiceLifecycle
internal import Storage
internal import Synchronization
internal import SystemSupport

/// OSNMA in the daemon: the validation service, the parts of the gateway that it needs, and its reports.
final class OSNMAStage: Service {
    private let service: OSNMAService
    private let trust: ConfiguredTrust
    /// Protects the settings in effect, which a reload replaces.
    private let settings: Mutex<OSNMASettings>
    private let now: @Sendable () -> HostTime
    private let hasReplayClock: Bool
    private let gate: AuthenticationGate
    private let store: Store

    /// - Parameter now: The gateway's clock.
    init(_ settings: OSNMASettings, on base: GatewayBase, now: @escaping @Sendable () -> HostTime) {
        (gate, store, self.now, hasReplayClock) = (base.gate, base.store, now, base.mode == .replay)
        self.settings = Mutex(settings)
        trust = ConfiguredTrust(base.trust, folder: settings.trustDirectory, logger: base.logger)
        service = OSNMAService(
            OSNMAValidationConfiguration(settings),
            OSNMAService.Context(
                hub: base.hub, now: now, readClock: MachineClock.read, hasReplayClock: hasReplayClock, trust: trust,
                logger: base.logger))
        base.trust.observe { [service] change in
            switch change {
            case .trusted(let anchors, let decision): service.trust(anchors, decision: decision)
            case .distrusted(let fingerprint): service.distrust(fingerprint)
            }
        }
    }

    /// Applies settings. The trust directory is read again in any case.
    func apply(_ new: OSNMASettings) {
        gate.apply(new)
        let isSame = settings.withLock { settings in
            defer { settings = new }
            return OSNMAValidationConfiguration(settings) == OSNMAValidationConfiguration(new)
        }
        guard trust.read(new.trustDirectory) || !isSame else { return }
        service.apply(OSNMAValidationConfiguration(new))
    }

    /// Applies settings if they differ from those in effect; only then is the trust directory read again.
    func follow(_ new: OSNMASettings) {
        if settings.withLock({ $0 != new }) { apply(new) }
    }

    func run() async throws { await service.run() }

    /// The status of all receivers, without verdicts that no longer apply to the current data.
    var current: OSNMAStatus {
        var status = status
        for receiver in status.verdicts.keys where isOutdated(receiver, in: status) { status.verdicts[receiver] = nil }
        return status
    }

    /// The service's last status.
    private var status: OSNMAStatus { service.status }

    /// The newest verdict on a receiver; nil if there is no verdict, or if it no longer applies to the current data.
    func verdict(of receiver: String) -> Authentication? {
        current.verdicts[SourceID(rawValue: receiver)]
    }

    /// True if the verdict on a receiver no longer applies to its current data, because the service does not respond or
    /// judges the data too late. The clock of a replay, which may advance by minutes while the service judges one batch,
    /// does not show the latter.
    private func isOutdated(_ receiver: SourceID, in status: OSNMAStatus) -> Bool {
        guard !service.isSilent else { return true }
        return !hasReplayClock && requirement.isOutdated(age: age(of: receiver, in: status) ?? 0)
    }

    /// The age of the verdict on a receiver, in nanoseconds.
    private func age(of receiver: SourceID, in status: OSNMAStatus) -> Int64? {
        status.times[receiver].map { max(0, now().monotonicNanoseconds - $0) }
    }

    /// The conditions for a position to count as authenticated.
    var requirement: OSNMARequirement { gate.requirement }

    /// The reason why a request that needs an authenticated position of this receiver is refused now; nil if it is
    /// allowed.
    func refusal(_ receiver: SourceID) -> OSNMARequirement.Refusal? {
        let status = status
        return requirement.refusal(of: status.verdicts[receiver], age: age(of: receiver, in: status) ?? 0)
    }

    /// Judges the evidence of photos again, with the trust and the rules of this moment.
    var examiner: CaptureExaminer {
        CaptureExaminer(
            rules: { [self] in rules.flatMap { try? JSONValue(encoding: $0) } },
            messages: { [trust] in
                let start = await trust.load()
                return start.hotStart.flatMap(OSNMAMessages.init)?.bytes
            },
            judge: { [self] record, files in
                guard let rules else { return nil }
                let start = await trust.load()
                return await WorkerThread.value {
                    let examination = try? CaptureExamination(
                        record: record, before: files[CaptureFileName.recording],
                        after: files[CaptureFileName.pagesAfter], messages: files[CaptureFileName.messages])
                    guard let verdict = examination?.judge(.byGateway, trusting: start, rules).later else { return nil }
                    return CaptureExaminer.Verdict(verdict, refusal: rules.requirement.objection(to: verdict))
                }.flatMap { $0 }
            })
    }

    /// The rules by which positions count as authenticated; nil if OSNMA is disabled.
    private var rules: CaptureExamination.Rules? {
        let settings = settings.withLock { $0 }
        guard settings.isEnabled else { return nil }
        return CaptureExamination.Rules(OSNMAValidationConfiguration(settings), requirement)
    }

    /// The report on receivers. Receivers without a verdict are missing; those whose verdict no longer applies are
    /// unknown.
    ///
    /// - Parameter receiver: The receiver; nil for all.
    func report(of receiver: String?) -> OSNMAReport {
        let status = status
        let verdicts = status.verdicts.values.filter { receiver == nil || $0.receiver.rawValue == receiver }
        return OSNMAReport(
            isEnabled: settings.withLock { $0.isEnabled }, isRequired: requirement.isRequired,
            trustedRoots: status.trustedRoots, trustedKeys: status.trustedKeys,
            receivers: verdicts.sorted { $0.receiver.rawValue < $1.receiver.rawValue }.map { verdict in
                let age = age(of: verdict.receiver, in: status).map { Double($0) / 1e9 }
                var report = OSNMAReceiverReport(verdict, age: age, refusal: refusal(verdict.receiver))
                if let statement = report.fix?.statement { report.fix?.statement = doubting(statement) }
                if isOutdated(verdict.receiver, in: status) { report.becomeUnknown() }
                return report
            })
    }

    /// The verdicts in brief; nil if OSNMA is disabled.
    var summaries: [OSNMASummary]? {
        guard settings.withLock({ $0.isEnabled }) else { return nil }
        let status = status
        return status.verdicts.values.sorted { $0.receiver.rawValue < $1.receiver.rawValue }.map { verdict in
            var summary = OSNMASummary(verdict)
            summary.statement = summary.statement.map(doubting)
            if isOutdated(verdict.receiver, in: status) { summary.becomeUnknown() }
            return summary
        }
    }

    /// Adds a warning if the store lost decisions or revocations, so that keys may be trusted that should not be.
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
