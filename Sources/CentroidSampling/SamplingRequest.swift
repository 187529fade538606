// SPDX-License-Identifier: Apache-2.0

public import Centroid
public import ControlModel
public import GNSSTypes
public import Settings

/// A request for a sampling session.
public struct SamplingRequest: Sendable {
    public var receiver: SourceID
    /// True to follow the active receiver when it changes.
    public var followsActive = false
    /// The differences from the general settings.
    public var change = CentroidChange()
    /// The behaviour once there are enough samples.
    public var continuation = CentroidSettings.Continuation.stop
    /// The conditions to finish before the number of samples is reached.
    public var rules: [any CentroidFinishRule] = []

    public init(receiver: SourceID) { self.receiver = receiver }
}

/// The last published status of a sampling session.
public struct SamplingStatus: Hashable, Sendable {
    /// The last published state.
    public var sampling: SampledCentroid
    /// True if the session follows the active receiver when it changes.
    public var followsActive: Bool
    /// The time at which the session was started.
    public var started: HostTime
    /// The time at which `sampling` was published.
    public var changed: HostTime
    /// The accepted samples, the oldest first; at most as many as the session wants.
    public var samples: [GeodeticPosition] = []
}

extension CentroidSettings {
    /// Creates a session's settings from the preferences; a preference of 0 means that there is no limit.
    init(_ preferences: CentroidPreferences, _ continuation: Continuation, requiresAuthentication isRequired: Bool) {
        self.init(samples: preferences.samples)
        method = CentroidMethod(code: preferences.method) ?? .robust
        self.continuation = continuation
        let limits = preferences.filter
        filter.maximumHDOP = limits.maximumHDOP > 0 ? limits.maximumHDOP : nil
        filter.minimumSatellites = limits.minimumSatellites > 0 ? limits.minimumSatellites : nil
        filter.minimumCN0 = limits.minimumCN0 > 0 ? limits.minimumCN0 : nil
        filter.maximumAccuracy = limits.maximumAccuracy > 0 ? limits.maximumAccuracy : nil
        filter.minimumKind = limits.minimumFix == 3 ? .threeDimensional : .twoDimensional
        filter.requiresAuthentication = limits.osnma.isStrict(where: isRequired)
    }
}
