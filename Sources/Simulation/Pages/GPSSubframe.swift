// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A subframe of GPS LNAV (IS-GPS-200, 20.3).
struct GPSSubframe {
    /// Ten words as u-blox receivers deliver them: each has the last two bits of the preceding word above its 30
    /// bits, and its data bits are inverted if that word ended in a one.
    let words: [UInt32]

    /// Creates the subframe that starts at an instant.
    ///
    /// - Parameters:
    ///   - satellite: A GPS satellite.
    ///   - start: Whole seconds since the start of GPS time, a multiple of six.
    ///   - leap: Announced leap seconds.
    init?(_ satellite: SimulatedSatellite, start: Int, _ leap: LeapSeconds) {
        let frame = GPSTime(wholeSeconds: start / 30 * 30)
        let time = GPSTime(wholeSeconds: start)
        guard let sent = satellite.ephemeris(at: frame, leapSeconds: 0).keplerian else { return nil }
        let number = start / 6 % 5 + 1
        var data = BitWriter()
        data.write(0x8B, 8)
        data.write(0, 16)
        let second = Int(time.nanosecondsOfWeek / 1_000_000_000)
        data.write((second / 6 + 1) % 100_800, 17)
        data.write(0, 2)
        data.write(number, 3)
        data.write(0, 2)
        switch number {
        case 1: Self.clock(sent, week: time.week, &data)
        case 2: Self.orbit(sent, &data)
        case 3: Self.angles(sent, &data)
        default: Self.page(number: number, index: start / 30 % 25 + 1, leap.announced(at: time), time, &data)
        }
        words = Self.encoded(data)
    }

    private static func clock(_ sent: KeplerianEphemeris, week: Int, _ data: inout BitWriter) {
        data.write(week, 10)
        data.write(1, 2)  // C/A on L2
        data.write(0, 4)  // URA of 2.4 m or better
        data.write(0, 6)  // healthy
        data.write(0, 2)  // IODC, the upper bits: its lower ones are the IODE
        data.write(0, 24 + 24 + 24 + 16)
        data.write(sent.groupDelay, 8)
        data.write(sent.issue, 8)
        data.write(sent.referenceSecond / 16, 16)
        data.write(0, 8)
        data.write(sent.clockDrift, 16)
        data.write(sent.clockOffset, 22)
        data.write(0, 2)
    }

    private static func orbit(_ sent: KeplerianEphemeris, _ data: inout BitWriter) {
        data.write(sent.issue, 8)
        data.write(sent.crs, 16)
        data.write(sent.meanMotionDifference, 16)
        data.write(sent.meanAnomaly, 32)
        data.write(sent.cuc, 16)
        data.write(Int(sent.eccentricity), 32)
        data.write(sent.cus, 16)
        data.write(Int(sent.rootSemiMajor), 32)
        data.write(sent.referenceSecond / 16, 16)
        data.write(0, 1 + 5 + 2)
    }

    private static func angles(_ sent: KeplerianEphemeris, _ data: inout BitWriter) {
        data.write(sent.cic, 16)
        data.write(sent.ascendingNode, 32)
        data.write(sent.cis, 16)
        data.write(sent.inclination, 32)
        data.write(sent.crc, 16)
        data.write(sent.perigee, 32)
        data.write(sent.ascendingNodeRate, 24)
        data.write(sent.issue, 8)
        data.write(sent.inclinationRate, 14)
        data.write(0, 2)
    }

    /// Writes a page of subframe 4 or 5: page 18 of subframe 4 contains ionosphere and UTC; the others describe a
    /// dummy satellite (20.3.3.5.1.2).
    private static func page(
        number: Int, index: Int, _ leap: (before: Int, change: LeapSeconds.Change), _ time: GPSTime,
        _ data: inout BitWriter
    ) {
        data.write(1, 2)
        guard number == 4, index == 18 else {
            data.write(0, 6)
            for bit in 0..<184 { data.write(bit & 1, 1) }
            data.write(0, 2)
            return
        }
        data.write(56, 6)
        for value in Atmosphere.alpha + Atmosphere.beta { data.write(value, 8) }
        data.write(0, 24 + 32)
        data.write(Int(time.nanosecondsOfWeek / 1_000_000_000) / 4096, 8)
        data.write(time.week, 8)
        data.write(leap.before, 8)
        let days = leap.change.day.days(since: GPSTime.firstDay)
        data.write(days / 7, 8)
        data.write(days % 7 + 1, 8)
        data.write(leap.change.after, 8)
        data.write(0, 14 + 2)
    }

    // MARK: Parity

    /// For each parity bit, the bits that it sums: the last two bits of the preceding word (31 and 30) and the data
    /// bits (29...6) (IS-GPS-200, table 20-XIV).
    private static let masks: [UInt32] = [
        0xBB1F_3480, 0x5D8F_9A40, 0xAEC7_CD00, 0x5763_E680, 0x6BB1_F340, 0x8B7A_89C0,
    ]

    private static func encoded(_ data: BitWriter) -> [UInt32] {
        var before: UInt32 = 0
        return (0..<10).map { index in
            var source = before << 30 | data.number(24 * index..<24 * index + 24) << 6
            // The second and the last word must end in two zeros, so two of their bits are chosen to achieve that.
            if index == 1 || index == 9 {
                if (source & masks[4]).nonzeroBitCount & 1 == 1 { source ^= 1 << 6 }
                if (source & masks[5]).nonzeroBitCount & 1 == 1 { source ^= 1 << 7 }
            }
            var parity: UInt32 = 0
            for mask in masks { parity = parity << 1 | UInt32((source & mask).nonzeroBitCount & 1) }
            let isInverted = before & 1 == 1
            let sent = (isInverted ? source ^ 0x3FFF_FFC0 : source) | parity
            before = parity & 3
            return isInverted ? ~sent : sent
        }
    }
}
