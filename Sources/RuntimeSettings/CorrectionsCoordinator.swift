// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
package import ControlModel
internal import Corrections
internal import GNSSTypes
package import Logging
internal import Settings
package import Storage
internal import Synchronization
internal import SystemSupport

/// The corrections in effect: the section of the configuration, or the caster that people entered while the daemon ran.
///
/// Like a setting, a change is stored before it takes effect and before it is acknowledged, and changes are made one at
/// a time.
package final class CorrectionsCoordinator: CorrectionsControl {
    /// The parts of the daemon that the coordinator uses.
    package struct Parts: Sendable {
        /// Applies another caster; nil for none.
        package var follow: @Sendable (CorrectionsInEffect?) -> Void
        /// The report on the stream, with its chain.
        package var report: @Sendable () -> CorrectionsReport?
        /// The position, in degrees, that the caster gets from the receiver with this id; nil for the active receiver.
        package var place: @Sendable (String?) -> (latitude: Double, longitude: Double)?

        package init(
            follow: @escaping @Sendable (CorrectionsInEffect?) -> Void,
            report: @escaping @Sendable () -> CorrectionsReport?,
            place: @escaping @Sendable (String?) -> (latitude: Double, longitude: Double)?
        ) {
            (self.follow, self.report, self.place) = (follow, report, place)
        }
    }

    private struct State {
        /// The section of the configuration; nil for none.
        var file: CorrectionsSettings?
        /// The decision that people made; nil if the configuration file applies.
        var decision: CorrectionsDecision?
        /// The passwords that people entered, if nothing is kept on disk, by the name of the secret.
        var passwords: [String: Secret] = [:]
        var parts: Parts?

        /// The caster in effect, even while the corrections are stopped; nil if there is no caster.
        var inEffect: CorrectionsInEffect? { CorrectionsInEffect(file, decision) }
    }

    private let store: Store
    private let agent: String
    /// Returns the current time in milliseconds since 1970.
    private let now: @Sendable () -> Int64
    private let logger: Logger
    /// Not held while the daemon's parts are called.
    private let state: Mutex<State>
    /// Held while a caster is applied, so that of two changes the later one takes effect. `state` is taken after it.
    private let turn = Mutex(())
    private let turns = WorkQueue()
    /// True while a list of mount points is being fetched.
    private let isListing = Atomic(false)

    /// - Parameters:
    ///   - file: The section of the configuration; nil for none.
    ///   - store: The store that keeps what people decide.
    ///   - agent: The program's name and version in requests.
    ///   - now: Returns the current time in milliseconds since 1970.
    ///   - logger: Logs changes, without passwords.
    package init(
        _ file: CorrectionsSettings?, store: Store, agent: String, now: @escaping @Sendable () -> Int64, logger: Logger
    ) {
        (self.store, self.agent, self.now, self.logger) = (store, agent, now, logger)
        state = Mutex(State(file: file))
    }

    /// Connects the coordinator to the daemon, and applies the configuration. Called once, before the daemon runs.
    package func connect(_ parts: Parts) { change { $0.parts = parts } }

    /// Restores what people decided in earlier runs. Called before the daemon's parts run.
    package func recall() async {
        do throws(StoreError) {
            guard let stored = try await store.setting(CorrectionsDecision.key, as: CorrectionsDecision.self) else {
                return
            }
            if let entry = stored.entry {
                do throws(ConfigurationErrors) {
                    try ConfigurationDocument.checkCorrections(entry)
                } catch {
                    logger.warning(
                        "corrections: the stored caster is invalid, so the one of the configuration file is used: \(error)"
                    )
                    return
                }
            }
            change { $0.decision = stored }
        } catch {
            logger.error("corrections: cannot read the stored caster; using the configuration: \(error)")
        }
    }

    /// Replaces the section of the configuration; what people decided still overrides it. Failed connections are tried
    /// again at once.
    package func reload(_ file: CorrectionsSettings?) { change { $0.file = file } }

    private func change(_ body: (inout State) -> Void) {
        turn.withLock { _ in
            let (parts, caster) = state.withLock { state in
                body(&state)
                return (state.parts, state.decision?.isStopped == true ? nil : state.inEffect)
            }
            parts?.follow(caster)
        }
    }

    /// The caster in effect, even while the corrections are stopped; nil if there is no caster.
    package var inEffect: CorrectionsInEffect? { state.withLock(\.inEffect) }

    /// The password of a caster.
    package func password(of caster: CorrectionsInEffect) -> CasterPassword {
        CasterPassword(
            settings: caster.settings, source: caster.login, credentials: store.credentials,
            kept: state.withLock(\.passwords))
    }

    // MARK: Requests

    package func corrections() async -> CorrectionsOverview {
        let (file, decision, caster, parts) = state.withLock { ($0.file, $0.decision, $0.inEffect, $0.parts) }
        return CorrectionsOverview(
            origin: caster == nil ? .none : decision?.entry == nil ? .file : .person,
            isStopped: caster != nil && decision?.isStopped == true, isInFile: file != nil,
            stream: caster.map { CorrectionsConfiguration($0.settings, agent: agent).stream }, report: parts?.report())
    }

    /// The keys in effect.
    ///
    /// - Throws: `ControlError` if there is no caster.
    package func correctionsEntry() async throws(ControlError) -> CorrectionsEntryReport {
        guard let caster = inEffect, case .section(let members) = caster.settings.value else { throw Self.noCaster }
        return CorrectionsEntryReport(
            entry: .section(members.filter { !CorrectionsEntry.paths.contains($0.key) && $0.value != .null }),
            hasPassword: password(of: caster).isThere)
    }

    private static let noCaster = ControlError(
        .conflict, "no caster is set; set one with PUT /v1/corrections, or in the configuration file",
        code: .notConfigured)

    /// Sets the caster.
    ///
    /// - Throws: `ControlError` with all values that are wrong, or if it cannot be stored.
    package func setCorrections(_ entry: CorrectionsEntry) async throws(ControlError) -> CorrectionsOverview {
        let password = try entry.checkedPassword()
        return try await inTurn { [self] () throws(ControlError) in
            let (file, old, before) = state.withLock { ($0.file, $0.decision, $0.inEffect) }
            var new = CorrectionsDecision(entry: entry.value)
            let isSameLogin = CorrectionsInEffect(file, new).flatMap { before?.isSameLogin(as: $0) } ?? false
            if password == nil, isSameLogin { new.secret = old?.secret }
            let secret = password.flatMap { $0.isEmpty ? nil : Secret($0) }
            if let secret {
                let name = CorrectionsDecision.newSecret()
                do throws(StoreError) {
                    try store.credentials?.write(secret, as: name)
                } catch {
                    throw Self.refusal(error)
                }
                new.secret = name
            }
            try await keep(new, secret)
        }
    }

    /// Stops or starts the corrections.
    ///
    /// - Throws: `ControlError` if there is no caster, or the change cannot be stored.
    package func perform(_ command: CorrectionsCommand) async throws(ControlError) -> CorrectionsOverview {
        try await inTurn { [self] () throws(ControlError) in
            let (decision, caster) = state.withLock { ($0.decision, $0.inEffect) }
            guard caster != nil else { throw Self.noCaster }
            var new = decision ?? CorrectionsDecision()
            new.isStopped = command == .stop
            try await keep(new == CorrectionsDecision() ? nil : new)
        }
    }

    /// Discards the person's decision, so that the configuration file applies again.
    ///
    /// - Throws: `ControlError` if the change cannot be stored.
    package func resetCorrections() async throws(ControlError) -> CorrectionsOverview {
        try await inTurn { [self] () throws(ControlError) in try await keep(nil) }
    }

    private func inTurn(
        _ work: @escaping @Sendable () async throws(ControlError) -> Void
    ) async throws(ControlError) -> CorrectionsOverview {
        try await turns.run(work)
        return await corrections()
    }

    /// Stores a decision, applies it, and removes the password that it no longer uses.
    ///
    /// - Parameter password: A new password of its secret.
    private func keep(_ new: CorrectionsDecision?, _ password: Secret? = nil) async throws(ControlError) {
        do throws(StoreError) {
            if let new {
                try await store.set(CorrectionsDecision.key, to: new, at: now())
            } else {
                try await store.removeSetting(CorrectionsDecision.key)
            }
        } catch {
            throw Self.refusal(error)
        }
        change { state in
            state.decision = new
            state.passwords = state.passwords.filter { $0.key == new?.secret }
            if store.credentials == nil, let name = new?.secret, let password { state.passwords[name] = password }
        }
        let stream = inEffect.map { CorrectionsConfiguration($0.settings, agent: agent).stream } ?? "no caster"
        let suffix = new?.isStopped == true ? ", stopped" : ""
        logger.notice("corrections: changed over the control interface: \(stream)\(suffix)")
        do throws(StoreError) {
            guard let credentials = store.credentials else { return }
            for name in try credentials.names(CorrectionsDecision.secretPrefix) where name != new?.secret {
                try credentials.remove(name)
            }
        } catch {
            logger.warning("corrections: cannot remove a password that is no longer used: \(error)")
        }
    }

    private static func refusal(_ error: StoreError) -> ControlError {
        if case .full = error { return ControlError(.full, error.description) }
        return ControlError(.unavailable, error.description)
    }

    // MARK: Mount points

    /// Asks a caster for its mount points.
    ///
    /// - Throws: `ControlError` if the address is not allowed, or another list is being fetched.
    package func mountpoints(_ query: CasterQuery) async throws(ControlError) -> MountpointsReport {
        let caster = try query.checkedCaster()
        // Permit one request at a time, so that the gateway cannot be used to search networks quickly.
        guard isListing.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else {
            throw ControlError(
                .conflict, "the gateway is already fetching a list of mount points: wait for it", code: .busy)
        }
        defer { isListing.store(false, ordering: .releasing) }
        var settings = CorrectionsSettings(caster: caster, mountpoint: "")
        settings.version = query.version ?? 2
        var login = query.user.flatMap { $0.isEmpty ? nil : CasterLogin(user: $0, password: query.password ?? "") }
        let (current, parts) = state.withLock { ($0.inEffect, $0.parts) }
        if let current, current.settings.caster == caster {
            settings.authorities = current.settings.authorities
            let isOwnUser = query.user == nil || query.user == current.settings.user
            if isOwnUser, query.password ?? "" == "" { login = try? password(of: current).read() }
        }
        let place = parts?.place(current?.settings.positionReceiver)
        let request = SourceTableRequest(CorrectionsConfiguration(settings, agent: agent), login: login)
        let report = await WorkerThread.value {
            request.report(from: place, isUsable: CorrectionsSettings.isMountpoint)
        }
        guard let report else { throw ControlError(.unavailable, "cannot start a thread") }
        return report
    }
}
