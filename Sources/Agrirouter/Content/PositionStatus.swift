// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What a position on the wire rests on; 0...8 are the qualities of NMEA's GGA. An open set: partners send others.
public struct PositionStatus: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int

    /// The status of that number; unknown ones are statuses too.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The receiver talks and has no fix; also what a sender that states nothing says.
    public static let noGPS = PositionStatus(rawValue: 0)
    /// A position from code ranges, without corrections.
    public static let gnss = PositionStatus(rawValue: 1)
    /// A position with differential corrections, such as those of SBAS.
    public static let dgnss = PositionStatus(rawValue: 2)
    /// The precise service, or PPP.
    public static let precise = PositionStatus(rawValue: 3)
    /// RTK with integer ambiguities.
    public static let rtkFixed = PositionStatus(rawValue: 4)
    /// RTK with real-valued ambiguities.
    public static let rtkFloat = PositionStatus(rawValue: 5)
    public static let deadReckoning = PositionStatus(rawValue: 6)
    /// A position that a person entered instead of measuring it.
    public static let manual = PositionStatus(rawValue: 7)
    public static let simulated = PositionStatus(rawValue: 8)
    /// The receiver reports a fault, or nothing that it sends can be read.
    public static let error = PositionStatus(rawValue: 14)
    /// There is no receiver.
    public static let notAvailable = PositionStatus(rawValue: 15)

    /// Whether an entry of that status states a position.
    public var statesPosition: Bool { ![.noGPS, .error, .notAvailable].contains(self) }

    /// The status of a fix of that quality. Satellites with dead reckoning have no number of their own: the lesser counts.
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
