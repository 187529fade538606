// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import AgrirouterUplink
internal import ConfigurationFile
internal import ControlModel
internal import DaemonRuntime
internal import Settings
internal import Storage
internal import Synchronization

extension AgrirouterCoordinator {
    func agrirouterSettings() async -> AgrirouterSettingsReport { settingsReport }

    private var settingsReport: AgrirouterSettingsReport {
        state.withLock { state in
            AgrirouterSettingsReport(
                settings: state.holding, defaults: state.file.preferences, changed: state.change.names,
                isEnvironmentLocked: state.endpoint != nil)
        }
    }

    func changeAgrirouterSettings(_ change: AgrirouterChange) async throws(ControlError) -> AgrirouterSettingsReport {
        guard !change.names.isEmpty else {
            throw ControlError(
                .invalid, "no setting given; the settings are \(AgrirouterChange.allNames.joined(separator: ", "))")
        }
        let (file, endpoint) = state.withLock { ($0.file.preferences, $0.endpoint) }
        _ = try file.changed(by: change)
        if let wanted = change[\.environment], let environment = endpoint?.environment.rawValue, wanted != environment {
            throw Self.locked(environment)
        }
        return try await keep { $0.followed(by: change) }
    }

    func resetAgrirouterSettings(_ name: String?) async throws(ControlError) -> AgrirouterSettingsReport {
        var probe = AgrirouterChange()
        if let name, !probe.remove(name) {
            throw ControlError(
                .notFound,
                "unknown setting \"\(name.prefix(100))\"; they are \(AgrirouterChange.allNames.joined(separator: ", "))"
            )
        }
        let (file, endpoint) = state.withLock { ($0.file.preferences, $0.endpoint) }
        if name == nil || name == "environment", let environment = endpoint?.environment.rawValue,
            file.environment != environment
        {
            throw Self.locked(environment)
        }
        return try await keep { old in
            guard let name else { return AgrirouterChange() }
            var new = old
            _ = new.remove(name)
            return new
        }
    }

    /// Stores what a person changed; then it holds.
    ///
    /// - Parameter body: what it is to be, made of what it is; called again if another change came first.
    private func keep(
        _ body: @Sendable (AgrirouterChange) -> AgrirouterChange
    ) async throws(ControlError) -> AgrirouterSettingsReport {
        while true {
            let old = state.withLock(\.change)
            let new = body(old)
            try await write(new)
            let isOurs = state.withLock { state in
                guard state.change == old else { return false }
                state.change = new
                return true
            }
            guard isOurs else { continue }
            await follow()
            return settingsReport
        }
    }

    private func write(_ change: AgrirouterChange) async throws(ControlError) {
        do throws(StoreError) {
            if change.names.isEmpty {
                try await secrets.store.removeSetting(Self.key)
            } else {
                try await secrets.store.set(Self.key, to: change, at: clock.now.storedMilliseconds)
            }
        } catch {
            throw ControlError(error)
        }
    }
}
