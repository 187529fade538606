// SPDX-License-Identifier: Apache-2.0

/// A caster's list of its streams: lines `STR;…`, ended by `ENDSOURCETABLE`. What it cannot read it leaves out.
struct SourceTable: Sendable {
    /// A stream.
    struct Entry: Hashable, Sendable {
        /// The mount point.
        var name: String
        /// Where its station is, for people.
        var place: String
        /// `RTCM 3.2`.
        var format: String
        /// In degrees; nil where it is not stated.
        var latitude: Double?
        /// In degrees.
        var longitude: Double?
    }

    /// No caster has a longer one, in bytes.
    static let limit = 4 << 20

    let entries: [Entry]

    /// Reads a table, or what has come of it.
    init(_ bytes: [UInt8]) {
        let lines = bytes.split { $0 == 10 || $0 == 13 }
        entries = lines.prefix(50_000).compactMap { Entry($0) }
    }

    /// Whether there is a stream of that name.
    func contains(_ name: String) -> Bool { entries.contains { $0.name == name } }

    /// Streams that may be meant by a name that is not there: the same in other letters, else the nearest with RTCM 3
    /// where it is known what they are to be near, else names that are like it.
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

    /// How many letters have to be changed, added or left out.
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
    /// Reads `STR;mount;place;format;…;lat;lon;…`.
    init?(_ line: ArraySlice<UInt8>) {
        let fields = line.prefix(2000).split(
            separator: UInt8(ascii: ";"), maxSplits: 12, omittingEmptySubsequences: false)
        guard fields.count >= 4, fields[0].elementsEqual("STR".utf8) else { return nil }
        func text(_ index: Int) -> String {
            guard index < fields.count else { return "" }
            let scalars = String(decoding: fields[index].prefix(100), as: UTF8.self).unicodeScalars
            return String(
                String.UnicodeScalarView(scalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }))
        }
        (name, place, format) = (text(1), text(2), text(3))
        guard !name.isEmpty else { return nil }
        let (lat, lon) = (Double(text(9)), Double(text(10)))
        // 0, 0 is what is written where nothing is known; 0...360 is allowed for longitudes.
        if let lat, let lon, (-90...90).contains(lat), (-180...360).contains(lon), lat != 0 || lon != 0 {
            (latitude, longitude) = (lat, lon > 180 ? lon - 360 : lon)
        }
    }

    /// How far it is, on a scale that only orders: degrees on the equator's scale, good enough to find the nearest.
    func distance(from place: (latitude: Double, longitude: Double)) -> Double? {
        guard let latitude, let longitude else { return nil }
        var east = abs(longitude - place.longitude)
        if east > 180 { east = 360 - east }
        let north = latitude - place.latitude
        // cos by its series is good to a few hundredths up to the pole.
        let radians = (latitude + place.latitude) / 2 * .pi / 180
        let square = radians * radians
        let shrink = max(0, 1 - square / 2 + square * square / 24 - square * square * square / 720)
        return north * north + east * east * shrink * shrink
    }
}
