// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The orbits in a file: two-line elements, or an almanac in YUMA or SEM format.
public struct OrbitFile: Sendable {
    /// The format of a file.
    public enum Form: String, Sendable, CaseIterable {
        /// Two-line elements, each set with a line before it that names the satellite.
        case twoLine = "TLE"
        /// A GPS almanac in YUMA format.
        case yuma = "YUMA"
        /// A GPS almanac in SEM format.
        case sem = "SEM"
    }

    public let form: Form
    /// The orbits; only the newest one for each satellite.
    public let orbits: [Orbit]
    /// The number of entries that are damaged, or do not belong to a known satellite of a navigation system.
    public let ignored: Int

    /// The largest allowed file, in bytes.
    public static let sizeLimit = 4 << 20

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - time: An instant within ten years of the file's date. It determines the cycle of 1024 weeks to which a GPS
    ///     week in an almanac belongs.
    /// - Returns: Nil if the content has none of these formats.
    public init?(_ bytes: [UInt8], near time: GPSTime) {
        guard bytes.count <= Self.sizeLimit else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map(Self.trimmed)
        let entries: [Orbit?]
        if lines.contains(where: { $0.hasPrefix("1 ") && $0.utf8.count >= 69 }) {
            (form, entries) = (.twoLine, TwoLineFile.orbits(lines))
        } else if lines.contains(where: { YUMAAlmanac.key($0) != nil }) {
            (form, entries) = (.yuma, YUMAAlmanac.orbits(lines, near: time))
        } else if let almanac = SEMAlmanac.orbits(lines, near: time) {
            (form, entries) = (.sem, almanac)
        } else {
            return nil
        }
        var newest: [SatelliteID: Orbit] = [:]
        for case let orbit? in entries where newest[orbit.satellite].map({ $0.reference <= orbit.reference }) ?? true {
            newest[orbit.satellite] = orbit
        }
        orbits = newest.values.sorted { $0.satellite < $1.satellite }
        ignored = entries.count { $0 == nil }
    }

    /// The line without the spaces at its end.
    private static func trimmed(_ line: Substring) -> Substring {
        var line = line
        while line.last?.isWhitespace == true { line.removeLast() }
        return line
    }
}

extension Orbit {
    /// An almanac of a GPS satellite from a file.
    ///
    /// - Parameters:
    ///   - week: The GPS week, which may be counted modulo 1024.
    ///   - second: t_oa, a second of that week.
    ///   - elements: The elements without a reference.
    ///   - time: An instant that decides which week is meant.
    init?(gps number: Int, week: Int, second: Int, _ elements: KeplerianElements, near time: GPSTime) {
        guard let satellite = SatelliteID(.gps, number), (0..<8192).contains(week),
            (0..<GST.secondsInWeek).contains(second)
        else { return nil }
        var elements = elements
        elements.reference = GPSTime(
            second: week % 1024 * GST.secondsInWeek + second, every: 1024 * GST.secondsInWeek, nearest: time)
        elements.referenceSecond = Double(second)
        guard elements.isPlausible else { return nil }
        self.init(
            satellite: satellite, source: .almanac, reference: elements.reference, motion: .keplerian(elements))
    }
}
