// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import Settings

/// The settings of sampling sessions: those of the operator's `centroid` section, or values set by a user.
public struct CentroidPreferences: ChangeableSettings {
    /// The requirements for samples; 0 means no limit.
    public struct Filter: Hashable, Sendable {
        /// Maximum HDOP of a sample; 0 for no limit.
        public var maximumHDOP = 0.0
        /// Minimum number of satellites in the solution.
        public var minimumSatellites = 0
        /// Minimum mean C/N0 of the satellites used, in dB-Hz.
        public var minimumCN0 = 0.0
        /// Minimum number of dimensions of the fix, 2 or 3.
        public var minimumFix = 2
        /// Maximum horizontal accuracy estimate of the receiver, in metres.
        public var maximumAccuracy = 0.0
        /// The use of positions that are not authenticated.
        public var osnma = AuthenticationDemand.policy

        /// Creates a filter that accepts every measured position.
        public init() {}
    }

    /// True if sampling sessions are allowed.
    public var isEnabled = true
    /// The number of samples for an averaged point.
    public var samples = 20
    /// The method that computes the centre: `robust` or `compatible` (see `docs/centroid.md`).
    public var method = CentroidMethod.robust.code
    public var filter = Filter()

    public init() {}

    /// The keys of `centroid`.
    public static let settings = SettingsDescription(
        "Averaging of many fixes into one precise point. Values set over the control interface take precedence.",
        prototype: CentroidPreferences(),
        groups: ["filter": "Conditions that a sample must meet. A sample that lacks a limited value is rejected."],
        [
            Setting(
                "enabled", \.isEnabled,
                "Enables averaging. If false, new sampling sessions are refused, running ones end, and paths "
                    + "cannot take averaged points.", changeable: true),
            Setting("samples", \.samples, "Number of samples for one averaged point.", in: 1...50, changeable: true),
            Setting(
                "method", \.method,
                "robust: a weighted mean that resists outliers; compatible: the innermost convex layer, as in the "
                    + "reference applications.",
                of: CentroidMethod.allCases.map(\.code), changeable: true),
            Setting(
                "filter.max_hdop", \.filter.maximumHDOP,
                "Maximum HDOP; 0 for no "
                    + "limit.", in: 0...100, changeable: true),
            Setting(
                "filter.min_satellites", \.filter.minimumSatellites, "Minimum number of satellites in the solution.",
                in: 0...99, changeable: true),
            Setting(
                "filter.min_cn0_dbhz", \.filter.minimumCN0, "Minimum mean C/N0 of the satellites used; 0 for no limit.",
                in: 0...99, unit: "dB-Hz", changeable: true),
            Setting(
                "filter.min_fix", \.filter.minimumFix, "Minimum number of dimensions of the fix.", in: 2...3,
                changeable: true),
            Setting(
                "filter.max_accuracy_m", \.filter.maximumAccuracy,
                "Maximum horizontal accuracy estimate; 0 for no limit.",
                in: 0...10_000, unit: "m", changeable: true),
            Setting(
                "filter.osnma", \.filter.osnma,
                "Positions to accept: all (any), only authenticated ones (verified), or those that osnma.require "
                    + "allows (policy).", changeable: true),
        ])

    /// The reason why sampling sessions are not allowed; nil if they are. No other code decides this.
    public var refusal: ControlError? {
        guard !isEnabled else { return nil }
        return ControlError(
            .conflict,
            "sampling is disabled: 'gnss-gateway settings centroid.enabled=true' enables it",
            code: .centroidDisabled)
    }
}

/// Changes of `CentroidPreferences`.
public typealias CentroidChange = SettingsChange<CentroidPreferences>
