// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A word of Galileo I/NAV (OS SIS ICD 2.1, 4.3.5).
struct INAVWord: Hashable, Sendable {
    private let bits: MessageBits
    /// The time at which the page began; nil if the receiver did not state it.
    private let time: GST?

    init?(_ page: NavigationPage) {
        guard page.check != .failed, let bits = MessageBits(inav: page) else { return nil }
        (self.bits, time) = (bits, page.time)
    }

    /// The word's type: 1...4 are parts of an ephemeris, 7...10 of almanacs.
    var type: Int { bits.unsigned(0, 6) }

    /// IODnav of an ephemeris word, IODa of an almanac word; all parts of one set have the same.
    var issue: Int { (1...4).contains(type) ? bits.unsigned(6, 10) : bits.unsigned(6, 4) }

    /// Joins the words 1 to 3 of one issue.
    ///
    /// - Parameter words: The words by type; word 4 may be among them.
    static func elements(_ words: [Int: INAVWord], near time: GPSTime) -> KeplerianElements? {
        guard let first = words[1]?.bits, let second = words[2]?.bits, let third = words[3]?.bits,
            let fourth = words[4]?.bits
        else { return nil }
        let reference = 60 * first.unsigned(16, 14)
        guard reference < GST.secondsInWeek else { return nil }
        let elements = KeplerianElements(
            reference: GPSTime(second: reference, every: GST.secondsInWeek, nearest: time),
            referenceSecond: Double(reference), rootSemiMajor: Double(first.unsigned(94, 32)) * 0x1p-19,
            eccentricity: Double(first.unsigned(62, 32)) * 0x1p-33, meanAnomaly: first.angle(30, 32, 0x1p-31),
            perigee: second.angle(80, 32, 0x1p-31), ascendingNode: second.angle(16, 32, 0x1p-31),
            ascendingNodeRate: third.angle(16, 24, 0x1p-43), inclination: second.angle(48, 32, 0x1p-31),
            inclinationRate: second.angle(112, 14, 0x1p-43), meanMotionDifference: third.angle(40, 16, 0x1p-43),
            cuc: Double(third.signed(56, 16)) * 0x1p-29, cus: Double(third.signed(72, 16)) * 0x1p-29,
            cic: Double(fourth.signed(22, 16)) * 0x1p-29, cis: Double(fourth.signed(38, 16)) * 0x1p-29,
            crc: Double(third.signed(88, 16)) * 0x1p-5, crs: Double(third.signed(104, 16)) * 0x1p-5, earth: .galileo)
        return elements.isPlausible ? elements : nil
    }

    /// The almanacs of three satellites in the words 7 to 10 of one issue. The words are sent in ascending
    /// order within a minute (OS SIS ICD 2.1, 4.3.3). The words for the next three satellites have the same issue, so
    /// words without a time cannot be joined.
    static func almanacs(
        _ words: [Int: INAVWord], near time: GPSTime
    ) -> [(satellite: SatelliteID, elements: KeplerianElements)] {
        let times = (7...10).compactMap { words[$0]?.time?.secondsSinceEpoch }
        guard times.count == 4, zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }), times[3] - times[0] < 60 else {
            return []
        }
        guard let seventh = words[7]?.bits, let eighth = words[8]?.bits, let ninth = words[9]?.bits,
            let tenth = words[10]?.bits, seventh.unsigned(10, 12) == ninth.unsigned(10, 12)
        else { return [] }
        let second = 600 * seventh.unsigned(12, 10)
        guard second < GST.secondsInWeek else { return [] }
        // WNa contains the lowest two bits of Galileo's week, whose week 0 began a multiple of four weeks after that of
        // GPS.
        let reference = GPSTime(
            second: seventh.unsigned(10, 2) * GST.secondsInWeek + second, every: 4 * GST.secondsInWeek, nearest: time)
        let parts = [
            (seventh.unsigned(22, 6), Shape(seventh, 28), Plane(seventh, 79), Anomaly(seventh, 106)),
            (eighth.unsigned(43, 6), Shape(eighth, 49), Plane(eighth, 100), Anomaly(ninth, 22)),
            (ninth.unsigned(71, 6), Shape(ninth, 77), Plane(tenth, 10), Anomaly(tenth, 37)),
        ]
        return parts.compactMap { number, shape, plane, anomaly in
            guard let satellite = SatelliteID(.galileo, number) else { return nil }
            let elements = KeplerianElements(
                reference: reference, referenceSecond: Double(second), rootSemiMajor: shape.rootSemiMajor,
                eccentricity: shape.eccentricity, meanAnomaly: anomaly.mean, perigee: shape.perigee,
                ascendingNode: plane.node, ascendingNodeRate: plane.rate, inclination: shape.inclination,
                earth: .galileo)
            return elements.isPlausible ? (satellite, elements) : nil
        }
    }

    private struct Shape {
        let rootSemiMajor: Double, eccentricity: Double, perigee: Double, inclination: Double

        init(_ bits: MessageBits, _ start: Int) {
            // The word states the differences from 29,600 km and from 56°.
            rootSemiMajor = 29_600_000.0.squareRoot() + Double(bits.signed(start, 13)) * 0x1p-9
            eccentricity = Double(bits.unsigned(start + 13, 11)) * 0x1p-16
            perigee = bits.angle(start + 24, 16, 0x1p-15)
            inclination = 56 * EarthModel.pi / 180 + bits.angle(start + 40, 11, 0x1p-14)
        }
    }

    private struct Plane {
        let node: Double, rate: Double

        init(_ bits: MessageBits, _ start: Int) {
            node = bits.angle(start, 16, 0x1p-15)
            rate = bits.angle(start + 16, 11, 0x1p-33)
        }
    }

    private struct Anomaly {
        let mean: Double

        init(_ bits: MessageBits, _ start: Int) { mean = bits.angle(start, 16, 0x1p-15) }
    }
}
