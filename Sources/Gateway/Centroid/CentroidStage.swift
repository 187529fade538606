// SPDX-License-Identifier: Apache-2.0

internal import Centroid
internal import CentroidSampling
internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import ReceiverHost
internal import ServiceLifecycle
internal import Settings
internal import Storage
internal import Synchronization

/// Sampling sessions in the daemon: the stage, and what people ask of it and set.
final class CentroidStage: Service, CentroidControl {
    /// What a person changed is kept under this.
    static let key = "centroid"

    private let service: CentroidService
    private let store: Store
    private let fleet: ReceiverFleet
    private let selection: SelectionService
    private let clock: GatewayClock
    private let logger: Logger
    /// Protects the settings. Held while the stage applies them, whose own lock is therefore taken after this one.
    private let settings: Mutex<Settings>

    private struct Settings {
        /// The operator's.
        var file: CentroidPreferences
        /// What a person changed.
        var change = CentroidChange()

        /// What holds. A change was checked when it was made; one that an older store has and that is not allowed any
        /// more is left out.
        var holding: CentroidPreferences { (try? file.changed(by: change)) ?? file }
    }

    init(
        _ preferences: CentroidPreferences, requirement: OSNMARequirement, fleet: ReceiverFleet,
        selection: SelectionService, on base: GatewayBase
    ) {
        (self.fleet, self.selection) = (fleet, selection)
        (store, clock, logger) = (base.store, base.clock, base.logger)
        settings = Mutex(Settings(file: preferences))
        service = CentroidService(
            preferences, requirement, CentroidService.Context(hub: base.hub) { [clock] in clock.now })
    }

    /// What a person changed before holds again, until the daemon ends.
    func run() async throws {
        await recall()
        await service.run()
    }

    /// What a person changed before holds again.
    private func recall() async {
        do throws(StoreError) {
            guard let change = try await store.setting(Self.key, as: CentroidChange.self) else { return }
            _ = try file(changedBy: change)
            follow { $0.change = change }
        } catch {
            logger.error("centroid: cannot read the stored settings, using the configuration: \(error)")
        }
    }

    private func file(changedBy change: CentroidChange) throws(StoreError) -> CentroidPreferences {
        do throws(ControlError) {
            return try settings.withLock(\.file).changed(by: change)
        } catch {
            throw .failed(path: Self.key, reason: error.description)
        }
    }

    /// Goes on by what the operator set.
    func apply(_ preferences: CentroidPreferences, requirement: OSNMARequirement) {
        follow { $0.file = preferences }
        service.apply(requirement)
    }

    private func follow(_ change: (inout Settings) -> Void) {
        // Under the lock: of two changes at once the later one holds in the service too.
        settings.withLock { settings in
            change(&settings)
            service.apply(settings.holding)
        }
    }

    // MARK: sampling sessions

    func centroids() async -> CentroidsReport {
        CentroidsReport(
            sessions: service.statuses.map(CentroidSessionReport.init), limit: CentroidService.limit,
            lost: service.lost, enabled: refusal == nil)
    }

    /// Why no sampling session runs and no averaged point is taken; nil while sampling is switched on.
    var refusal: ControlError? { service.preferences.refusal }

    func startCentroid(_ request: CentroidRequest) async throws(ControlError) -> CentroidSessionReport {
        var wanted = SamplingRequest(receiver: try receiver(request.receiver))
        wanted.followsActive = request.receiver == nil
        wanted.change = request.change
        wanted.continuation = request.isContinuous ? .slide : .stop
        if let limit = request.standardError {
            guard limit > 0, limit <= 1000 else {
                throw ControlError(.invalid, "standard_error_m \(limit): more than 0, up to 1000 is allowed")
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
            throw ControlError(.conflict, "several sampling sessions are running (\(numbers)); give one's number")
        }
        return first
    }

    private static func unknown(_ number: UInt64) -> ControlError {
        ControlError(.notFound, "sampling session \(number) is not running; see 'gnss-gateway centroid status'")
    }

    private func receiver(_ name: String?) throws(ControlError) -> SourceID {
        guard let name else {
            guard let active = selection.last?.change.current else {
                throw ControlError(.conflict, "no receiver is active yet; name one, or wait for one")
            }
            return active
        }
        let known = fleet.receivers.map(\.plan.id)
        guard known.contains(name) else { throw .unknownReceiver(name, known: known) }
        return SourceID(rawValue: name)
    }

    // MARK: settings

    func centroidSettings() async -> CentroidSettingsReport { report }

    private var report: CentroidSettingsReport {
        settings.withLock { settings in
            CentroidSettingsReport(
                settings: settings.holding, defaults: settings.file, changed: settings.change.names)
        }
    }

    func changeCentroidSettings(_ change: CentroidChange) async throws(ControlError) -> CentroidSettingsReport {
        guard !change.names.isEmpty else {
            throw ControlError(
                .invalid, "no setting given; the settings are \(CentroidChange.allNames.joined(separator: ", "))")
        }
        _ = try settings.withLock(\.file).changed(by: change)
        return try await keep { $0.followed(by: change) }
    }

    func resetCentroidSettings(_ name: String?) async throws(ControlError) -> CentroidSettingsReport {
        guard let name else { return try await keep { _ in CentroidChange() } }
        var probe = CentroidChange()
        guard probe.remove(name) else {
            throw ControlError(
                .notFound,
                "unknown setting \"\(name.prefix(100))\"; the settings are filter, "
                    + CentroidChange.allNames.joined(separator: ", "))
        }
        return try await keep { old in
            var new = old
            _ = new.remove(name)
            return new
        }
    }

    /// Stores what a person changed; then it holds.
    ///
    /// - Parameter body: what it is to be, made of what it is; called again if another change came first.
    private func keep(
        _ body: @Sendable (CentroidChange) -> CentroidChange
    ) async throws(ControlError) -> CentroidSettingsReport {
        while true {
            let old = settings.withLock(\.change)
            let new = body(old)
            try await write(new)
            let isOurs = settings.withLock { $0.change == old }
            guard isOurs else { continue }
            follow { $0.change = new }
            return report
        }
    }

    private func write(_ change: CentroidChange) async throws(ControlError) {
        do throws(StoreError) {
            if change.names.isEmpty {
                try await store.removeSetting(Self.key)
            } else {
                try await store.set(Self.key, to: change, at: clock.now.storedMilliseconds)
            }
        } catch {
            if case .full = error { throw ControlError(.full, error.description) }
            throw ControlError(.unavailable, error.description)
        }
    }
}

extension CentroidSessionReport {
    init(_ status: SamplingStatus) {
        self.init(
            status.sampling, followsActive: status.followsActive, started: Timestamp(status.started),
            changed: Timestamp(status.changed))
    }
}
