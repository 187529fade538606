// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A GPS almanac in SEM format (ICD-GPS-240, appendix; angles are in semicircles): the number of satellites and a
/// title; week and t_oa; then, for each satellite, numbers in a fixed order, regardless of line breaks.
enum SEMAlmanac {
    /// The number of values for a satellite: PRN, SVN, URA, eccentricity, inclination less 0.3 semicircles, rate of the
    /// node, root of the semi-major axis, node, perigee, mean anomaly, clock bias and drift, health, configuration.
    private static let count = 14
    /// The largest number of satellites that are read.
    private static let limit = 64

    /// Reads the satellites; nil for each that is damaged.
    ///
    /// - Returns: Nil if the file has another format.
    static func orbits(_ lines: [Substring], near time: GPSTime) -> [Orbit?]? {
        let filled = lines.filter { !$0.isEmpty }
        guard filled.count > 2, let satellites = filled[0].split(separator: " ").first.flatMap({ Int($0) }),
            (1...limit).contains(satellites)
        else { return nil }
        let head = filled[1].split(separator: " ").compactMap { Int($0) }
        guard head.count == 2 else { return nil }
        let words: [Substring] = filled[2...].flatMap { $0.split { $0 == " " || $0 == "\t" } }
        let numbers: [Double] = words.prefix(satellites * count).map { Double($0) ?? .nan }
        guard numbers.count >= count else { return nil }
        return (0..<numbers.count / count).map { index in
            orbit(Array(numbers[index * count..<(index + 1) * count]), week: head[0], second: head[1], near: time)
        }
    }

    private static func orbit(_ numbers: [Double], week: Int, second: Int, near time: GPSTime) -> Orbit? {
        guard let id = Int(exactly: numbers[0]) else { return nil }
        let elements = KeplerianElements(
            reference: time, referenceSecond: 0, rootSemiMajor: numbers[6], eccentricity: numbers[3],
            meanAnomaly: numbers[9] * EarthModel.pi, perigee: numbers[8] * EarthModel.pi,
            ascendingNode: numbers[7] * EarthModel.pi, ascendingNodeRate: numbers[5] * EarthModel.pi,
            inclination: (0.3 + numbers[4]) * EarthModel.pi, earth: .gps)
        return Orbit(gps: id, week: week, second: second, elements, near: time)
    }
}
