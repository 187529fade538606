// SPDX-License-Identifier: Apache-2.0

/// A caster's source table: lines `STR;…`, ended by `ENDSOURCETABLE`. Invalid lines are ignored.
struct SourceTable: Sendable {
    /// A stream.
    struct Entry: Hashable, Sendable {
        /// The mount point.
        var name: String
        /// The location of the station, for people.
        var place: String
        /// The data format, such as `RTCM 3.2`.
        var format: String
        /// The latitude in degrees; nil if unknown.
        var latitude: Double?
        /// The longitude in degrees; nil if unknown.
        var longitude: Double?
        /// The messages and their intervals: `1005(10),1077(1)`.
        var details = ""
        /// The satellite systems: `GPS+GLO+GAL`.
        var systems = ""
        var network = ""
        var country = ""
        /// True if the caster sends nothing until it knows the client's position.
        var needsPosition = false
        /// `N` for no authentication, `B` for user and password (Basic), `D` for Digest.
        var authentication = ""
        /// True if the caster's operator charges a fee for the stream.
        var hasFee = false
    }

    /// The largest size in bytes, which is more than any caster sends.
    static let limit = 4 << 20

    /// The last line.
    private static let end = Array("ENDSOURCETABLE".utf8)

    let entries: [Entry]

    /// Reads a complete or truncated table.
    init(_ bytes: [UInt8]) {
        let most = 50_000
        let lines = bytes.split(maxSplits: most) { $0 == 10 || $0 == 13 }
        entries = lines.prefix(most).compactMap { Entry($0) }
    }

    /// Returns true if the last of the bytes are the last line of a table, with or without a line end.
    static func isComplete(_ bytes: [UInt8]) -> Bool {
        let tail = bytes.suffix(64)
        guard let last = tail.lastIndex(where: { $0 != 10 && $0 != 13 && $0 != 32 }) else { return false }
        let text = tail[...last]
        guard text.count >= end.count, text.suffix(end.count).elementsEqual(end) else { return false }
        let start = text.endIndex - end.count
        return start == 0 || bytes[start - 1] == 10 || bytes[start - 1] == 13
    }

    /// Returns true if the table contains the stream.
    func contains(_ name: String) -> Bool { entries.contains { $0.name == name } }

    /// Suggests streams to replace an unknown name: those whose names differ only in case, otherwise the nearest RTCM 3
    /// streams if `place` is known, otherwise those with similar names.
    func alternatives(to name: String, near place: (latitude: Double, longitude: Double)?, most: Int = 3) -> [Entry] {
        let lower = name.lowercased()
        let same = entries.filter { $0.name.lowercased() == lower }
        if !same.isEmpty { return Array(same.prefix(most)) }
        let usable = entries.filter {
            $0.format.uppercased().hasPrefix("RTCM 3") || $0.format.uppercased().hasPrefix("RTCM3")
        }
        if let place {
            let near = usable.compactMap { entry in entry.distance(from: place).map { (entry, $0) } }
            if !near.isEmpty { return near.sorted { $0.1 < $1.1 }.prefix(most).map(\.0) }
        }
        let alike = (usable.isEmpty ? entries : usable).prefix(5000).map {
            ($0, Self.distance($0.name.lowercased(), lower))
        }
        return alike.sorted { $0.1 < $1.1 }.prefix(most).map(\.0)
    }

    /// The edit distance: the number of letters to change, add or remove.
    static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.utf8.prefix(64)), Array(b.utf8.prefix(64)))
        var row = Array(0...b.count)
        for (index, letter) in a.enumerated() {
            var corner = row[0]
            row[0] = index + 1
            for column in b.indices {
                let cost = min(row[column + 1] + 1, row[column] + 1, corner + (letter == b[column] ? 0 : 1))
                corner = row[column + 1]
                row[column + 1] = cost
            }
        }
        return row[b.count]
    }
}

extension SourceTable.Entry {
    /// Parses `STR;mount;place;format;…;lat;lon;…`; nil for any other line.
    init?(_ line: ArraySlice<UInt8>) {
        let fields = line.prefix(2000).split(
            separator: UInt8(ascii: ";"), maxSplits: 18, omittingEmptySubsequences: false)
        guard fields.count >= 4, fields[0].elementsEqual("STR".utf8) else { return nil }
        func text(_ index: Int) -> String {
            guard index < fields.count else { return "" }
            let scalars = String(decoding: fields[index].prefix(100), as: UTF8.self).unicodeScalars
            return String(
                String.UnicodeScalarView(scalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }))
        }
        (name, place, format) = (text(1), text(2), text(3))
        guard !name.isEmpty else { return nil }
        (details, systems, network, country) = (text(4), text(6), text(7), text(8))
        (needsPosition, authentication, hasFee) = (text(11) == "1", text(15), text(16) == "Y")
        let (lat, lon) = (Double(text(9)), Double(text(10)))
        // Casters write 0, 0 for an unknown position; longitudes may be 0...360.
        if let lat, let lon, (-90...90).contains(lat), (-180...360).contains(lon), lat != 0 || lon != 0 {
            (latitude, longitude) = (lat, lon > 180 ? lon - 360 : lon)
        }
    }

    /// A measure to order streams by distance: the square of the approximate distance in degrees; nil if the position
    /// is unknown.
    func distance(from place: (latitude: Double, longitude: Double)) -> Double? {
        guard let latitude, let longitude else { return nil }
        var east = abs(longitude - place.longitude)
        if east > 180 { east = 360 - east }
        let north = latitude - place.latitude
        // This Taylor series of the cosine is accurate to a few hundredths at all latitudes.
        let radians = (latitude + place.latitude) / 2 * .pi / 180
        let square = radians * radians
        let shrink = max(0, 1 - square / 2 + square * square / 24 - square * square * square / 720)
        return north * north + east * east * shrink * shrink
    }
}
