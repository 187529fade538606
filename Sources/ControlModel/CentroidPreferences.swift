// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// How points are sampled where nobody asks for something else: the operator's `centroid` section, or what a person set.
public struct CentroidPreferences: Codable, Hashable, Sendable {
    /// Which positions count that are not authenticated.
    public enum Authentication: String, Codable, Sendable, CaseIterable {
        /// None where `osnma.require` asks for authenticated positions, else all.
        case policy
        /// None.
        case verified
        /// All.
        case any
    }

    /// Which samples count; 0: no limit.
    public struct Filter: Codable, Hashable, Sendable {
        /// HDOP at most.
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
        public var osnma = Authentication.policy

        /// All that is a measured position counts.
        public init() {}

        enum CodingKeys: String, CodingKey {
            case osnma
            case maximumHDOP = "max_hdop"
            case minimumSatellites = "min_satellites"
            case minimumCN0 = "min_cn0_dbhz"
            case minimumFix = "min_fix"
            case maximumAccuracy = "max_accuracy_m"
        }
    }

    /// Whether points are sampled at all.
    public var isEnabled = true
    /// How many samples make a point.
    public var samples = 20
    /// `robust` or `compatible`.
    public var method = CentroidMethod.robust.code
    /// Which samples count.
    public var filter = Filter()

    /// What is usual.
    public init() {}

    enum CodingKeys: String, CodingKey {
        case samples, method, filter
        case isEnabled = "enabled"
    }

    /// Why nothing is sampled; nil while sampling is switched on. The one place that decides it.
    public var refusal: ControlRefusal? {
        guard !isEnabled else { return nil }
        return ControlRefusal(
            .conflict,
            "sampling is disabled: set 'centroid.enabled: true' in the configuration file and reload it",
            code: "centroid_disabled")
    }

    /// How many samples may be asked for.
    public static let allowedSamples = 1...50
    /// Limits of HDOP.
    public static let allowedHDOP = 0.0...100
    /// Limits of the number of satellites.
    public static let allowedSatellites = 0...99
    /// Limits of C/N0, in dB-Hz.
    public static let allowedCN0 = 0.0...99
    /// Limits of dimensions.
    public static let allowedFix = 2...3
    /// Limits of the accuracy, in metres.
    public static let allowedAccuracy = 0.0...10_000

    /// These with a change.
    ///
    /// - Throws: `ControlRefusal` with the first value that is out of its range.
    public func changed(by change: CentroidChange) throws(ControlRefusal) -> CentroidPreferences {
        var new = self
        new.samples = try Self.checked("samples", change.samples, Self.allowedSamples) ?? samples
        if let method = change.method {
            guard CentroidMethod(code: method) != nil else {
                let words = CentroidMethod.allCases.map(\.code).joined(separator: ", ")
                throw ControlRefusal(.invalid, "method \"\(method.prefix(100))\": allowed are \(words)")
            }
            new.method = method
        }
        if let filter = change.filter { try new.filter.change(by: filter) }
        return new
    }

    fileprivate static func checked<Value: Comparable>(
        _ name: String, _ value: Value?, _ range: ClosedRange<Value>
    ) throws(ControlRefusal) -> Value? {
        guard let value, !range.contains(value) else { return value }
        throw ControlRefusal(.invalid, "\(name) \(value): \(range.lowerBound)...\(range.upperBound) is allowed")
    }
}

extension CentroidPreferences.Filter {
    fileprivate mutating func change(by change: CentroidChange.Filter) throws(ControlRefusal) {
        typealias All = CentroidPreferences
        maximumHDOP = try All.checked("filter.max_hdop", change.maximumHDOP, All.allowedHDOP) ?? maximumHDOP
        minimumSatellites =
            try All.checked("filter.min_satellites", change.minimumSatellites, All.allowedSatellites)
            ?? minimumSatellites
        minimumCN0 = try All.checked("filter.min_cn0_dbhz", change.minimumCN0, All.allowedCN0) ?? minimumCN0
        minimumFix = try All.checked("filter.min_fix", change.minimumFix, All.allowedFix) ?? minimumFix
        maximumAccuracy =
            try All.checked("filter.max_accuracy_m", change.maximumAccuracy, All.allowedAccuracy) ?? maximumAccuracy
        guard let word = change.osnma else { return }
        guard let new = CentroidPreferences.Authentication(rawValue: word) else {
            let words = CentroidPreferences.Authentication.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlRefusal(.invalid, "filter.osnma \"\(word.prefix(100))\": allowed are \(words)")
        }
        osnma = new
    }
}
