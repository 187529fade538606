// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The four global systems as planned in their interface documents, not with today's satellite positions: planes keep
/// their nominal node forever, and satellite numbers are assigned to slots in order.
enum NominalConstellations {
    /// All satellites.
    static let orbits = gps + glonass + galileo + beidou

    /// GPS: the baseline of 24 slots in six planes (GPS SPS Performance Standard 2001, table 3-1).
    static let gps: [CircularOrbit] = {
        let planes: [(node: Double, arguments: [Double])] = [
            (272.847, [268.126, 161.786, 11.676, 41.806]), (332.847, [80.956, 173.336, 309.976, 204.376]),
            (32.847, [111.876, 11.796, 339.666, 241.556]), (92.847, [135.226, 265.446, 35.136, 167.356]),
            (152.847, [197.046, 302.596, 66.066, 333.686]), (212.847, [238.886, 345.226, 105.206, 135.346]),
        ]
        return planes.enumerated().flatMap { index, plane in
            plane.arguments.enumerated().compactMap { slot, argument in
                SatelliteID(.gps, 4 * index + slot + 1).map {
                    CircularOrbit(
                        $0, radius: 26_559_700, inclination: 55, ascendingNode: plane.node, argument: argument)
                }
            }
        }
    }()

    /// GLONASS: 24 in three planes, period 11 h 15 min 44 s (ICD L1, L2, edition 5.1, section 3 and appendix 1).
    static let glonass = walker(
        .glonass, numbers: Array(1...24), radius: 25_508_000, inclination: 64.8, firstNode: 215.25)

    /// Galileo: 24 in three planes (Galileo OS Service Definition Document, reference constellation).
    static let galileo = walker(
        .galileo, numbers: Array(1...24), radius: 29_599_800, inclination: 56, firstNode: 317.632)

    /// BeiDou: 24 satellites in medium Earth orbits at 21 528 km (BDS-SIS-ICD-B1I 3.0, section 3.1), with the numbers
    /// of the real ones.
    static let beidou = walker(
        .beidou, numbers: Array(19...30) + Array(32...37) + Array(41...46), radius: 27_906_000, inclination: 55,
        firstNode: 0)

    /// A Walker constellation 24/3/1: three planes 120° apart with eight satellites each, shifted by 15° from plane
    /// to plane.
    private static func walker(
        _ constellation: Constellation, numbers: [Int], radius: Double, inclination: Double, firstNode: Double
    ) -> [CircularOrbit] {
        numbers.enumerated().compactMap { index, number in
            let (plane, slot) = index.quotientAndRemainder(dividingBy: 8)
            return SatelliteID(constellation, number).map {
                CircularOrbit(
                    $0, radius: radius, inclination: inclination, ascendingNode: firstNode + 120 * Double(plane),
                    argument: 45 * Double(slot) + 15 * Double(plane))
            }
        }
    }
}
