// SPDX-License-Identifier: Apache-2.0

/// A satellite navigation system. A receiver may report an unknown system, so this is an open set.
public struct Constellation: RawRepresentable, Hashable, Sendable, Comparable {
    /// The number of the system in the numbering of u-blox (gnssId) and gpsd (gnssid), 0...255.
    public let rawValue: UInt8

    /// Creates the system with a number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    // These properties are computed, so that the optimiser can compare with constants.

    /// GPS, the system of the United States.
    public static var gps: Constellation { Constellation(rawValue: 0) }
    /// SBAS, satellite-based augmentation systems such as EGNOS and WAAS.
    public static var sbas: Constellation { Constellation(rawValue: 1) }
    /// Galileo, the European system.
    public static var galileo: Constellation { Constellation(rawValue: 2) }
    /// BeiDou, the Chinese system.
    public static var beidou: Constellation { Constellation(rawValue: 3) }
    /// IMES, the Japanese indoor transmitters.
    public static var imes: Constellation { Constellation(rawValue: 4) }
    /// QZSS, the Japanese regional system.
    public static var qzss: Constellation { Constellation(rawValue: 5) }
    /// GLONASS, the Russian system.
    public static var glonass: Constellation { Constellation(rawValue: 6) }
    /// NavIC (IRNSS), the Indian regional system.
    public static var navic: Constellation { Constellation(rawValue: 7) }

    /// The letter of the system in RINEX (`M` for IMES, `?` for an unknown system).
    public var letter: Character {
        switch self {
        case .gps: "G"
        case .sbas: "S"
        case .galileo: "E"
        case .beidou: "C"
        case .imes: "M"
        case .qzss: "J"
        case .glonass: "R"
        case .navic: "I"
        default: "?"
        }
    }

    public static func < (a: Constellation, b: Constellation) -> Bool { a.rawValue < b.rawValue }
}

/// A satellite: its system and its number in that system, printed `E24`, `G05`.
public struct SatelliteID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The system of the satellite.
    public let constellation: Constellation

    /// The number in the system: PRN, Galileo SVID, GLONASS slot (255 if the slot is unknown), or SBAS PRN 120...158.
    public let number: UInt8

    /// Creates a satellite; nil if the number is outside the range that the system's interface document allows.
    ///
    /// - Parameters:
    ///   - constellation: The system; an unknown one accepts every number from 1.
    ///   - number: The number in the system (ranges: GPS 1...32, SBAS 120...158, Galileo 1...36, BeiDou 1...63, IMES
    ///     1...10, QZSS 1...10, GLONASS 1...32 or 255, NavIC 1...14).
    public init?(_ constellation: Constellation, _ number: Int) {
        let allowed: ClosedRange<Int> =
            switch constellation {
            case .gps: 1...32
            case .sbas: 120...158
            case .galileo: 1...36
            case .beidou: 1...63
            case .imes, .qzss: 1...10
            case .glonass: 1...32
            case .navic: 1...14
            default: 1...255
            }
        guard allowed.contains(number) || (constellation == .glonass && number == 255) else { return nil }
        self.constellation = constellation
        self.number = UInt8(number)
    }

    /// The letter of the system and two or three digits: `E24`, `S123`.
    public var description: String {
        "\(constellation.letter)\(number < 10 ? "0" : "")\(number)"
    }

    /// Orders by system, then by number.
    public static func < (a: SatelliteID, b: SatelliteID) -> Bool {
        (a.constellation.rawValue, a.number) < (b.constellation.rawValue, b.number)
    }
}
