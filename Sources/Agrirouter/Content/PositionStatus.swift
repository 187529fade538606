// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The way in which a position was determined. Values 0...8 are the quality values of NMEA's GGA sentence. The set is
/// open: partners may send other values.
public struct PositionStatus: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    /// Creates a status from the number on the wire; unknown numbers are allowed.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The receiver sends data but has no fix. Also the wire default if the sender sets no status.
    public static let noGPS = PositionStatus(rawValue: 0)
    /// A position from code ranges without corrections.
    public static let gnss = PositionStatus(rawValue: 1)
    /// A position with differential corrections, for example from SBAS.
    public static let dgnss = PositionStatus(rawValue: 2)
    /// A position from the GPS Precise Positioning Service (PPS) or from PPP.
    public static let precise = PositionStatus(rawValue: 3)
    /// RTK with fixed integer ambiguities.
    public static let rtkFixed = PositionStatus(rawValue: 4)
    /// RTK with floating ambiguities.
    public static let rtkFloat = PositionStatus(rawValue: 5)
    public static let deadReckoning = PositionStatus(rawValue: 6)
    /// A position that a person entered.
    public static let manual = PositionStatus(rawValue: 7)
    public static let simulated = PositionStatus(rawValue: 8)
    /// The receiver reports a fault, or its data cannot be decoded.
    public static let error = PositionStatus(rawValue: 14)
    /// No receiver is available.
    public static let notAvailable = PositionStatus(rawValue: 15)

    /// False if an entry with this status has no position.
    public var statesPosition: Bool { ![.noGPS, .error, .notAvailable].contains(self) }

    /// Maps the quality of a fix. The combination of satellites and dead reckoning has no number and maps to
    /// the weaker status.
    public init(_ quality: FixQuality) {
        switch quality {
        case .invalid: self = .noGPS
        case .autonomous: self = .gnss
        case .differential: self = .dgnss
        case .precise: self = .precise
        case .rtkFixed: self = .rtkFixed
        case .rtkFloat: self = .rtkFloat
        case .deadReckoning, .combinedDeadReckoning: self = .deadReckoning
        case .manual: self = .manual
        case .simulated: self = .simulated
        }
    }
}
