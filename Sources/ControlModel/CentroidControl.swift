// SPDX-License-Identifier: Apache-2.0

public import Settings

/// What may be asked of the sampling of better points.
public protocol CentroidControl: Sendable {
    /// The samplings that run, and those that ended last.
    func centroids() async -> CentroidsReport

    /// Starts a sampling. Its progress is published as observations of the kind `centroid`.
    ///
    /// - Returns: it; its number is needed for the rest.
    /// - Throws: `ControlError` where there is no such receiver, a value is out of its range, or too many run.
    func startCentroid(_ request: CentroidRequest) async throws(ControlError) -> CentroidSessionReport

    /// Ends a sampling before it has enough.
    ///
    /// - Parameter session: its number; nil: the only one that runs.
    /// - Throws: `ControlError` where it does not run.
    func stopCentroid(_ session: UInt64?) async throws(ControlError) -> CentroidSessionReport

    /// Has a sampling forget what it has, and start again.
    ///
    /// - Parameter session: its number; nil: the only one that runs.
    /// - Throws: `ControlError` where it does not run.
    func resetCentroid(_ session: UInt64?) async throws(ControlError) -> CentroidSessionReport

    /// How points are sampled by default.
    func centroidSettings() async -> CentroidSettingsReport

    /// A person changes that. It holds at once, for samplings that run too: they start again; and over restarts.
    ///
    /// - Throws: `ControlError` with the value that is out of its range, or where it cannot be stored.
    func changeCentroidSettings(_ change: CentroidChange) async throws(ControlError) -> CentroidSettingsReport

    /// Takes back what a person changed.
    ///
    /// - Parameter name: `samples`, `filter.max_hdop`…, or `filter` for all of the filter; nil: everything.
    /// - Throws: `ControlError` where there is no such name, or it cannot be stored.
    func resetCentroidSettings(_ name: String?) async throws(ControlError) -> CentroidSettingsReport
}

/// What is to be sampled.
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

/// How points are sampled by default: `GET /v1/centroid/settings`.
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
