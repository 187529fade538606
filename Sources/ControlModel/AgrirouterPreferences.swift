// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import Settings

/// The settings of the uplink that users may change: those of the operator's `agrirouter` section, or values set over
/// the control interface.
public struct AgrirouterPreferences: ChangeableSettings {
    /// agrirouter's environment: `qa` for testing, `production` for real use.
    public var environment = "qa"
    /// The interval at which positions are collected, in seconds.
    public var collectInterval = SettingDefaults.Agrirouter.collectSeconds
    /// The interval at which positions are sent, in seconds. On QA, agrirouter requires at least 10 s, so the gateway
    /// raises 5 to 10.
    public var sendInterval = SettingDefaults.Agrirouter.sendSeconds

    public init() {}

    /// The keys of `agrirouter` that users may change.
    public static let settings = SettingsDescription(
        "Settings for collecting and sending positions.", prototype: AgrirouterPreferences(), [environment] + intervals)

    /// The key `environment`, which is separate from the others in the file.
    package static let environment = Setting<AgrirouterPreferences>(
        "environment", \.environment,
        "agrirouter's environment: qa for testing, production for real use. A value set over the control "
            + "interface takes precedence; the same applies to both intervals.",
        of: ["qa", "production"], changeable: true)

    /// The keys of both intervals, which may be changed while the daemon runs.
    package static let intervals: [Setting<AgrirouterPreferences>] = [
        Setting(
            "collect_interval_s", \.collectInterval, "Interval at which positions are collected.", of: [1, 5, 10, 20],
            unit: "s", changeable: true),
        Setting(
            "send_interval_s", \.sendInterval,
            "Interval at which collected positions are sent. On QA, which requires at least 10 s, 5 is raised to 10.",
            of: [5, 10, 20],
            unit: "s", changeable: true),
    ]
}

/// Changes of these settings by a user.
public typealias AgrirouterChange = SettingsChange<AgrirouterPreferences>

/// The effective settings of the uplink: `GET /v1/agrirouter/settings`.
public struct AgrirouterSettingsReport: Codable, Hashable, Sendable {
    /// The settings that apply now: the defaults with users' changes.
    public var settings: AgrirouterPreferences
    /// The settings without users' changes.
    public var defaults: AgrirouterPreferences
    /// The names of the settings that users have changed.
    public var changed: [String]
    /// True if the environment cannot be changed now because an endpoint exists.
    public var isEnvironmentLocked: Bool

    public init(
        settings: AgrirouterPreferences, defaults: AgrirouterPreferences, changed: [String],
        isEnvironmentLocked: Bool
    ) {
        (self.settings, self.defaults, self.changed) = (settings, defaults, changed)
        self.isEnvironmentLocked = isEnvironmentLocked
    }

    enum CodingKeys: String, CodingKey {
        case settings, defaults, changed
        case isEnvironmentLocked = "environment_locked"
    }
}
