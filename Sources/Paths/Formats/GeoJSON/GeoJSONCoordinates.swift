// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// Converts the `coordinates` of a geometry into paths: positions in nested arrays that all have the same depth.
struct GeoJSONCoordinates {
    /// The way in which positions are used.
    enum Kind: Equatable {
        /// Positions are held because the `type` is not known yet.
        case held
        /// Each position is a separate point.
        case points
        /// All positions form one path, with a gap at the end of each array.
        case line
        /// Each array forms a path; the last position may repeat the first.
        case rings
    }

    /// The geometry's `type`; nil if not known yet.
    let type: String?
    /// The largest number of positions to hold until the geometry's `type` is known.
    private let room: Int
    private let kind: Kind
    /// The required array depth of positions: 0 for `Point`, 1 for `LineString`, 2 for `Polygon`, 3 for `MultiPolygon`.
    private let expected: Int?
    /// The actual array depth; nil before the first position.
    private var depth: Int?
    /// Positions that are held or are separate points, and the ends of their arrays.
    private(set) var places: [Place] = []
    private var ends: [Int] = []
    /// The open path, whether a gap precedes its next point, and the complete paths.
    private var path: Int?
    private var isGap = false
    private(set) var complete: [Int] = []
    /// The first position of a ring, and the last one, which is not passed on yet because it may repeat the first.
    private var first: Place?
    private var heldBack: Place?

    private static let kinds: [String: (Kind, depth: Int)] = [
        "Point": (.points, 0), "MultiPoint": (.line, 1), "LineString": (.line, 1), "MultiLineString": (.line, 2),
        "Polygon": (.rings, 2), "MultiPolygon": (.rings, 3),
    ]
    /// The types that have coordinates.
    static var types: [String] { kinds.keys.sorted() }

    /// Creates the converter for a `type`, or for an unknown one if nil. Returns nil for a type without coordinates.
    init?(type: String?, room: Int) {
        self.room = room
        guard let type else {
            (self.type, kind, expected) = (nil, .held, nil)
            return
        }
        guard let (kind, depth) = Self.kinds[type] else { return nil }
        (self.type, self.kind, expected) = (type, kind, depth)
    }

    /// Reads the coordinates.
    ///
    /// - Throws: `PathFormatError` if the value has a different form or exceeds a limit.
    mutating func read(
        _ reader: inout JSONReader, _ collector: inout PathCollector, level: Int = 0
    ) throws(PathFormatError) {
        guard level <= 4 else {
            throw reader.failure("coordinates are nested too deeply; expected at most 4 levels of arrays")
        }
        var place = Place(longitude: .nan, latitude: .nan)
        var (count, numbers, hasArrays) = (0, 0, false)
        try reader.array { (reader: inout JSONReader) throws(PathFormatError) in
            count += 1
            let isArray = try reader.next() == UInt8(ascii: "[")
            guard isArray ? numbers == 0 : !hasArrays else {
                throw reader.failure("coordinates mix numbers and arrays at one level")
            }
            if isArray {
                hasArrays = true
                try read(&reader, &collector, level: level + 1)
                return
            }
            let number = try reader.number()
            guard count <= 3 else { return }
            numbers += 1
            switch count {
            case 1: place.longitude = number
            case 2: place.latitude = number
            default: place.height = number
            }
        }
        if numbers > 0 {
            guard numbers >= 2 else { throw reader.failure("a position needs a longitude and a latitude") }
            guard depth ?? level == level else {
                throw reader.failure("coordinates contain positions at different depths")
            }
            depth = level
            do {
                try collector.count()
                try take(place, &collector)
            } catch { throw error.line == nil ? reader.failure(error.reason) : error }
        } else if hasArrays, depth.map({ $0 == level + 1 }) ?? false {
            try endArray(&collector)
        }
        if level == 0 { try end(&collector) }
    }

    /// Processes the positions that were held, now that the type is known.
    mutating func replay(_ held: GeoJSONCoordinates, _ collector: inout PathCollector) throws(PathFormatError) {
        depth = held.depth
        var ends = held.ends[...]
        for (index, place) in held.places.enumerated() {
            while let end = ends.first, end <= index {
                if end > 0 { try endArray(&collector) }
                ends.removeFirst()
            }
            try take(place, &collector)
        }
        if !held.ends.isEmpty { try endArray(&collector) }
        try end(&collector)
    }
}

extension GeoJSONCoordinates {
    private mutating func take(_ place: Place, _ collector: inout PathCollector) throws(PathFormatError) {
        if let expected, let depth, depth != expected {
            throw PathFormatError(
                "coordinates of a \(type ?? "") with positions at array depth \(depth), expected \(expected)")
        }
        switch kind {
        case .held:
            guard places.count < room else {
                throw PathFormatError(
                    "a geometry with more than \(room) positions before its type; expected the type before the coordinates"
                )
            }
            places.append(place)
        case .points: places.append(place)
        case .line: try append(place, &collector)
        case .rings:
            if first == nil { first = place }
            if let before = heldBack { try append(before, &collector) }
            heldBack = place
        }
    }

    private mutating func append(_ place: Place, _ collector: inout PathCollector) throws(PathFormatError) {
        var draft = PointDraft()
        (draft.longitude, draft.latitude) = (place.longitude, place.latitude)
        if place.height.isFinite { draft.height.ellipsoidal = Length(metres: place.height) }
        draft.beginsSegment = isGap
        isGap = false
        let point = try draft.point()
        try collector.append(point, to: try collector.number(&path))
    }

    /// Handles the end of an array of positions.
    private mutating func endArray(_ collector: inout PathCollector) throws(PathFormatError) {
        switch kind {
        case .held: if ends.last != places.count { ends.append(places.count) }
        case .points: break
        case .line: isGap = path != nil
        case .rings:
            if let last = heldBack {
                let isClosed = path != nil && first.map { last.isAt($0) } ?? false
                if !isClosed { try append(last, &collector) }
            }
            (first, heldBack) = (nil, nil)
            try end(&collector)
        }
    }

    /// Ends a path, whose name is not known yet.
    private mutating func end(_ collector: inout PathCollector) throws(PathFormatError) {
        if let path { complete.append(path) }
        (path, isGap) = (nil, false)
    }
}
