// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Why a sample does not count.
public enum CentroidRejection: String, Sendable, CaseIterable {
    /// There is no valid position.
    case noFix = "no_fix"
    /// The position was not measured: estimated, entered by hand or dead reckoning alone.
    case notMeasured = "not_measured"
    /// It is of the same instant as the one before, or of an earlier one.
    case sameEpoch = "same_epoch"
    /// It was solved for in fewer dimensions than is wanted.
    case fixKind = "fix_kind"
    /// Its horizontal dilution of precision is above the limit, or unknown.
    case dilution = "hdop"
    /// It rests on fewer satellites than is wanted, or on an unknown number.
    case satellites = "satellites"
    /// Its satellites are weaker on average than is wanted, or that is unknown.
    case signal = "cn0"
    /// Its accuracy is worse than the limit, or unknown.
    case accuracy = "accuracy"
    /// It is not authenticated, and only authenticated ones count.
    case unauthenticated = "unauthenticated"

    public var text: String {
        switch self {
        case .noFix: "no valid position"
        case .notMeasured: "the position was estimated or entered, not measured"
        case .sameEpoch: "the same epoch as the one before"
        case .fixKind: "fewer dimensions than required"
        case .dilution: "HDOP above the limit or unknown"
        case .satellites: "too few satellites, or their number is unknown"
        case .signal: "the satellites' signals are too weak, or their strength is unknown"
        case .accuracy: "accuracy worse than the limit or unknown"
        case .unauthenticated: "not authenticated"
        }
    }
}

/// Which samples count. A limit that is nil is not asked for.
public struct CentroidFilter: Hashable, Sendable {
    /// HDOP at most; above 0.
    public var maximumHDOP: Double?
    /// Satellites in the solution at least.
    public var minimumSatellites: Int?
    /// Mean C/N0 at least, in dB-Hz.
    public var minimumCN0: Double?
    /// A sample's minimum fix.
    public var minimumKind = FixKind.twoDimensional
    /// Stated horizontal accuracy at most, in metres; above 0.
    public var maximumAccuracy: Double?
    /// Whether only authenticated positions count.
    public var requiresAuthentication = false

    /// All that is a measured position counts.
    public init() {}

    /// Why a sample does not count; nil where it does.
    public func rejection(of sample: CentroidSample) -> CentroidRejection? {
        switch sample.quality {
        case .invalid: return .noFix
        case .deadReckoning, .manual: return .notMeasured
        default: break
        }
        if sample.kind.rawValue < minimumKind.rawValue { return .fixKind }
        if let maximumHDOP, !(sample.hdop.map { $0 <= maximumHDOP } ?? false) { return .dilution }
        if let minimumSatellites, !(sample.satellitesUsed.map { $0 >= minimumSatellites } ?? false) {
            return .satellites
        }
        if let minimumCN0, !(sample.meanCN0.map { $0 >= minimumCN0 } ?? false) { return .signal }
        if let maximumAccuracy, !(sample.accuracy.map { $0 <= maximumAccuracy } ?? false) { return .accuracy }
        if requiresAuthentication, sample.isAuthenticated != true { return .unauthenticated }
        return nil
    }
}
