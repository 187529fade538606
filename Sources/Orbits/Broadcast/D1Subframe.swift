// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A subframe of BeiDou D1, which satellites in medium and inclined orbits transmit (BDS-SIS-ICD-B1I 3.0, 5.2).
struct D1Subframe: Hashable, Sendable {
    private let bits: MessageBits

    init?(_ page: NavigationPage) {
        guard page.check != .failed, let bits = MessageBits(d1: page), bits.unsigned(0, 11) == 0x712 else { return nil }
        self.bits = bits
    }

    /// 1...5 in a valid subframe.
    var number: Int { bits.unsigned(15, 3) }

    /// SOW: the second of BeiDou's week at which the subframe begins.
    var second: Int { bits.unsigned(18, 20) }

    /// BeiDou time starts this many seconds after GPS time: at 2006-01-01T00:00:00 UTC.
    private static let start = 1356 * GST.secondsInWeek + 14

    /// Joins the subframes 2 and 3 of one frame (5.2.4.12).
    static func elements(_ second: D1Subframe, _ third: D1Subframe, near time: GPSTime) -> KeplerianElements? {
        let (orbit, angles) = (second.bits, third.bits)
        let reference = 8 * (orbit.unsigned(222, 2) << 15 | angles.unsigned(38, 15))
        guard reference < GST.secondsInWeek else { return nil }
        let elements = KeplerianElements(
            reference: GPSTime(second: reference, every: GST.secondsInWeek, from: start, nearest: time),
            referenceSecond: Double(reference), rootSemiMajor: Double(orbit.unsigned(190, 32)) * 0x1p-19,
            eccentricity: Double(orbit.unsigned(104, 32)) * 0x1p-33, meanAnomaly: orbit.angle(72, 32, 0x1p-31),
            perigee: angles.angle(191, 32, 0x1p-31), ascendingNode: angles.angle(159, 32, 0x1p-31),
            ascendingNodeRate: angles.angle(103, 24, 0x1p-43), inclination: angles.angle(53, 32, 0x1p-31),
            inclinationRate: angles.angle(145, 14, 0x1p-43), meanMotionDifference: orbit.angle(38, 16, 0x1p-43),
            cuc: Double(orbit.signed(54, 18)) * 0x1p-31, cus: Double(orbit.signed(136, 18)) * 0x1p-31,
            cic: Double(angles.signed(85, 18)) * 0x1p-31, cis: Double(angles.signed(127, 18)) * 0x1p-31,
            crc: Double(orbit.signed(154, 18)) * 0x1p-6, crs: Double(orbit.signed(172, 18)) * 0x1p-6, earth: .beidou)
        return elements.isPlausible ? elements : nil
    }

    /// The almanac in a page of subframe 4 or 5; nil if the page contains none (5.2.4.15 and 5.2.4.16).
    func almanac(near time: GPSTime) -> (satellite: SatelliteID, elements: KeplerianElements)? {
        guard let satellite = almanacSatellite else { return nil }
        let reference = 4096 * bits.unsigned(149, 8)
        guard reference < GST.secondsInWeek else { return nil }
        let isGeostationary = satellite.number <= 5 || satellite.number >= 59
        let elements = KeplerianElements(
            reference: GPSTime(second: reference, every: GST.secondsInWeek, from: Self.start, nearest: time),
            referenceSecond: Double(reference), rootSemiMajor: Double(bits.unsigned(46, 24)) * 0x1p-11,
            eccentricity: Double(bits.unsigned(116, 17)) * 0x1p-21, meanAnomaly: bits.angle(198, 24, 0x1p-23),
            perigee: bits.angle(174, 24, 0x1p-23), ascendingNode: bits.angle(92, 24, 0x1p-23),
            ascendingNodeRate: bits.angle(157, 17, 0x1p-38),
            inclination: (isGeostationary ? 0 : 0.3 * EarthModel.pi) + bits.angle(133, 16, 0x1p-19), earth: .beidou)
        return elements.isPlausible ? (satellite, elements) : nil
    }

    /// The satellite that the page's almanac describes.
    private var almanacSatellite: SatelliteID? {
        let page = bits.unsigned(39, 7)
        switch (number, page) {
        case (4, 1...24): return SatelliteID(.beidou, page)
        case (5, 1...6): return SatelliteID(.beidou, 24 + page)
        // The expanded pages; AmID determines the satellites that they describe.
        case (5, 11...23):
            switch bits.unsigned(222, 2) {
            case 1: return SatelliteID(.beidou, 20 + page)
            case 2: return SatelliteID(.beidou, 33 + page)
            case 3 where page <= 17: return SatelliteID(.beidou, 46 + page)
            default: return nil
            }
        default: return nil
        }
    }
}
