// SPDX-License-Identifier: Apache-2.0

public import Settings

/// What clients may ask of sampling sessions.
public protocol CentroidControl: Sendable {
    /// The sampling sessions that run, and those that ended last.
    func centroids() async -> CentroidsReport

    /// Starts a sampling session. Its progress is published as observations of the kind `centroid`.
    ///
    /// - Returns: it; its number is needed for the rest.
    /// - Throws: `ControlError` where there is no such receiver, a value is out of its range, or too many run.
    func startCentroid(_ request: CentroidRequest) async throws(ControlError) -> CentroidSessionReport

    /// Ends a sampling session before it has enough samples.
    ///
    /// - Parameter session: its number; nil: the only one that runs.
    /// - Throws: `ControlError` where it does not run.
    func stopCentroid(_ session: UInt64?) async throws(ControlError) -> CentroidSessionReport

    /// Restarts a sampling session: it forgets the samples that it has.
    ///
    /// - Parameter session: its number; nil: the only one that runs.
    /// - Throws: `ControlError` where it does not run.
    func resetCentroid(_ session: UInt64?) async throws(ControlError) -> CentroidSessionReport

    /// The settings of sampling sessions whose request says nothing else.
    func centroidSettings() async -> CentroidSettingsReport

    /// Changes these settings for a person. The change applies at once and outlasts restarts of the daemon; sampling
    /// sessions that run start again.
    ///
    /// - Throws: `ControlError` with the value that is out of its range, or where it cannot be stored.
    func changeCentroidSettings(_ change: CentroidChange) async throws(ControlError) -> CentroidSettingsReport

    /// Takes back what a person changed.
    ///
    /// - Parameter name: `samples`, `filter.max_hdop`…, or `filter` for all of the filter; nil: everything.
    /// - Throws: `ControlError` where there is no such name, or it cannot be stored.
    func resetCentroidSettings(_ name: String?) async throws(ControlError) -> CentroidSettingsReport
}

/// What a sampling session is to do.
public struct CentroidRequest: Codable, Hashable, Sendable {
    /// The receiver; nil: the active receiver, also when that changes.
    public var receiver: String?
    /// What is to be otherwise than in the settings.
    public var change = CentroidChange()
    /// Whether it goes on when there are enough, each further sample in the place of the oldest, until it is stopped.
    public var isContinuous = false
    /// Enough as soon as the standard error is at most this, in metres, above 0.
    public var standardError: Double?

    /// A request; what is not said is as in the settings.
    public init(receiver: String? = nil) { self.receiver = receiver }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case receiver
        case isContinuous = "continuous"
        case standardError = "standard_error_m"
    }

    /// Reads an object that has no other keys.
    public init(from decoder: any Decoder) throws {
        change = try CentroidChange(from: decoder, besides: CodingKeys.allCases.map(\.rawValue))
        // Whether sampling is allowed is not for those to say who want to sample.
        guard change[\.isEnabled] == nil else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "unknown key enabled"))
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        receiver = try container.decodeIfPresent(String.self, forKey: .receiver)
        isContinuous = try container.decodeIfPresent(Bool.self, forKey: .isContinuous) ?? false
        standardError = try container.decodeIfPresent(Double.self, forKey: .standardError)
    }

    /// Writes only the values that are given.
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
    /// The settings that apply now: the defaults with what a person changed.
    public var settings: CentroidPreferences
    /// What would hold had no person changed anything: the configuration file, or the gateway's own.
    public var defaults: CentroidPreferences
    /// What a person changed: `samples`, `filter.max_hdop`.
    public var changed: [String]

    public init(settings: CentroidPreferences, defaults: CentroidPreferences, changed: [String]) {
        (self.settings, self.defaults, self.changed) = (settings, defaults, changed)
    }
}
