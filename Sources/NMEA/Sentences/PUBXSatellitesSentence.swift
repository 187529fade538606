// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// `PUBX,03`: u-blox's satellites in view, in its own numbering.
public struct PUBXSatellitesSentence: TypedSentence {
    /// The satellites, whether used or not, without those whose number is unknown.
    public var satellites: [Satellite] = []

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .pubxSatellites else { return nil }
        let count = min(sentence.integer(2) ?? 0, (sentence.fieldCount - 3) / 6)
        for index in 0..<max(0, count) {
            let field = 3 + 6 * index
            guard let number = sentence.integer(field), let id = Self.satellite(number) else { continue }
            var satellite = Satellite(id)
            satellite.isUsed = sentence.letter(field + 1) == UInt8(ascii: "U")
            if let azimuth = sentence.bearing(field + 2), let elevation = sentence.decimal(field + 3) {
                satellite.azimuth = azimuth
                satellite.elevation = Angle(degrees: elevation)
            }
            if let cn0 = sentence.decimal(field + 4), cn0 > 0 { satellite.cn0 = cn0 }
            satellites.append(satellite)
        }
    }

    /// Returns the satellite for a number in u-blox's single range: GPS 1–32, BeiDou 33–64 and 159–163, GLONASS
    /// 65–96, SBAS 120–158, IMES 173–182, QZSS 193–202, Galileo 211–246.
    private static func satellite(_ number: Int) -> SatelliteID? {
        switch number {
        case 33...64: SatelliteID(.beidou, number - 27)
        case 159...163: SatelliteID(.beidou, number - 158)
        case 211...246: SatelliteID(.galileo, number - 210)
        default: SatelliteNumbering.satellite(number, talker: .none)
        }
    }
}
