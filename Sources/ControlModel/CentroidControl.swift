// SPDX-License-Identifier: Apache-2.0

public import Settings

/// The requests about sampling sessions.
public protocol CentroidControl: Sendable {
    /// The running sampling sessions and those that ended most recently.
    func centroids() async -> CentroidsReport

    /// The accepted samples of a session that is running or ended recently; at most as many as the session requested.
    ///
    /// - Throws: `ControlError` if there is no such session.
    func samples(of session: UInt64) async throws(ControlError) -> CentroidSamplesReport

    /// Starts a sampling session. Its progress is published as observations of the kind `centroid`.
    ///
    /// - Returns: The session, whose number further requests need.
    /// - Throws: `ControlError` if the receiver is unknown, a value is out of range, or too many sessions are running.
    func startCentroid(_ request: CentroidRequest) async throws(ControlError) -> CentroidSessionReport

    /// Stops a sampling session before it has enough samples.
    ///
    /// - Parameter session: The session's number; nil for the only running session.
    /// - Throws: `ControlError` if the session is not running.
    func stopCentroid(_ session: UInt64?) async throws(ControlError) -> CentroidSessionReport

    /// Resets a sampling session, which discards its samples.
    ///
    /// - Parameter session: The session's number; nil for the only running session.
    /// - Throws: `ControlError` if the session is not running.
    func resetCentroid(_ session: UInt64?) async throws(ControlError) -> CentroidSessionReport

    /// The settings that apply to a sampling session unless its request overrides them.
    func centroidSettings() async -> CentroidSettingsReport

    /// Changes these settings on behalf of a user. The change takes effect at once and survives restarts of the
    /// daemon; running sampling sessions restart.
    ///
    /// - Throws: `ControlError` if a value is out of range or the change cannot be stored.
    func changeCentroidSettings(_ change: CentroidChange) async throws(ControlError) -> CentroidSettingsReport

    /// Reverts users' changes.
    ///
    /// - Parameter name: `samples`, `filter.max_hdop`…, or `filter` for the whole filter; nil for all settings.
    /// - Throws: `ControlError` if the name is unknown or the change cannot be stored.
    func resetCentroidSettings(_ name: String?) async throws(ControlError) -> CentroidSettingsReport
}

/// The request for a sampling session.
public struct CentroidRequest: Codable, Hashable, Sendable {
    /// The receiver; nil to follow the active receiver even when it changes.
    public var receiver: String?
    /// The values that override the settings.
    public var change = CentroidChange()
    /// True if the session continues after it has enough samples, replacing the oldest sample with each new one, until
    /// it is stopped.
    public var isContinuous = false
    /// The standard error in metres, above 0, at which the session has enough samples.
    public var standardError: Double?

    /// Creates a request that overrides no settings.
    public init(receiver: String? = nil) { self.receiver = receiver }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case receiver
        case isContinuous = "continuous"
        case standardError = "standard_error_m"
    }

    /// Reads an object without other keys.
    ///
    /// - Throws: `DecodingError` for any other key or content; `SettingError` for a setting with several values.
    public init(from decoder: any Decoder) throws {
        change = try CentroidChange(from: decoder, besides: CodingKeys.allCases.map(\.rawValue))
        // A request for a session must not decide whether sampling is allowed.
        guard change[\.isEnabled] == nil else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "unknown key enabled"))
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        receiver = try container.decodeIfPresent(String.self, forKey: .receiver)
        isContinuous = try container.decodeIfPresent(Bool.self, forKey: .isContinuous) ?? false
        standardError = try container.decodeIfPresent(Double.self, forKey: .standardError)
    }

    /// Writes only the values that are set.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(receiver, forKey: .receiver)
        if isContinuous { try container.encode(isContinuous, forKey: .isContinuous) }
        try container.encodeIfPresent(standardError, forKey: .standardError)
        try change.encode(to: encoder)
    }
}

/// The settings of sampling sessions: `GET /v1/centroid/settings`.
public struct CentroidSettingsReport: Codable, Hashable, Sendable {
    /// The settings that apply now: the defaults with users' changes.
    public var settings: CentroidPreferences
    /// The settings without users' changes: those of the configuration file, or the gateway's defaults.
    public var defaults: CentroidPreferences
    /// The names of the settings that users have changed: `samples`, `filter.max_hdop`.
    public var changed: [String]

    public init(settings: CentroidPreferences, defaults: CentroidPreferences, changed: [String]) {
        (self.settings, self.defaults, self.changed) = (settings, defaults, changed)
    }
}
