// SPDX-License-Identifier: Apache-2.0

/// The `coordinates` of a geometry: positions in arrays of any depth that is the same throughout.
struct GeoJSONCoordinates {
    /// All positions, in order.
    private(set) var places: [Place] = []
    /// How deep positions are: 0 of a `Point`, 1 of a `LineString`, 2 of a `Polygon`, 3 of a `MultiPolygon`; nil where
    /// there is none.
    private(set) var depth: Int?
    /// Where arrays of positions end.
    private(set) var ends: [Int] = []

    /// The arrays of positions; empty ones are left out.
    var lines: [ArraySlice<Place>] {
        var (lines, start): ([ArraySlice<Place>], Int) = ([], 0)
        for end in ends {
            if end > start { lines.append(places[start..<end]) }
            start = end
        }
        return lines
    }

    /// Reads them.
    ///
    /// - Throws: where something else stands there; where there are more than may be read.
    init(_ reader: inout JSONReader, _ collector: inout PathCollector) throws(PathFormatError) {
        try read(&reader, &collector, level: 0)
    }

    private mutating func read(
        _ reader: inout JSONReader, _ collector: inout PathCollector, level: Int
    ) throws(PathFormatError) {
        guard level <= 4 else {
            throw reader.failure("coordinates are too deep; expected 4 arrays in each other at most")
        }
        var numbers: [Double] = []
        var (count, hasArrays) = (0, false)
        let before = ends.count
        try reader.array { (reader: inout JSONReader) throws(PathFormatError) in
            count += 1
            if reader.next() == UInt8(ascii: "[") {
                hasArrays = true
                try read(&reader, &collector, level: level + 1)
            } else {
                let number = try reader.number()
                if count <= 3 { numbers.append(number) }
            }
        }
        if !numbers.isEmpty {
            guard !hasArrays else { throw reader.failure("numbers and arrays side by side in coordinates") }
            try add(numbers, level, reader, &collector)
        } else if hasArrays, ends.count == before, depth.map({ $0 == level + 1 }) ?? false {
            ends.append(places.count)
        }
    }

    private mutating func add(
        _ numbers: [Double], _ level: Int, _ reader: JSONReader, _ collector: inout PathCollector
    ) throws(PathFormatError) {
        guard numbers.count >= 2 else { throw reader.failure("a position needs a longitude and a latitude") }
        guard depth ?? level == level else { throw reader.failure("positions of different depth in coordinates") }
        depth = level
        let height = numbers.count > 2 ? numbers[2] : .nan
        places.append(Place(longitude: numbers[0], latitude: numbers[1], height: height))
        do { try collector.count() } catch { throw reader.failure(error.reason) }
    }
}
