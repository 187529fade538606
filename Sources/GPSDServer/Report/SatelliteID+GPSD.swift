// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension SatelliteID {
    /// The number that gpsd calls `PRN`: NMEA's extended numbering, with one range per system. Nil for an unknown
    /// system and for a GLONASS satellite with an unknown slot.
    var gpsdPRN: Int? {
        let number = Int(number)
        switch constellation {
        case .gps: return number
        // 33...64 represent PRN 120...151; numbers from 152 on are unchanged.
        case .sbas: return number < 152 ? number - 87 : number
        case .galileo: return 300 + number
        case .beidou: return 400 + number
        case .imes: return 172 + number
        case .qzss: return 192 + number
        case .glonass: return number == 255 ? nil : 64 + number
        case .navic: return 500 + number
        default: return nil
        }
    }
}
