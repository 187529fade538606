// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import AgrirouterUplink
internal import ConfigurationFile
internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Logging
internal import Outbox
internal import Settings
internal import Synchronization

extension AgrirouterCoordinator {
    func onboard(_ order: OnboardingOrder) async throws(ControlError) -> AgrirouterReport {
        try claim()
        defer { state.withLock { $0.isBusy = false } }
        if let endpoint = state.withLock(\.endpoint) {
            throw ControlError(
                .conflict,
                "an endpoint exists (\(endpoint.sensorAlternateID)): 'gnss-gateway agrirouter reonboard' gives it "
                    + "a new certificate, 'agrirouter disconnect' deletes it", code: .onboarded)
        }
        if let environment = order.environment {
            var change = AgrirouterChange()
            change[\.environment] = environment
            _ = try await changeAgrirouterSettings(change)
        }
        let new = try await request(order)
        try await adopt(new)
        return await agrirouter()
    }

    func reonboard(_ order: OnboardingOrder) async throws(ControlError) -> AgrirouterReport {
        try claim()
        defer { state.withLock { $0.isBusy = false } }
        guard let old = state.withLock(\.endpoint) else { throw Self.notOnboarded }
        if let environment = order.environment, environment != old.environment.rawValue {
            throw Self.locked(old.environment.rawValue)
        }
        let new = try await request(order)
        guard new.isOfAccount(of: old) else {
            throw ControlError(
                .conflict,
                "the code belongs to another account: it created endpoint \(new.sensorAlternateID) there, which is not "
                    + "used; delete it in that account's portal. To move the gateway to that account, disconnect, "
                    + "then onboard with a new code", code: .otherAccount)
        }
        try await adopt(new)
        return await agrirouter()
    }

    func disconnectAgrirouter() async throws(ControlError) -> DisconnectReport {
        try claim()
        defer { state.withLock { $0.isBusy = false } }
        let stored = state.withLock(\.error) != nil
        guard let endpoint = state.withLock(\.endpoint) else {
            // Endpoint data that cannot be read can still be deleted.
            guard stored else { throw Self.notOnboarded }
            try secrets.remove()
            state.withLock { $0.error = nil }
            return DisconnectReport(
                endpoint: "", externalID: state.withLock(\.externalID) ?? "", portal: await report().portal,
                discarded: 0,
                text: "the stored endpoint data are deleted; delete the endpoint in the portal too")
        }
        let waiting = await service.status().queue.entries
        // The secret is deleted first: whatever happens then, nothing is sent after a restart.
        try secrets.remove()
        state.withLock { $0.endpoint = nil }
        do throws(OutboxStoreError) {
            try await service.forget()
        } catch {
            throw ControlError(.unavailable, error.description)
        }
        await follow()
        logger.notice("agrirouter: deleted the data of endpoint \(endpoint.sensorAlternateID)")
        let portal = endpoint.environment.portal
        return DisconnectReport(
            endpoint: endpoint.sensorAlternateID, externalID: endpoint.externalID.description, portal: portal,
            discarded: waiting,
            text:
                "the gateway deleted its endpoint's data and secrets and stopped sending. agrirouter lets no device "
                + "remove its own endpoint: delete it in the portal too (\(portal), endpoint \(endpoint.sensorAlternateID))"
        )
    }

    /// Makes sure that only one onboarding or disconnection runs at a time.
    ///
    /// - Throws: `ControlError` (`busy`) if another one is in progress.
    private func claim() throws(ControlError) {
        let isFree = state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
        guard isFree else {
            throw ControlError(.conflict, "another onboarding or disconnection is in progress", code: .busy)
        }
    }

    static func locked(_ environment: String) -> ControlError {
        ControlError(
            .conflict,
            "the environment cannot be changed while there is an endpoint in \(environment): 'gnss-gateway agrirouter "
                + "disconnect' deletes it", code: .onboarded)
    }

    /// Requests an endpoint from agrirouter, or a new certificate for the endpoint with this gateway's external id.
    private func request(_ order: OnboardingOrder) async throws(ControlError) -> Onboarded {
        guard let code = RegistrationCode(order.code) else {
            throw ControlError(
                .invalid, "this is not a registration code: it has ten letters and digits, as shown in the portal",
                code: .badCode)
        }
        let (holding, application, isConfigured) = state.withLock { ($0.holding, $0.application, $0.isConfigured) }
        guard isConfigured, let applicationID = application.applicationID, let versionID = application.versionID else {
            throw ControlError(.conflict, Self.missingIDs(holding.environment), code: .notConfigured)
        }
        guard secrets.isKeeping else {
            throw ControlError(
                .unavailable, "the gateway keeps no state on disk: the endpoint's key would be lost when it exits",
                code: .noState)
        }
        let environment = ServiceEnvironment(rawValue: holding.environment) ?? .qa
        let now = clock.now
        guard now.isSet else {
            throw ControlError(
                .unavailable,
                "this machine's clock is not set: agrirouter would refuse the code; set the clock, then use the code",
                code: .clockNotSet)
        }
        let externalID = try await secrets.externalID(at: now.storedMilliseconds)
        state.withLock { $0.externalID = externalID.description }
        let wanted = OnboardingRequest(
            externalID: externalID, applicationID: applicationID, versionID: versionID, time: now.utc)
        do throws(OnboardingError) {
            return try await Onboarder(link: link).onboard(
                wanted, code: code, base: application.onboardingURL ?? environment.onboardingBase,
                environment: environment)
        } catch {
            logger.warning("agrirouter: onboarding in \(environment.rawValue) failed: \(error) [\(error.code)]")
            throw ControlError(error)
        }
    }

    /// Uses this endpoint from now on, even if it cannot be stored: agrirouter no longer accepts the previous one.
    private func adopt(_ endpoint: Onboarded) async throws(ControlError) {
        var failure: ControlError?
        do throws(ControlError) { try secrets.keep(endpoint) } catch { failure = error }
        state.withLock { ($0.endpoint, $0.error) = (endpoint, nil) }
        await follow()
        do throws(OutboxStoreError) {
            try await service.use(UplinkEndpoint(endpoint))
        } catch {
            throw ControlError(.unavailable, error.description)
        }
        logger.notice(
            "agrirouter: onboarded in \(endpoint.environment.rawValue) as endpoint \(endpoint.sensorAlternateID)")
        guard let failure else { return }
        throw ControlError(
            failure.kind,
            "onboarded, but the endpoint cannot be stored and is lost when the daemon exits; then onboard with a new "
                + "code: \(failure)")
    }
}

extension ControlError {
    /// The error that the client gets for a failed onboarding.
    fileprivate init(_ fault: OnboardingError) {
        let isPassing = fault.mayRetry
        let words = fault.description.contains(fault.cure) ? fault.description : "\(fault.description); \(fault.cure)"
        self.init(isPassing ? .unavailable : .conflict, words, code: fault.code)
    }
}
