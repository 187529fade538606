// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import MessageTexts

/// The reason that a sample is rejected.
public enum CentroidRejection: String, Sendable, CaseIterable {
    /// There is no valid position.
    case noFix = "no_fix"
    /// The position was not measured: it is estimated, simulated, entered by the operator or from dead reckoning
    /// only.
    case notMeasured = "not_measured"
    /// The sample has the same time as the previous one, or an earlier one.
    case sameEpoch = "same_epoch"
    /// The fix has fewer dimensions than required.
    case fixKind = "fix_kind"
    /// The horizontal dilution of precision exceeds the limit or is unknown.
    case dilution = "hdop"
    /// The fix uses fewer satellites than required, or their number is unknown.
    case satellites = "satellites"
    /// The mean C/N0 of the satellites is lower than required or unknown.
    case signal = "cn0"
    /// The accuracy is worse than the limit or unknown.
    case accuracy = "accuracy"
    /// The position is not authenticated, but authentication is required.
    case unauthenticated = "unauthenticated"

    /// The reason for people.
    public var message: CodedText {
        switch self {
        case .noFix: CodedText(CentroidText.noFix)
        case .notMeasured: CodedText(CentroidText.notMeasured)
        case .sameEpoch: CodedText(CentroidText.sameEpoch)
        case .fixKind: CodedText(CentroidText.fixKind)
        case .dilution: CodedText(CentroidText.dilution)
        case .satellites: CodedText(CentroidText.satellites)
        case .signal: CodedText(CentroidText.signal)
        case .accuracy: CodedText(CentroidText.accuracy)
        case .unauthenticated: CodedText(CentroidText.unauthenticated)
        }
    }
}

/// The conditions for samples. Limits that are nil are not checked.
public struct CentroidFilter: Hashable, Sendable {
    /// The largest HDOP; above 0.
    public var maximumHDOP: Double?
    /// The minimum number of satellites in the fix.
    public var minimumSatellites: Int?
    /// The minimum mean C/N0 in dB-Hz.
    public var minimumCN0: Double?
    /// The minimum fix.
    public var minimumKind = FixKind.twoDimensional
    /// The largest reported horizontal accuracy in metres; above 0.
    public var maximumAccuracy: Double?
    /// True if only authenticated positions are accepted.
    public var requiresAuthentication = false

    /// Creates a filter that accepts every measured position.
    public init() {}

    /// Returns the reason to reject a sample; nil if it is accepted.
    public func rejection(of sample: CentroidSample) -> CentroidRejection? {
        switch sample.quality {
        case .invalid: return .noFix
        case .deadReckoning, .manual, .simulated: return .notMeasured
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
