// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import AgrirouterUplink
internal import ConfigurationFile
internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import MessageTexts
internal import Outbox
internal import RuntimeSettings
internal import ServiceLifecycle
internal import Settings
internal import Storage
internal import Synchronization

/// The daemon's uplink to agrirouter: the uplink service, its endpoint, and the operator's requests and settings.
final class AgrirouterCoordinator: Service, AgrirouterControl {
    let service: UplinkService
    let secrets: AgrirouterSecrets
    let link: AgrirouterLink
    let clock: GatewayClock
    let logger: Logger
    /// Protects settings and endpoint. Held only for copies and short changes, never while calling the service or the
    /// store.
    let state: Mutex<State>
    let settingsCoordinator: SettingsCoordinator
    private let requirement: @Sendable () -> OSNMARequirement
    /// Signals that the configuration has changed.
    private let changes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    struct State {
        /// The configuration, overridden by the settings that the operator changed.
        var settings: AgrirouterSettings
        /// The endpoint; nil before the onboarding.
        var endpoint: Onboarded?
        /// This gateway's external id; nil until it has been created or read.
        var externalID: String?
        /// The reason why the stored endpoint data cannot be read; nil if the data is readable.
        var error: UplinkReport.UplinkError?
        /// True while an onboarding or a disconnection is in progress.
        var isBusy = false

        /// The settings in effect.
        var holding: AgrirouterPreferences {
            var holding = settings.preferences
            // An endpoint's ids and addresses belong to its environment.
            if let endpoint { holding.environment = endpoint.environment.rawValue }
            return holding
        }
    }

    init(
        _ settings: AgrirouterSettings, requirement: @escaping @Sendable () -> OSNMARequirement,
        changes: SettingsCoordinator, on base: GatewayBase
    ) {
        settingsCoordinator = changes
        (clock, logger, self.requirement) = (base.clock, base.logger, requirement)
        secrets = AgrirouterSecrets(store: base.store)
        let link = AgrirouterLink(settings)
        self.link = link
        let state = State(settings: settings)
        self.state = Mutex(state)
        service = UplinkService(
            state.uplink(requirement()),
            UplinkService.Context(
                hub: base.hub, link: link, store: base.store.uplink,
                // The reason why a sleep ended does not matter, because the service checks the clock.
                now: { [clock] in clock.now }, sleep: { [clock] in _ = await clock.sleep(until: $0) },
                requirement: requirement,
                alert: { [reporter = base.reporter, logger] in reporter.say($0, logger) }, logger: base.logger))
    }

    /// Runs until the daemon shuts down.
    func run() async throws {
        await recall()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.service.run() }
            group.addTask { for await _ in self.changes.stream { await self.follow() } }
            await group.next()
            group.cancelAll()
        }
    }

    /// Restores the endpoint of an earlier run from the store.
    private func recall() async {
        if state.withLock(\.isConfigured) { await makeExternalID() }
        do throws(AgrirouterStoreError) {
            guard let endpoint = try secrets.endpoint() else {
                await service.startWithoutEndpoint()
                return await follow()
            }
            state.withLock { ($0.endpoint, $0.externalID) = (endpoint, endpoint.externalID.description) }
            await follow()
            do throws(OutboxStoreError) {
                try await service.use(endpoint.endpoint)
            } catch { throw AgrirouterStoreError(error.description) }
            logger.info("agrirouter: endpoint \(endpoint.sensorAlternateID) in \(endpoint.environment.rawValue)")
        } catch {
            logger.error("agrirouter: cannot send: \(error)")
            let stored = UplinkReport.UplinkError(
                "stored_endpoint",
                CodedText(UplinkText.storedEndpoint, ["detail": .words(error.description)]), cure: .disconnect,
                at: clock.now.utc)
            state.withLock { $0.error = stored }
        }
    }

    private func makeExternalID() async {
        do throws(ControlError) {
            let id = try await secrets.externalID(at: clock.now.storedMilliseconds).description
            state.withLock { $0.externalID = id }
        } catch {
            logger.warning("agrirouter: cannot store the gateway's external id: \(error)")
        }
    }

    /// The reason why settings cannot be changed at the moment, by setting name.
    var locks: [String: ControlError] { lock.map { ["agrirouter.environment": $0] } ?? [:] }

    /// The reason why the environment cannot be changed at the moment; nil if it can be changed.
    private var lock: ControlError? { state.withLock(\.endpoint).map { Self.locked($0.environment.rawValue) } }

    /// Applies a changed configuration.
    func apply(_ settings: AgrirouterSettings) {
        state.withLock { $0.settings = settings }
        link.apply(settings)
        changes.continuation.yield()
    }

    /// Passes the settings in effect to the uplink service.
    func follow() async {
        let settings = state.withLock { [requirement] in $0.uplink(requirement()) }
        await service.apply(settings)
    }

    // MARK: reports

    func agrirouter() async -> AgrirouterReport {
        let (report, portal) = await report()
        return AgrirouterReport(report, portal: portal, lock: lock, now: clock.now.utc)
    }

    /// The uplink's status, completed with facts that the service does not know without an endpoint, and with the URL
    /// of the portal.
    func report() async -> (UplinkReport, portal: String) {
        var report = await service.status()
        let (environment, externalID, error, isConfigured) = state.withLock { state in
            (state.holding.environment, state.externalID, state.error, state.isConfigured)
        }
        report.environment = environment
        report.externalID = report.externalID ?? externalID
        report.error = report.error ?? error
        if report.state == .notOnboarded, !isConfigured {
            let missing = Self.missingIDs(environment)
            (report.text, report.message) = (missing.text, missing)
        }
        let world = ServiceEnvironment(rawValue: environment) ?? .qa
        return (report, world.portal)
    }

    /// The uplink's report; nil if agrirouter is not used.
    func reportWhereUsed() async -> AgrirouterReport? {
        let isUsed = state.withLock { $0.isConfigured || $0.endpoint != nil || $0.error != nil }
        return isUsed ? await agrirouter() : nil
    }

    func members() async -> MembersReport {
        let limit = state.withLock(\.settings.greyAfter)
        return MembersReport(
            await service.members(), at: Timestamp(clock.now), outdatedAfter: limit / .seconds(1))
    }

    static func missingIDs(_ environment: String) -> CodedText {
        CodedText(UplinkText.notConfigured, ["environment": .words(environment)])
    }

    // MARK: pause

    func pauseAgrirouter() async throws(ControlError) -> AgrirouterReport {
        try await setPaused(true)
    }

    func resumeAgrirouter() async throws(ControlError) -> AgrirouterReport {
        try await setPaused(false)
    }

    private func setPaused(_ isPaused: Bool) async throws(ControlError) -> AgrirouterReport {
        guard state.withLock({ $0.endpoint != nil }) else { throw Self.notOnboarded }
        let isDone: Bool
        do throws(OutboxStoreError) {
            isDone = isPaused ? try await service.pause() : try await service.resume()
        } catch {
            throw ControlError(
                error.isFull ? .full : .unavailable,
                "sending is \(isPaused ? "paused" : "resumed") from now on, but this could not be stored, so a restart "
                    + "of the gateway would undo it: \(error)", code: .unsaved)
        }
        guard isDone else { throw Self.notOnboarded }
        return await agrirouter()
    }

    static let notOnboarded = ControlError(
        .conflict, "there is no agrirouter endpoint: 'gnss-gateway agrirouter onboard' creates one",
        code: .notOnboarded
    )
}

extension AgrirouterCoordinator.State {
    /// The application's ids in the environment in effect.
    var application: AgrirouterSettings.Application { settings.application(holding.environment) }

    /// True if the ids required for the onboarding are configured.
    var isConfigured: Bool { application.applicationID != nil && application.versionID != nil }

    /// The settings for the uplink service.
    func uplink(_ requirement: OSNMARequirement) -> UplinkSettings {
        let (holding, application) = (holding, application)
        var uplink = UplinkSettings(
            applicationID: application.applicationID ?? endpoint?.applicationID ?? "",
            versionID: application.versionID ?? endpoint?.versionID ?? "")
        (uplink.collect, uplink.send) = (holding.collectInterval, holding.sendInterval)
        uplink.queueEntries = settings.queueEntries
        uplink.queueBytes = settings.queueMiB << 20
        uplink.queueAge = .seconds(settings.queueDays * 86_400)
        uplink.outdatedAfter = settings.greyAfter
        let isWithheld = settings.osnma.isStrict(where: requirement.isRequired)
        uplink.unauthenticated = isWithheld ? .withhold : .send
        return uplink
    }
}
