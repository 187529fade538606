// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import Settings

/// The settings of sampling sessions: the operator's `centroid` section, or what a person set.
public struct CentroidPreferences: ChangeableSettings {
    /// Which samples count; 0: no limit.
    public struct Filter: Hashable, Sendable {
        /// Maximum HDOP of a sample; 0 for no limit.
        public var maximumHDOP = 0.0
        /// Satellites in the solution at least.
        public var minimumSatellites = 0
        /// Mean C/N0 at least, in dB-Hz.
        public var minimumCN0 = 0.0
        /// Dimensions of the fix at least, 2 or 3.
        public var minimumFix = 2
        /// Stated horizontal accuracy at most, in metres.
        public var maximumAccuracy = 0.0
        /// Which positions count that are not authenticated.
        public var osnma = AuthenticationDemand.policy

        /// All that is a measured position counts.
        public init() {}
    }

    /// Whether sampling sessions are allowed.
    public var isEnabled = true
    /// How many samples make an averaged point.
    public var samples = 20
    /// How the centre is found: `robust` or `compatible` (see `docs/centroid.md`).
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
                "robust: a weighted mean that gross errors do not move; compatible: the innermost convex "
                    + "layer, as the reference applications have it.",
                of: CentroidMethod.allCases.map(\.code), changeable: true),
            Setting(
                "filter.max_hdop", \.filter.maximumHDOP, "Maximum HDOP; 0 for no limit.", in: 0...100, changeable: true),
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
                "Which positions count: any; only authenticated ones (verified); or those that osnma.require "
                    + "allows (policy).", changeable: true),
        ])

    /// Why no sampling session is allowed; nil while sampling is switched on. The one place that decides it.
    public var refusal: ControlError? {
        guard !isEnabled else { return nil }
        return ControlError(
            .conflict,
            "sampling is disabled: 'gnss-gateway settings centroid.enabled=true' enables it",
            code: .centroidDisabled)
    }
}

/// What of `CentroidPreferences` is to be something else.
public typealias CentroidChange = SettingsChange<CentroidPreferences>
