// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The mode letter of RMC, GLL, VTG and GNS (since NMEA 2.3). An open set: manufacturers use additional letters.
public struct ModeIndicator: RawRepresentable, Hashable, Sendable {
    /// The letter in ASCII, upper case.
    public let rawValue: UInt8

    /// Creates the mode with a letter.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `A`: satellites only, without corrections.
    public static let autonomous = ModeIndicator(rawValue: UInt8(ascii: "A"))
    /// `D`: differential corrections, such as those of SBAS.
    public static let differential = ModeIndicator(rawValue: UInt8(ascii: "D"))
    /// `E`: dead reckoning, with or without satellites.
    public static let estimated = ModeIndicator(rawValue: UInt8(ascii: "E"))
    /// `F`: RTK with real-valued ambiguities.
    public static let rtkFloat = ModeIndicator(rawValue: UInt8(ascii: "F"))
    /// `M`: a position entered manually.
    public static let manual = ModeIndicator(rawValue: UInt8(ascii: "M"))
    public static let notValid = ModeIndicator(rawValue: UInt8(ascii: "N"))
    public static let precise = ModeIndicator(rawValue: UInt8(ascii: "P"))
    /// `R`: RTK with integer ambiguities.
    public static let rtkFixed = ModeIndicator(rawValue: UInt8(ascii: "R"))
    public static let simulator = ModeIndicator(rawValue: UInt8(ascii: "S"))

    /// Creates the letter for a quality, for sentences that this module writes.
    public init(_ quality: FixQuality) {
        self =
            switch quality {
            case .invalid: .notValid
            case .autonomous: .autonomous
            case .differential: .differential
            case .precise: .precise
            case .rtkFixed: .rtkFixed
            case .rtkFloat: .rtkFloat
            case .deadReckoning, .combinedDeadReckoning: .estimated
            case .manual: .manual
            case .simulated: .simulator
            }
    }

    /// The quality that the letter stands for: `invalid` for `N`, `V` and Skytraq's `O`, `autonomous` for all other
    /// letters outside the standard (such as `C`, `U` and `0`).
    public var quality: FixQuality {
        switch self {
        case .differential: .differential
        case .estimated: .deadReckoning
        case .rtkFloat: .rtkFloat
        case .manual: .manual
        case .precise: .precise
        case .rtkFixed: .rtkFixed
        case .simulator: .simulated
        case .notValid, ModeIndicator(rawValue: UInt8(ascii: "V")), ModeIndicator(rawValue: UInt8(ascii: "O")): .invalid
        default: .autonomous
        }
    }
}

/// The navigational status of RMC and GNS (since NMEA 4.10). u-blox always sends `V`, which makes no statement about
/// integrity.
public struct NavigationalStatus: RawRepresentable, Hashable, Sendable {
    /// The letter in ASCII, upper case.
    public let rawValue: UInt8

    /// Creates the status with a letter.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let safe = NavigationalStatus(rawValue: UInt8(ascii: "S"))
    public static let caution = NavigationalStatus(rawValue: UInt8(ascii: "C"))
    public static let unsafe = NavigationalStatus(rawValue: UInt8(ascii: "U"))
    /// Not valid, or no statement.
    public static let notValid = NavigationalStatus(rawValue: UInt8(ascii: "V"))
}
