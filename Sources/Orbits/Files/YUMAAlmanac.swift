// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// A GPS almanac in YUMA format (US Coast Guard Navigation Center): a block of lines `key: value` for each satellite.
enum YUMAAlmanac {
    /// The known keys; files abbreviate them in several ways.
    enum Key: String, CaseIterable {
        case id = "ID"
        case eccentricity = "Eccentricity"
        case second = "Time of Applicability"
        case inclination = "Orbital Inclination"
        case nodeRate = "Rate of Right Ascen"
        case rootSemiMajor = "SQRT(A)"
        case node = "Right Ascen at Week"
        case perigee = "Argument of Perigee"
        case anomaly = "Mean Anom"
        case week = "week"
    }

    /// The key and the value of a line; nil for a line of another form.
    static func key(_ line: Substring) -> (key: Key, value: Double)? {
        guard let colon = line.firstIndex(of: ":"), let key = Key.allCases.first(where: { line.hasPrefix($0.rawValue) })
        else { return nil }
        let text = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        guard let value = Double(text), value.isFinite else { return nil }
        return (key, value)
    }

    /// Reads the blocks; nil for each that is damaged.
    static func orbits(_ lines: [Substring], near time: GPSTime) -> [Orbit?] {
        var blocks: [[Key: Double]] = []
        for (key, value) in lines.lazy.compactMap(key) {
            if key == .id { blocks.append([:]) }
            if !blocks.isEmpty { blocks[blocks.count - 1][key] = value }
        }
        return blocks.map { orbit($0, near: time) }
    }

    private static func orbit(_ block: [Key: Double], near time: GPSTime) -> Orbit? {
        guard let id = block[.id].flatMap({ Int(exactly: $0.rounded()) }),
            let week = block[.week].flatMap({ Int(exactly: $0.rounded()) }),
            let second = block[.second].flatMap({ Int(exactly: $0.rounded()) }),
            let eccentricity = block[.eccentricity], let inclination = block[.inclination],
            let rate = block[.nodeRate], let root = block[.rootSemiMajor], let node = block[.node],
            let perigee = block[.perigee], let anomaly = block[.anomaly]
        else { return nil }
        let elements = KeplerianElements(
            reference: time, referenceSecond: 0, rootSemiMajor: root, eccentricity: eccentricity, meanAnomaly: anomaly,
            perigee: perigee, ascendingNode: node, ascendingNodeRate: rate, inclination: inclination, earth: .gps)
        return Orbit(gps: id, week: week, second: second, elements, near: time)
    }
}
