// SPDX-License-Identifier: Apache-2.0

public import Centroid
public import ControlModel
public import GNSSTypes
public import Settings

/// What a sampling session is to do.
public struct SamplingRequest: Sendable {
    public var receiver: SourceID
    /// Whether it follows the active receiver when that changes.
    public var followsActive = false
    /// What is to be otherwise than in the settings of all sampling sessions.
    public var change = CentroidChange()
    /// What happens when there are enough.
    public var continuation = CentroidSettings.Continuation.stop
    /// When there are enough before the number of samples is reached.
    public var rules: [any CentroidFinishRule] = []

    public init(receiver: SourceID) { self.receiver = receiver }
}

/// A sampling session, as it was published last.
public struct SamplingStatus: Hashable, Sendable {
    /// What was published last.
    public var sampling: SampledCentroid
    /// Whether it follows the active receiver when that changes.
    public var followsActive: Bool
    /// When it was started.
    public var started: HostTime
    /// When that was published.
    public var changed: HostTime
}

extension CentroidSettings {
    /// How a session samples.
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
