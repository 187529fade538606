// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Wire

/// The time stamp of a block: the first six bytes of its body.
enum SBFTime {
    /// The time in GPS time; nil if the receiver does not know it.
    static func of(_ block: Span<UInt8>) -> GPSTime? {
        guard let tow = block.little(UInt32.self, at: 8), let week = block.little(UInt16.self, at: 12),
            tow != .max, week != .max
        else { return nil }
        return GPSTime(week: Int(week), nanosecondsOfWeek: Int64(tow) * 1_000_000)
    }
}

extension SatelliteID {
    /// Converts an SVID of SBF (SBF reference guide, "Satellite ID and GLONASS frequency number"): GPS 1...37, GLONASS
    /// 38...61 and 63...68, 62 for a GLONASS satellite with an unknown slot, Galileo 71...106, SBAS 120...140 and
    /// 198...215, BeiDou 141...180 and 223...245, QZSS 181...190, NavIC 191...197 and 216...222.
    ///
    /// - Parameter number: The SVID; the result is nil if it is outside these ranges or `SatelliteID` does not support
    ///   the satellite.
    public init?(svid number: UInt8) {
        let number = Int(number)
        switch number {
        case 1...37: self.init(.gps, number)
        case 38...61: self.init(.glonass, number - 37)
        case 62: self.init(.glonass, 255)
        case 63...68: self.init(.glonass, number - 38)
        case 71...106: self.init(.galileo, number - 70)
        case 120...140: self.init(.sbas, number)
        case 141...180: self.init(.beidou, number - 140)
        case 181...190: self.init(.qzss, number - 180)
        case 191...197: self.init(.navic, number - 190)
        case 198...215: self.init(.sbas, number - 57)
        case 216...222: self.init(.navic, number - 208)
        case 223...245: self.init(.beidou, number - 182)
        default: return nil
        }
    }
}

extension Signal {
    /// Converts a signal number of SBF (SBF reference guide, "Signal type"); nil if it is reserved. For a signal with
    /// two components (E1 B and C), the result is the pilot, which receivers track.
    ///
    /// - Parameter number: 0...63.
    public init?(sbfNumber number: UInt8) {
        guard let signal = Self.sbf[number] else { return nil }
        self = signal
    }

    private static let sbf: [UInt8: Signal] = [
        0: .gpsL1CA, 1: .gpsL1P, 2: .gpsL2P, 3: .gpsL2CL, 4: .gpsL5Q, 5: .gpsL1C, 6: .qzssL1CA, 7: .qzssL2CL,
        8: .glonassL1OF, 9: .glonassL1P, 10: .glonassL2P, 11: .glonassL2OF, 12: .glonassL3, 13: .beidouB1CP,
        14: .beidouB2aP, 15: .navicL5A, 17: .galileoE1C, 19: .galileoE6C, 20: .galileoE5aQ, 21: .galileoE5bQ,
        22: .galileoE5, 24: .sbasL1CA, 25: .sbasL5I, 26: .qzssL5Q, 27: .qzssL6, 28: .beidouB1ID1, 29: .beidouB2ID1,
        30: .beidouB3ID1, 32: .qzssL1C, 33: .qzssL1S, 34: .beidouB2b, 38: .qzssL1CB, 39: .qzssL5S,
    ]
}
