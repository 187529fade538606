// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import RuntimeSettings
internal import Synchronization

extension AgrirouterCoordinator {
    func agrirouterSettings() async -> AgrirouterSettingsReport { report(settingsCoordinator.report) }

    func changeAgrirouterSettings(_ change: AgrirouterChange) async throws(ControlError) -> AgrirouterSettingsReport {
        report(try await settingsCoordinator.change(change, of: "agrirouter"))
    }

    func resetAgrirouterSettings(_ name: String?) async throws(ControlError) -> AgrirouterSettingsReport {
        report(try await settingsCoordinator.reset(AgrirouterChange.self, of: "agrirouter", name))
    }

    private func report(_ report: SettingsReport) -> AgrirouterSettingsReport {
        let section = report.section("agrirouter", as: AgrirouterPreferences.self)
        var settings = section.settings
        // An endpoint's ids and addresses belong to its environment.
        settings.environment = state.withLock(\.holding).environment
        return AgrirouterSettingsReport(
            settings: settings, defaults: section.file, changed: section.changed, isEnvironmentLocked: !locks.isEmpty)
    }
}
