// SPDX-License-Identifier: Apache-2.0

package import ConfigurationFile
package import ControlModel
package import Logging
package import Settings
package import Storage
internal import Synchronization
internal import SystemSupport

/// The settings in effect: the configuration, overridden by what people changed while the daemon ran.
///
/// A change is stored before it takes effect and before it is acknowledged, and changes are made one at a time:
/// acknowledged changes apply at the next start, however the daemon ends, and no change is applied partially.
package final class SettingsCoordinator: SettingsControl {
    /// The key of the changes in the store.
    static let key = "settings"

    typealias Change = SettingsChange<GatewayConfiguration>

    private struct State {
        /// The operator's configuration.
        var file: GatewayConfiguration
        /// The changes made by people.
        var change = Change()
        /// Applies a configuration to parts of the daemon.
        var follow: (@Sendable (GatewayConfiguration) -> Void)?
        /// Returns why settings cannot be changed at the moment, by setting name.
        var locks: (@Sendable () -> [String: ControlError])?

        /// The settings in effect. Each value was checked when it was changed or restored.
        var holding: GatewayConfiguration {
            do throws(SettingError) {
                return try file.applying(change)
            } catch {
                return file
            }
        }
    }

    private let store: Store
    /// Returns the current time in milliseconds since 1970.
    private let now: @Sendable () -> Int64
    private let logger: Logger
    /// Held while the daemon's parts apply settings; they take their own locks after this one. If a reload and a change
    /// coincide, the later one therefore takes effect everywhere.
    private let state: Mutex<State>
    private let turns = WorkQueue()

    /// - Parameters:
    ///   - configuration: The operator's configuration.
    ///   - store: The store that keeps the changes.
    ///   - now: Returns the current time in milliseconds since 1970.
    ///   - logger: Logs dropped settings.
    package init(
        _ configuration: GatewayConfiguration, store: Store, now: @escaping @Sendable () -> Int64, logger: Logger
    ) {
        (self.store, self.now, self.logger) = (store, now, logger)
        state = Mutex(State(file: configuration))
    }

    /// Connects the settings to the daemon. Called once, before the daemon runs.
    ///
    /// - Parameters:
    ///   - locks: Returns why settings cannot be changed at the moment, by setting name.
    ///   - follow: Applies a configuration to parts of the daemon; must not query the settings.
    package func connect(
        locks: @escaping @Sendable () -> [String: ControlError],
        follow: @escaping @Sendable (GatewayConfiguration) -> Void
    ) {
        state.withLock { ($0.locks, $0.follow) = (locks, follow) }
    }

    /// Restores the changes of earlier runs. Called before the daemon's parts run.
    package func recall() async {
        do throws(StoreError) {
            var change = Change()
            var dropped: [String] = []
            if let stored = try await store.setting(Self.key, as: ConfigurationValue.self) {
                dropped = change.restore(stored)
            } else {
                // Earlier versions stored each section separately.
                for section in ["centroid", "agrirouter"] {
                    guard let stored = try await store.setting(section, as: ConfigurationValue.self) else { continue }
                    dropped += change.restore(.section([ConfigurationValue.Member(key: section, value: stored)]))
                }
            }
            for name in dropped {
                logger.warning(
                    """
                    settings: the stored value of \(name) is not allowed; the configuration's value is used
                    """)
            }
            guard !change.names.isEmpty else { return }
            state.withLock { state in
                state.change = change
                state.follow?(state.holding)
            }
        } catch {
            logger.error("settings: cannot read the stored changes; using the configuration: \(error)")
        }
    }

    /// Replaces the operator's configuration; people's changes still override it.
    ///
    /// - Parameter follow: Applies the resulting configuration to the whole daemon.
    package func reload(_ configuration: GatewayConfiguration, follow: (GatewayConfiguration) -> Void) {
        state.withLock { state in
            state.file = configuration
            follow(state.holding)
        }
    }

    // MARK: requests

    package func settings() async -> SettingsReport { report }

    /// The settings in effect and the origin of each.
    package var report: SettingsReport {
        let (file, change, holding, locks) = state.withLock { ($0.file, $0.change, $0.holding, $0.locks) }
        let reasons = locks?() ?? [:]
        let standard = GatewayConfiguration.settings.prototype
        let entries = Change.changeable.map { setting in
            let (own, given) = (setting.value(standard) ?? .null, setting.value(file) ?? .null)
            let origin: SettingOrigin =
                change.values[setting.name] != nil ? .person : given.means(own) ? .standard : .file
            return SettingsReport.Entry(
                name: setting.name, value: setting.value(holding) ?? .null, file: given, standard: own, origin: origin,
                lock: reasons[setting.name])
        }
        return SettingsReport(version: Self.version(of: entries), settings: entries)
    }

    /// A hash (FNV-1a) of all names, values and origins.
    private static func version(of entries: [SettingsReport.Entry]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for entry in entries {
            for byte in "\(entry.name) \(JSONWriter.text(entry.value)) \(entry.origin.rawValue)\n".utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            }
        }
        return String(hash, radix: 16)
    }

    package func settingsSchema(_ text: (String) -> String) -> String {
        let schema = GatewayConfiguration.settings.schema.changeablePart?.withTexts(text)
        return JSONWriter.text(schema?.jsonSchema ?? .section([]))
    }

    /// Changes settings for a person.
    ///
    /// - Throws: `ControlError` if a value is not allowed, a setting is locked, `version` is outdated, or the change
    ///   cannot be stored.
    package func changeSettings(_ patch: SettingsPatch, of version: String?) async throws(ControlError)
        -> SettingsReport
    {
        try await turns.run { [self] () throws(ControlError) in try await change(patch, of: version) }
    }

    private func change(_ patch: SettingsPatch, of version: String?) async throws(ControlError) -> SettingsReport {
        let current = report
        guard version == nil || version == current.version else {
            throw ControlError(
                .outdated, "the settings have changed in the meantime: read them again, then change them",
                code: .settingsChanged)
        }
        let (file, old) = state.withLock { ($0.file, $0.change) }
        var new = old
        let names: [String]
        let holding: GatewayConfiguration
        do throws(SettingError) {
            names = try new.merge(patch.value)
            holding = try file.applying(new)
        } catch {
            throw ControlError(.invalid, error.description)
        }
        let locks = state.withLock(\.locks)?() ?? [:]
        for entry in current.settings where names.contains(entry.name) {
            guard let lock = locks[entry.name],
                let value = GatewayConfiguration.settings.leaves.first(where: { $0.name == entry.name })?.value(
                    holding),
                !value.means(entry.value)
            else { continue }
            throw lock
        }
        try await write(new)
        state.withLock { state in
            state.change = new
            state.follow?(state.holding)
        }
        return report
    }

    /// Changes settings of one section.
    package func change<Section>(
        _ change: SettingsChange<Section>, of section: String
    ) async throws(ControlError) -> SettingsReport {
        guard !change.names.isEmpty else {
            let names = SettingsChange<Section>.allNames.joined(separator: ", ")
            throw ControlError(.invalid, "no setting given; the settings are \(names)")
        }
        return try await changeSettings(change.patch(of: section), of: nil)
    }

    /// Resets changes of one section to the configuration.
    ///
    /// - Parameter name: A setting or a section within the section; nil for the whole section.
    package func reset<Section>(
        _ kind: SettingsChange<Section>.Type, of section: String, _ name: String?
    ) async throws(ControlError) -> SettingsReport {
        var probe = SettingsChange<Section>()
        if let name, !probe.remove(name) {
            throw ControlError(
                .notFound,
                "unknown setting \"\(name.prefix(100))\"; the settings are \(kind.allNames.joined(separator: ", "))")
        }
        return try await changeSettings(.reset([name.map { "\(section).\($0)" } ?? section]), of: nil)
    }

    private func write(_ change: Change) async throws(ControlError) {
        do throws(StoreError) {
            try await store.set(Self.key, to: change, at: now())
        } catch {
            if case .full = error { throw ControlError(.full, error.description) }
            throw ControlError(.unavailable, error.description)
        }
    }
}
