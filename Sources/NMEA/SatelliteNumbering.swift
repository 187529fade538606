// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The satellite numbers of NMEA. The meaning of a number depends on the system ID, or on the talker if there is no
/// system ID, or else on the number's range; manufacturers add their own variants.
public enum SatelliteNumbering {
    /// Returns the satellite for a number in a sentence; nil if no known numbering contains it.
    ///
    /// - Parameters:
    ///   - number: The number in GSA or GSV.
    ///   - talker: The talker of the sentence.
    ///   - system: The system ID of the sentence (1 GPS, 2 GLONASS, 3 Galileo, 4 BeiDou, 5 QZSS, 6 NavIC), if it has
    ///     one.
    public static func satellite(_ number: Int, talker: Talker, system: Int? = nil) -> SatelliteID? {
        guard number > 0 else { return nil }
        let stated = system.flatMap(constellation(systemID:)) ?? talker.constellation
        guard let stated, stated != .gps else { return byRange(number) }
        return own(number, stated) ?? byRange(number)
    }

    /// Returns the system for an NMEA system ID, 1...6.
    public static func constellation(systemID: Int) -> Constellation? {
        switch systemID {
        case 1: .gps
        case 2: .glonass
        case 3: .galileo
        case 4: .beidou
        case 5: .qzss
        case 6: .navic
        default: nil
        }
    }

    /// Returns the NMEA system ID of a system; SBAS belongs to GPS.
    public static func systemID(_ constellation: Constellation) -> Int? {
        switch constellation {
        case .gps, .sbas: 1
        case .glonass: 2
        case .galileo: 3
        case .beidou: 4
        case .qzss: 5
        case .navic: 6
        default: nil
        }
    }

    /// Returns the satellite for a number of a known system: in the system's own numbering, or with the offset of the
    /// extended numbering or of a manufacturer.
    private static func own(_ number: Int, _ constellation: Constellation) -> SatelliteID? {
        let (first, second) =
            switch constellation {
            case .glonass: (64, 0)
            case .galileo: (100, 300)
            case .beidou: (200, 400)
            case .qzss: (192, 0)
            case .navic: (500, 900)
            case .imes: (172, 0)
            default: (0, 0)
            }
        func shifted(_ shift: Int) -> SatelliteID? {
            number > shift && number - shift < 100 ? SatelliteID(constellation, number - shift) : nil
        }
        return shifted(0) ?? shifted(first) ?? shifted(second)
    }

    /// Returns the satellite for a number in the range shared by all systems, which includes the manufacturers'
    /// ranges.
    private static func byRange(_ number: Int) -> SatelliteID? {
        switch number {
        case 1...32: SatelliteID(.gps, number)
        case 33...64: SatelliteID(.sbas, number + 87)
        case 65...96: SatelliteID(.glonass, number - 64)
        case 101...119: SatelliteID(.galileo, number - 100)
        case 120...158: SatelliteID(.sbas, number)
        case 173...182: SatelliteID(.imes, number - 172)
        case 193...200: SatelliteID(.qzss, number - 192)
        case 201...263: SatelliteID(.beidou, number - 200)
        case 301...336: SatelliteID(.galileo, number - 300)
        case 401...463: SatelliteID(.beidou, number - 400)
        case 501...514: SatelliteID(.navic, number - 500)
        case 901...914: SatelliteID(.navic, number - 900)
        default: nil
        }
    }

    /// Returns the number to write for a satellite; nil if NMEA has none.
    ///
    /// - Parameters:
    ///   - satellite: The satellite.
    ///   - version: Up to 2.3, numbers are in the range shared by all systems (extended numbering); from 4.10 in the
    ///     system's own, but 65–96 for GLONASS.
    public static func number(of satellite: SatelliteID, version: NMEAVersion) -> Int? {
        let number = Int(satellite.number)
        switch satellite.constellation {
        case .gps: return number
        case .sbas: return number > 151 ? number : number - 87
        case .glonass: return number <= 32 ? number + 64 : nil
        default: break
        }
        if version >= .v410, systemID(satellite.constellation) != nil { return number }
        switch satellite.constellation {
        case .galileo: return number + 300
        case .beidou: return number + 400
        // 201 and 202 would be BeiDou's C01 and C02 for many readers, also for this one.
        case .qzss: return number <= 8 ? number + 192 : nil
        case .imes: return number + 172
        case .navic: return number + 500
        default: return nil
        }
    }
}
