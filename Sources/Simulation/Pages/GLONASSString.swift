// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// A string of the GLONASS navigation message (ICD L1, L2, edition 5.1, section 4). It lasts two seconds; fifteen
/// strings form a frame and five frames a superframe.
struct GLONASSString {
    /// The string as u-blox receivers deliver it: its 85 bits, the first transmitted in the most significant bit of
    /// the first word, and a fourth word with the number of the superframe in Moscow's week (from 1) above the number
    /// of the frame (1...5).
    let words: [UInt32]

    /// Creates the string that starts at an instant; nil if none does, or if a leap second interrupts it.
    ///
    /// - Parameters:
    ///   - satellite: A GLONASS satellite.
    ///   - start: Whole seconds since the start of GPS time.
    ///   - leap: Known leap seconds.
    init?(_ satellite: SimulatedSatellite, start: Int, _ leap: LeapSeconds) {
        let leapSeconds = leap.at(GPSTime(wholeSeconds: start))
        let time = GLONASSTime(start, leapSeconds: leapSeconds)
        guard time.seconds % 2 == 0, leap.at(GPSTime(wholeSeconds: start + 1)) == leapSeconds else { return nil }
        // Frames start on a half minute, and so do the half hours of an ephemeris.
        let begin = start - time.seconds % 30
        let sent = satellite.ephemeris(at: GPSTime(wholeSeconds: begin), leapSeconds: leapSeconds)
        guard case .glonass(let ephemeris) = sent else { return nil }
        let frame = time.seconds % 150 / 30 + 1
        let number = time.seconds % 30 / 2 + 1
        var data = BitWriter()
        data.write(0, 1)
        data.write(number, 4)
        switch number {
        case 1: Self.first(ephemeris, GLONASSTime(begin, leapSeconds: leapSeconds), &data)
        case 2: Self.second(ephemeris, &data)
        case 3: Self.third(ephemeris, frame: frame, &data)
        case 4: Self.fourth(ephemeris, time, &data)
        case 5: Self.fifth(time, &data)
        default:
            let index = 5 * (frame - 1) + (number - 6) / 2
            if SimulatedConstellations.glonass.indices.contains(index) {
                let midnight = start - time.secondOfDay
                let almanac = GLONASSAlmanac(SimulatedConstellations.glonass[index], midnight: midnight)
                if number % 2 == 0 { almanac.first(&data) } else { almanac.second(&data) }
            } else {
                Self.last(number, leap, GPSTime(wholeSeconds: start), &data)
            }
        }
        data.write(Self.check(data.bits), 8)
        data.write(0, 11)
        words =
            (0..<3).map { data.number(32 * $0..<32 * $0 + 32) }
            + [UInt32(time.secondOfWeek / 150 + 1) << 16 | UInt32(frame)]
    }

    // MARK: Immediate data (4.4)

    private static func first(_ sent: GLONASSEphemeris, _ frame: GLONASSTime, _ data: inout BitWriter) {
        data.write(0, 2)
        // P1: 1 if t_b is half an hour later than in the previous frame, 0 if it is the same.
        data.write(frame.seconds % 1800 == 0 ? 1 : 0, 2)
        data.write(frame.secondOfDay / 3600, 5)
        data.write(frame.secondOfDay / 60 % 60, 6)
        data.write(frame.secondOfDay / 30 % 2, 1)
        motion(sent, 0, &data)
    }

    private static func second(_ sent: GLONASSEphemeris, _ data: inout BitWriter) {
        data.write(0, 3)  // healthy
        data.write(sent.quarter & 1, 1)
        data.write(sent.quarter, 7)
        data.write(0, 5)
        motion(sent, 1, &data)
    }

    private static func third(_ sent: GLONASSEphemeris, frame: Int, _ data: inout BitWriter) {
        data.write(frame < 5 ? 1 : 0, 1)  // five satellites in the almanac of this frame, or four
        data.write(signAndMagnitude: Int(sent.frequencyOffset), 11)
        data.write(0, 1)
        data.write(0, 2)  // time parameters from the ground
        data.write(0, 1)  // healthy
        motion(sent, 2, &data)
    }

    private static func motion(_ sent: GLONASSEphemeris, _ axis: Int, _ data: inout BitWriter) {
        data.write(signAndMagnitude: Int(sent.velocity[axis]), 24)
        data.write(signAndMagnitude: Int(sent.acceleration[axis]), 5)
        data.write(signAndMagnitude: Int(sent.position[axis]), 27)
    }

    private static func fourth(_ sent: GLONASSEphemeris, _ time: GLONASSTime, _ data: inout BitWriter) {
        data.write(signAndMagnitude: Int(sent.clockOffset), 22)
        data.write(0, 5)  // L2 is not later than L1
        data.write(0, 5)  // data of today
        data.write(0, 14)
        data.write(0, 1)
        data.write(1, 4)  // 2 m
        data.write(0, 3)
        data.write(time.dayOfInterval, 11)
        data.write(Int(sent.satellite.number), 5)
        data.write(1, 2)  // GLONASS-M
    }

    private static func fifth(_ time: GLONASSTime, _ data: inout BitWriter) {
        data.write(time.dayOfInterval, 11)
        data.write(0, 32 + 1)  // UTC(SU) is exactly three hours behind
        data.write(time.interval, 5)
        data.write(0, 22)  // and GPS time differs by whole seconds
        data.write(0, 1)
    }

    /// Writes one of the last two strings of a superframe (4.5): UT1, and the change of UTC at the end of the quarter.
    private static func last(_ number: Int, _ leap: LeapSeconds, _ time: GPSTime, _ data: inout BitWriter) {
        guard number == 14 else { return data.write(0, 72) }
        data.write(0, 11 + 10)
        data.write(notice(leap, time), 2)
        data.write(0, 49)
    }

    /// KP: a second will be inserted (1), removed (3), or neither (0).
    private static func notice(_ leap: LeapSeconds, _ time: GPSTime) -> Int {
        let today = leap.utc(time).date
        let (year, month, _) = today.components
        let next = (month + 2) / 3 * 3 + 1
        let (before, change) = leap.announced(at: time)
        guard let end = CivilDate(year: next > 12 ? year + 1 : year, month: next > 12 ? 1 : next, day: 1),
            change.day >= today, change.day < end
        else { return 0 }
        return change.after > before ? 1 : 3
    }

    // MARK: Check (4.7)

    /// The positions of data bits in the Hamming code, from bit 9 of the string upwards: all except the powers of
    /// two.
    private static let places = (3...84).filter { $0.nonzeroBitCount > 1 }

    /// The check bits 8 to 1 of the data in bits 85 to 9: the XOR of the positions of all ones, preceded by the
    /// parity of all bits.
    static func check(_ bits: [UInt8]) -> Int {
        var (sum, ones) = (0, 0)
        for (bit, place) in zip(bits.reversed(), places) where bit == 1 { (sum, ones) = (sum ^ place, ones + 1) }
        return ((ones + sum.nonzeroBitCount) & 1) << 7 | sum
    }
}
