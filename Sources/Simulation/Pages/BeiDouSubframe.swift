// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A subframe of BeiDou D1, transmitted by satellites in medium and inclined orbits (BDS-SIS-ICD-B1I 3.0, 5.2). It
/// lasts six seconds; five subframes form a frame and 24 frames a superframe.
struct BeiDouSubframe {
    /// Ten words of 30 bits, in the order in which u-blox receivers deliver them: on the air the bits of two
    /// codewords alternate; here the codewords follow each other, and then their parities.
    let words: [UInt32]

    /// Creates the subframe that starts at an instant; nil if none does.
    ///
    /// - Parameters:
    ///   - satellite: A BeiDou satellite in a medium Earth orbit.
    ///   - start: Whole seconds since the start of GPS time.
    ///   - leap: Announced leap seconds.
    init?(_ satellite: SimulatedSatellite, start: Int, _ leap: LeapSeconds) {
        let scales = KeplerianScales.beidou
        let own = start - scales.secondsBehindGPS
        guard own >= 0, own % 6 == 0 else { return nil }
        let frame = GPSTime(wholeSeconds: start - own % 30)
        guard let sent = satellite.ephemeris(at: frame, leapSeconds: 0).keplerian else { return nil }
        let (week, second) = own.quotientAndRemainder(dividingBy: GST.secondsInWeek)
        let number = own / 6 % 5 + 1
        var data = BitWriter()
        data.write(0b111_0001_0010, 11)
        data.write(0, 4)
        data.write(number, 3)
        data.write(second, 20)
        switch number {
        case 1: Self.clock(sent, week: week - scales.firstWeek, &data)
        case 2: Self.orbit(sent, &data)
        case 3: Self.angles(sent, &data)
        default:
            let page = BeiDouPage(frame: second / 30, week: week - scales.firstWeek)
            page.write(subframe: number, leap.announced(at: GPSTime(wholeSeconds: start)), &data)
        }
        words = Self.encoded(data)
    }

    private static func clock(_ sent: KeplerianEphemeris, week: Int, _ data: inout BitWriter) {
        data.write(0, 1)  // healthy
        data.write(sent.issue, 5)
        data.write(0, 4)  // URA of 2.4 m or better
        data.write(week, 13)
        data.write(sent.referenceSecond / 8, 17)
        data.write(sent.groupDelay, 10)
        data.write(sent.secondGroupDelay, 10)
        for value in Atmosphere.alpha + Atmosphere.beta { data.write(value, 8) }
        data.write(0, 11)
        data.write(sent.clockOffset, 24)
        data.write(sent.clockDrift, 22)
        data.write(sent.issue, 5)
    }

    private static func orbit(_ sent: KeplerianEphemeris, _ data: inout BitWriter) {
        data.write(sent.meanMotionDifference, 16)
        data.write(sent.cuc, 18)
        data.write(sent.meanAnomaly, 32)
        data.write(Int(sent.eccentricity), 32)
        data.write(sent.cus, 18)
        data.write(sent.crc, 18)
        data.write(sent.crs, 18)
        data.write(Int(sent.rootSemiMajor), 32)
        data.write((sent.referenceSecond / 8) >> 15, 2)
    }

    private static func angles(_ sent: KeplerianEphemeris, _ data: inout BitWriter) {
        data.write(sent.referenceSecond / 8, 15)
        data.write(sent.inclination, 32)
        data.write(sent.cic, 18)
        data.write(sent.ascendingNodeRate, 24)
        data.write(sent.cis, 18)
        data.write(sent.inclinationRate, 14)
        data.write(sent.ascendingNode, 32)
        data.write(sent.perigee, 32)
        data.write(0, 1)
    }

    // MARK: Parity

    /// Adds the parity. The first word has 15 bits without parity and one codeword; the others have two codewords.
    private static func encoded(_ data: BitWriter) -> [UInt32] {
        let first = data.number(0..<26) << 4 | parity(data.number(15..<26))
        return [first]
            + (0..<9).map { index in
                let start = 26 + 22 * index
                let (high, low) = (data.number(start..<start + 11), data.number(start + 11..<start + 22))
                return high << 19 | low << 8 | parity(high) << 4 | parity(low)
            }
    }

    /// The parity of eleven bits by BCH(15,11,1): the remainder of the division by X⁴ + X + 1 (5.1.3).
    static func parity(_ information: UInt32) -> UInt32 {
        var rest = information << 4
        for bit in stride(from: UInt32(14), through: 4, by: -1) where rest >> bit & 1 == 1 {
            rest ^= 0b10011 << (bit - 4)
        }
        return rest
    }
}
