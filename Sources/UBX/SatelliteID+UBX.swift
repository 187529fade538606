// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension SatelliteID {
    /// Creates a satellite from u-blox's old single number (NAV-SVINFO, RXM-RAW, RXM-SFRB, PUBX,03): GPS 1...32,
    /// BeiDou 33...64 and 159...163, GLONASS 65...96 (255 unknown), SBAS 120...158, IMES 173...182, QZSS 193...202,
    /// Galileo 211...246.
    ///
    /// - Parameter number: The number; the result is nil if it is in none of the ranges.
    public init?(ubxNumber number: UInt8) {
        let number = Int(number)
        switch number {
        case 1...32: self.init(.gps, number)
        case 33...64: self.init(.beidou, number - 27)
        case 65...96: self.init(.glonass, number - 64)
        case 120...158: self.init(.sbas, number)
        case 159...163: self.init(.beidou, number - 158)
        case 173...182: self.init(.imes, number - 172)
        case 193...202: self.init(.qzss, number - 192)
        case 211...246: self.init(.galileo, number - 210)
        case 255: self.init(.glonass, 255)
        default: return nil
        }
    }
}
