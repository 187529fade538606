// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A subframe of LNAV of GPS and QZSS (IS-GPS-200, 20.3.3).
struct LNAVSubframe: Hashable, Sendable {
    private let bits: MessageBits

    init?(_ page: NavigationPage) {
        guard page.check != .failed, let bits = MessageBits(lnav: page), bits.unsigned(0, 8) == 0x8B else { return nil }
        self.bits = bits
    }

    /// 1...5 in a valid subframe.
    var number: Int { bits.unsigned(43, 3) }

    /// IODE of subframe 2 or 3; both parts of an ephemeris have the same value.
    var issue: Int { number == 2 ? bits.unsigned(48, 8) : bits.unsigned(216, 8) }

    /// Joins the subframes 2 and 3 of one issue (20.3.3.4).
    static func elements(_ second: LNAVSubframe, _ third: LNAVSubframe, near time: GPSTime) -> KeplerianElements? {
        let (orbit, angles) = (second.bits, third.bits)
        let reference = 16 * orbit.unsigned(216, 16)
        guard reference < GST.secondsInWeek else { return nil }
        let elements = KeplerianElements(
            reference: GPSTime(second: reference, every: GST.secondsInWeek, nearest: time),
            referenceSecond: Double(reference),
            rootSemiMajor: Double(orbit.unsigned(184, 32)) * 0x1p-19,
            eccentricity: Double(orbit.unsigned(136, 32)) * 0x1p-33,
            meanAnomaly: orbit.angle(88, 32, 0x1p-31), perigee: angles.angle(160, 32, 0x1p-31),
            ascendingNode: angles.angle(64, 32, 0x1p-31), ascendingNodeRate: angles.angle(192, 24, 0x1p-43),
            inclination: angles.angle(112, 32, 0x1p-31), inclinationRate: angles.angle(224, 14, 0x1p-43),
            meanMotionDifference: orbit.angle(72, 16, 0x1p-43), cuc: Double(orbit.signed(120, 16)) * 0x1p-29,
            cus: Double(orbit.signed(168, 16)) * 0x1p-29, cic: Double(angles.signed(48, 16)) * 0x1p-29,
            cis: Double(angles.signed(96, 16)) * 0x1p-29, crc: Double(angles.signed(144, 16)) * 0x1p-5,
            crs: Double(orbit.signed(56, 16)) * 0x1p-5, earth: .gps)
        return elements.isPlausible ? elements : nil
    }

    /// The almanac of a GPS satellite, in a page of subframe 4 or 5; nil if the page contains none (20.3.3.5.1.2).
    func almanac(near time: GPSTime) -> (satellite: SatelliteID, elements: KeplerianElements)? {
        guard number == 4 || number == 5, let satellite = SatelliteID(.gps, bits.unsigned(50, 6)) else { return nil }
        let reference = 4096 * bits.unsigned(72, 8)
        guard reference < GST.secondsInWeek else { return nil }
        let elements = KeplerianElements(
            // t_oa is at most half a week after the transmission, so the nearest instant is the right one.
            reference: GPSTime(second: reference, every: GST.secondsInWeek, nearest: time),
            referenceSecond: Double(reference), rootSemiMajor: Double(bits.unsigned(120, 24)) * 0x1p-11,
            eccentricity: Double(bits.unsigned(56, 16)) * 0x1p-21, meanAnomaly: bits.angle(192, 24, 0x1p-23),
            perigee: bits.angle(168, 24, 0x1p-23), ascendingNode: bits.angle(144, 24, 0x1p-23),
            ascendingNodeRate: bits.angle(96, 16, 0x1p-38),
            inclination: 0.3 * EarthModel.pi + bits.angle(80, 16, 0x1p-19), earth: .gps)
        return elements.isPlausible ? (satellite, elements) : nil
    }
}
