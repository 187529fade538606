// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A string of the GLONASS navigation message (ICD L1, L2, edition 5.1, section 4). Bit n of the ICD is the bit 85 − n
/// here.
struct GLONASSString: Hashable, Sendable {
    private let bits: MessageBits
    /// The time at which the string began; nil if the receiver did not state it.
    let time: GST?

    init?(_ page: NavigationPage) {
        guard page.check != .failed, let bits = MessageBits(glonass: page), bits.unsigned(0, 1) == 0 else { return nil }
        (self.bits, time) = (bits, page.time)
    }

    /// m: 1...15.
    var number: Int { bits.unsigned(1, 4) }

    /// String 3: true if the frame contains five satellites' almanacs; the last frame of a superframe has four.
    var hasFiveAlmanacs: Bool { bits.unsigned(5, 1) == 1 }

    /// True if the other string belongs to the same frame and precedes this one: the difference of their times matches
    /// that of their numbers. Without both times, only the numbers are compared.
    func follows(_ other: GLONASSString) -> Bool {
        guard let time, let before = other.time else { return number > other.number }
        return time.secondsSinceEpoch - before.secondsSinceEpoch == 2 * (number - other.number)
    }

    /// Joins the strings 1 to 3 of one frame (4.4).
    static func state(
        _ strings: [Int: GLONASSString], near time: GPSTime
    ) -> (reference: GPSTime, state: GLONASSStateVector)? {
        guard let first = strings[1]?.bits, let second = strings[2]?.bits, let third = strings[3]?.bits else {
            return nil
        }
        let axes = [first, second, third]
        let positions = axes.map { $0.signAndMagnitude(50, 27) * 0x1p-11 * 1000 }
        let velocities = axes.map { $0.signAndMagnitude(21, 24) * 0x1p-20 * 1000 }
        let pulls = axes.map { $0.signAndMagnitude(45, 5) * 0x1p-30 * 1000 }
        let state = GLONASSStateVector(
            position: Vector(positions[0], positions[1], positions[2]),
            velocity: Vector(velocities[0], velocities[1], velocities[2]), pull: Vector(pulls[0], pulls[1], pulls[2]))
        // t_b: a quarter of an hour of the day in Moscow.
        let quarter = second.unsigned(9, 7)
        guard quarter < 96, state.isPlausible else { return nil }
        let reference = GPSTime(
            second: 900 * quarter, every: 86_400, from: moscowMidnight(near: time), nearest: time)
        return (reference, state)
    }

    /// N4 and N^A of string 5: the four-year interval, from 1996, and the day in it to which the almanacs refer.
    var almanacDay: (interval: Int, day: Int)? {
        let (interval, day) = (bits.unsigned(49, 5), bits.unsigned(5, 11))
        return number == 5 && interval >= 1 && (1...1461).contains(day) ? (interval, day) : nil
    }

    /// Joins the two strings of an almanac (4.5).
    ///
    /// - Parameter day: The day from string 5.
    static func almanac(
        _ first: GLONASSString, _ second: GLONASSString, day: (interval: Int, day: Int), near time: GPSTime
    ) -> (satellite: SatelliteID, reference: GPSTime, almanac: GLONASSAlmanac)? {
        let (orbit, turn) = (first.bits, second.bits)
        guard let satellite = SatelliteID(.glonass, orbit.unsigned(8, 5)), satellite.number <= 24 else { return nil }
        let pi = Double.pi
        let almanac = GLONASSAlmanac(
            node: orbit.signAndMagnitude(23, 21) * 0x1p-20 * pi,
            inclination: (63.0 / 180 + orbit.signAndMagnitude(44, 18) * 0x1p-20) * pi,
            eccentricity: Double(orbit.unsigned(62, 15)) * 0x1p-20,
            perigee: turn.signAndMagnitude(5, 16) * 0x1p-15 * pi,
            period: 43_200 + turn.signAndMagnitude(42, 22) * 0x1p-9,
            periodChange: turn.signAndMagnitude(64, 7) * 0x1p-14)
        guard almanac.isPlausible else { return nil }
        // The four-year intervals count from 1996-01-01. The day begins at midnight in Moscow.
        let days = firstDay.days(since: GPSTime.firstDay) + 1461 * (day.interval - 1) + day.day - 1
        let midnight = 86_400 * days - 10_800 + LeapSeconds.announced.at(time)
        let reference = GPSTime(wholeSeconds: midnight).advanced(
            by: Int64(turn.unsigned(21, 21)) * 1_000_000_000 / 32)
        return reference.map { (satellite, $0, almanac) }
    }

    private static let firstDay = CivilDate(daysSince1970: 9_496)

    /// A midnight in Moscow, three hours ahead of UTC, in whole seconds since the start of GPS time.
    private static func moscowMidnight(near time: GPSTime) -> Int { LeapSeconds.announced.at(time) - 10_800 }
}
