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
                    + "a new certificate, and 'agrirouter disconnect' deletes it", code: .onboarded,
                message: CodedText(OnboardingText.exists, ["endpoint": .words(endpoint.sensorAlternateID)]))
        }
        if let environment = order.environment {
            var change = AgrirouterChange()
            change[\.environment] = environment
            do throws(ControlError) {
                _ = try await changeAgrirouterSettings(change)
            } catch {
                throw error.withCode
            }
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
                .conflict, code: .otherAccount, .otherAccount, ["endpoint": .words(new.sensorAlternateID)])
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
            let portal = await report().portal
            return DisconnectReport(
                endpoint: "", externalID: state.withLock(\.externalID) ?? "", portal: portal, discarded: 0,
                CodedText(OnboardingText.disconnectedUnreadable, ["portal": .words(portal)]))
        }
        let waiting = await service.status().queue.entries
        // The secret is deleted first, so that nothing is sent after a restart, whatever happens next.
        try secrets.remove()
        state.withLock { $0.endpoint = nil }
        var failure: OutboxStoreError?
        do throws(OutboxStoreError) { try await service.forget() } catch { failure = error }
        await follow()
        logger.notice("agrirouter: deleted the data of endpoint \(endpoint.sensorAlternateID)")
        if let failure {
            logger.warning("agrirouter: cannot delete the waiting positions yet: \(failure)")
            throw ControlError(
                failure.isFull ? .full : .unavailable, code: .unsaved, .notEmptied,
                ["count": .count(waiting), "detail": .words(failure.description)])
        }
        let portal = endpoint.environment.portal
        return DisconnectReport(
            endpoint: endpoint.sensorAlternateID, externalID: endpoint.externalID.description, portal: portal,
            discarded: waiting,
            CodedText(
                OnboardingText.disconnected,
                [
                    "count": .count(waiting), "portal": .words(portal),
                    "endpoint": .words(endpoint.sensorAlternateID),
                ]))
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
                + "disconnect' deletes it", code: .onboarded,
            message: CodedText(OnboardingText.locked, ["environment": .words(environment)]))
    }

    /// Requests an endpoint from agrirouter, or a new certificate for the endpoint with this gateway's external id.
    private func request(_ order: OnboardingOrder) async throws(ControlError) -> Onboarded {
        guard let code = RegistrationCode(order.code) else {
            throw ControlError(.invalid, code: .badCode, .badCode)
        }
        let (holding, application, isConfigured) = state.withLock { ($0.holding, $0.application, $0.isConfigured) }
        guard isConfigured, let applicationID = application.applicationID, let versionID = application.versionID else {
            let missing = Self.missingIDs(holding.environment)
            throw ControlError(.conflict, missing.text, code: .notConfigured, message: missing)
        }
        guard secrets.isKeeping else {
            throw ControlError(.unavailable, code: .noState, .noState)
        }
        let environment = ServiceEnvironment(rawValue: holding.environment) ?? .qa
        let now = clock.now
        guard now.isSet else {
            throw ControlError(.unavailable, code: .clockNotSet, .clockNotSet)
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
        var unsaved: ControlError?
        do throws(ControlError) { try secrets.keep(endpoint) } catch {
            unsaved = ControlError(error.kind, code: .unsaved, .unsaved, ["detail": .words(error.description)])
        }
        state.withLock { ($0.endpoint, $0.error) = (endpoint, nil) }
        await follow()
        do throws(OutboxStoreError) {
            try await service.use(endpoint.endpoint)
        } catch {
            // If both failed, report that the endpoint could not be stored: it will be lost at the next start.
            let unused = ControlError(
                .unavailable, code: .store, .notSending, ["detail": .words(error.description)])
            throw unsaved ?? unused
        }
        logger.notice(
            "agrirouter: onboarded in \(endpoint.environment.rawValue) as endpoint \(endpoint.sensorAlternateID)")
        if let unsaved { throw unsaved }
    }
}

extension ControlError {
    /// Creates the error that the client receives for a failed onboarding.
    fileprivate init(_ fault: OnboardingError) {
        let isPassing = fault.mayRetry
        let words = fault.description.contains(fault.cure) ? fault.description : "\(fault.description); \(fault.cure)"
        self.init(isPassing ? .unavailable : .conflict, words, code: fault.code, message: fault.message)
    }

    /// This error, with a code added if it has none: `badValue` for an invalid value, `store` if the store failed.
    fileprivate var withCode: ControlError {
        guard code == nil else { return self }
        return kind == .invalid ? ControlError(kind, description, code: .badValue) : storing
    }
}
