// SPDX-License-Identifier: Apache-2.0

/// What a person may set of the uplink: the operator's `agrirouter` section, or what was set over the control interface.
public struct AgrirouterPreferences: Codable, Hashable, Sendable {
    /// `qa` or `production`.
    public var environment = "qa"
    /// How often a position is collected, in seconds.
    public var collectInterval = 5
    /// How often they are sent, in seconds. Agrirouter asks for 10 s on QA: 5 is raised to that there.
    public var sendInterval = 10

    /// What is usual.
    public init() {}

    /// The environments.
    public static let allowedEnvironments = ["qa", "production"]
    /// In seconds.
    public static let allowedCollectIntervals = [1, 5, 10, 20]
    /// In seconds.
    public static let allowedSendIntervals = [5, 10, 20]

    /// These with a change.
    ///
    /// - Throws: `ControlError` with the first value that is not allowed.
    public func changed(by change: AgrirouterChange) throws(ControlError) -> AgrirouterPreferences {
        var new = self
        new.environment = try Self.checked("environment", change.environment, Self.allowedEnvironments) ?? environment
        new.collectInterval =
            try Self.checked("collect_interval_s", change.collectInterval, Self.allowedCollectIntervals)
            ?? collectInterval
        new.sendInterval =
            try Self.checked("send_interval_s", change.sendInterval, Self.allowedSendIntervals) ?? sendInterval
        return new
    }

    private static func checked<Value: Equatable>(
        _ name: String, _ value: Value?, _ allowed: [Value]
    ) throws(ControlError) -> Value? {
        guard let value, !allowed.contains(value) else { return value }
        throw ControlError(
            .invalid,
            "\(name) \("\(value)".prefix(100)): allowed are \(allowed.map { "\($0)" }.joined(separator: ", "))")
    }

    enum CodingKeys: String, CodingKey {
        case environment
        case collectInterval = "collect_interval_s"
        case sendInterval = "send_interval_s"
    }
}

/// What a person changes of that; nil: it stays.
public struct AgrirouterChange: Codable, Hashable, Sendable {
    /// `qa` or `production`; only while there is no endpoint.
    public var environment: String?
    /// How often a position is collected, in seconds: 1, 5, 10 or 20.
    public var collectInterval: Int?
    /// How often they are sent, in seconds: 5, 10 or 20.
    public var sendInterval: Int?

    /// Nothing.
    public init() {}

    /// What there is to change.
    public static let allNames = ["environment", "collect_interval_s", "send_interval_s"]

    /// What is changed.
    public var names: [String] {
        zip(Self.allNames, [environment != nil, collectInterval != nil, sendInterval != nil]).filter(\.1).map(\.0)
    }

    /// These and then those of another.
    public func followed(by change: AgrirouterChange) -> AgrirouterChange {
        var new = self
        new.environment = change.environment ?? environment
        new.collectInterval = change.collectInterval ?? collectInterval
        new.sendInterval = change.sendInterval ?? sendInterval
        return new
    }

    /// Takes a name out.
    ///
    /// - Returns: whether there is such a name.
    public mutating func remove(_ name: String) -> Bool {
        switch name {
        case "environment": environment = nil
        case "collect_interval_s": collectInterval = nil
        case "send_interval_s": sendInterval = nil
        default: return false
        }
        return true
    }

    /// Reads an object that has no other keys.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(otherThan: Self.allNames)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        environment = try container.decodeIfPresent(String.self, forKey: .environment)
        collectInterval = try container.decodeIfPresent(Int.self, forKey: .collectInterval)
        sendInterval = try container.decodeIfPresent(Int.self, forKey: .sendInterval)
    }

    enum CodingKeys: String, CodingKey {
        case environment
        case collectInterval = "collect_interval_s"
        case sendInterval = "send_interval_s"
    }
}

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
