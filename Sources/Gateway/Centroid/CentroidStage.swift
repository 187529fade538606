// SPDX-License-Identifier: Apache-2.0

internal import Centroid
internal import CentroidSampling
internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import ReceiverHost
internal import RuntimeSettings
internal import ServiceLifecycle

/// Sampling sessions in the daemon: the sampling service, and the operator's requests and settings.
final class CentroidStage: Service, CentroidControl {
    private let service: CentroidService
    private let settings: SettingsCoordinator
    private let fleet: ReceiverFleet
    private let selection: SelectionService
    private let clock: GatewayClock

    init(
        _ preferences: CentroidPreferences, requirement: OSNMARequirement, fleet: ReceiverFleet,
        selection: SelectionService, settings: SettingsCoordinator, on base: GatewayBase
    ) {
        (self.fleet, self.selection, self.settings) = (fleet, selection, settings)
        clock = base.clock
        service = CentroidService(
            preferences, requirement, CentroidService.Context(hub: base.hub) { [clock] in clock.now })
    }

    /// Runs until the daemon shuts down.
    func run() async throws { await service.run() }

    /// Applies changed settings.
    func apply(_ preferences: CentroidPreferences, requirement: OSNMARequirement) {
        service.apply(preferences)
        service.apply(requirement)
    }

    // MARK: sampling sessions

    func centroids() async -> CentroidsReport {
        CentroidsReport(
            sessions: service.statuses.map(CentroidSessionReport.init), limit: CentroidService.limit,
            lost: service.lost, enabled: refusal == nil)
    }

    func samples(of session: UInt64) async throws(ControlError) -> CentroidSamplesReport {
        guard let status = service.statuses.first(where: { $0.sampling.session == session }) else {
            throw Self.unknown(session)
        }
        return CentroidSamplesReport(session: session, positions: status.samples)
    }

    /// The reason why no sampling session may run and no averaged point may be taken; nil while sampling is switched
    /// on.
    var refusal: ControlError? { service.preferences.refusal }

    func startCentroid(_ request: CentroidRequest) async throws(ControlError) -> CentroidSessionReport {
        var wanted = SamplingRequest(receiver: try receiver(request.receiver))
        wanted.followsActive = request.receiver == nil
        wanted.change = request.change
        wanted.continuation = request.isContinuous ? .slide : .stop
        if let limit = request.standardError {
            guard limit > 0, limit <= 1000 else {
                throw ControlError(.invalid, "standard_error_m is \(limit); it must be more than 0 and at most 1000")
            }
            wanted.rules = [StandardErrorRule(limit)]
        }
        return CentroidSessionReport(try service.start(wanted))
    }

    func stopCentroid(_ session: UInt64?) async throws(ControlError) -> CentroidSessionReport {
        let number = try number(session)
        guard let status = service.stop(number) else { throw Self.unknown(number) }
        return CentroidSessionReport(status)
    }

    func resetCentroid(_ session: UInt64?) async throws(ControlError) -> CentroidSessionReport {
        let number = try number(session)
        guard let status = service.reset(number) else { throw Self.unknown(number) }
        return CentroidSessionReport(status)
    }

    private func number(_ session: UInt64?) throws(ControlError) -> UInt64 {
        if let session { return session }
        let running = service.statuses.map(\.sampling).filter { !$0.isFinal }.map(\.session)
        guard let first = running.first else { throw ControlError(.notFound, "no sampling session is running") }
        guard running.count == 1 else {
            let numbers = running.map { "\($0)" }.joined(separator: ", ")
            throw ControlError(.conflict, "several sampling sessions are running (\(numbers)); specify one of them")
        }
        return first
    }

    private static func unknown(_ number: UInt64) -> ControlError {
        ControlError(.notFound, "sampling session \(number) is not running; see 'gnss-gateway centroid status'")
    }

    private func receiver(_ name: String?) throws(ControlError) -> SourceID {
        guard let name else {
            guard let active = selection.last?.change.current else {
                throw ControlError(
                    .conflict, "no receiver is active yet; name a receiver, or wait until one is active",
                    code: .noSource)
            }
            return active
        }
        let known = fleet.receivers.map(\.plan.id)
        guard known.contains(name) else { throw .unknownReceiver(name, known: known) }
        return SourceID(rawValue: name)
    }

    // MARK: settings

    func centroidSettings() async -> CentroidSettingsReport { CentroidSettingsReport(settings.report) }

    func changeCentroidSettings(_ change: CentroidChange) async throws(ControlError) -> CentroidSettingsReport {
        CentroidSettingsReport(try await settings.change(change, of: "centroid"))
    }

    func resetCentroidSettings(_ name: String?) async throws(ControlError) -> CentroidSettingsReport {
        CentroidSettingsReport(try await settings.reset(CentroidChange.self, of: "centroid", name))
    }
}

extension CentroidSettingsReport {
    fileprivate init(_ report: SettingsReport) {
        let section = report.section("centroid", as: CentroidPreferences.self)
        self.init(settings: section.settings, defaults: section.file, changed: section.changed)
    }
}

extension CentroidSessionReport {
    init(_ status: SamplingStatus) {
        self.init(
            status.sampling, followsActive: status.followsActive, started: Timestamp(status.started),
            changed: Timestamp(status.changed))
    }
}
