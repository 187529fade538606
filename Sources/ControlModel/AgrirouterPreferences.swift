// SPDX-License-Identifier: Apache-2.0

public import Settings

/// What a person may set of the uplink: the operator's `agrirouter` section, or what was set over the control interface.
public struct AgrirouterPreferences: ChangeableSettings {
    /// `qa` or `production`.
    public var environment = "qa"
    /// How often a position is collected, in seconds.
    public var collectInterval = 5
    /// How often they are sent, in seconds. Agrirouter asks for 10 s on QA: 5 is raised to that there.
    public var sendInterval = 10

    /// What is usual.
    public init() {}

    /// The keys of `agrirouter` that a person may change.
    public static let settings = SettingsDescription(
        "How positions are collected and sent.", prototype: AgrirouterPreferences(), [environment] + intervals)

    /// The key `environment`, which stands apart in the file.
    package static let environment = Setting<AgrirouterPreferences>(
        "environment", \.environment,
        "Which of agrirouter's two worlds: qa for trying out, production for work. What a person sets over "
            + "the control interface wins, as with both intervals.",
        of: ["qa", "production"], changeable: true)

    /// The other keys.
    package static let intervals: [Setting<AgrirouterPreferences>] = [
        Setting(
            "collect_interval_s", \.collectInterval, "How often a position is collected.", of: [1, 5, 10, 20],
            unit: "s", changeable: true),
        Setting(
            "send_interval_s", \.sendInterval,
            "How often what was collected is sent. QA asks for 10 s: 5 is raised to that there.", of: [5, 10, 20],
            unit: "s", changeable: true),
    ]
}

/// What a person changes of that.
public typealias AgrirouterChange = SettingsChange<AgrirouterPreferences>

/// What holds of the uplink: `GET /v1/agrirouter/settings`.
public struct AgrirouterSettingsReport: Codable, Hashable, Sendable {
    /// What holds.
    public var settings: AgrirouterPreferences
    /// What would hold had no person changed anything.
    public var defaults: AgrirouterPreferences
    /// What a person changed.
    public var changed: [String]
    /// Whether the environment may be changed now: not while there is an endpoint.
    public var isEnvironmentLocked: Bool

    /// The settings.
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
