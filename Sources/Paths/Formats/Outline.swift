// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// A place in an outline, in degrees, with a height in metres or NaN: 24 bytes, as there may be millions.
struct Place: Hashable, Sendable {
    var longitude: Double
    var latitude: Double
    var height = Double.nan

    /// Whether it is the same place on the map.
    func isAt(_ other: Place) -> Bool { longitude == other.longitude && latitude == other.latitude }
}

/// The places of a path, kept while its points are written, for the line and the polygon behind them.
struct Outline: Sendable {
    /// The longest path whose line and polygon are written, in points; of a longer one the points are.
    static let longest = 200_000

    private(set) var places: [Place] = []
    /// Where a line begins, other than at the first place.
    private(set) var breaks: [Int] = []
    private var isTooLong = false
    /// Each place has a height.
    private(set) var hasHeights = true

    /// Adds a place.
    mutating func append(_ point: PathPoint, height: Length?) {
        guard !isTooLong, places.count < Self.longest else {
            (isTooLong, places, breaks) = (true, [], [])
            return
        }
        if point.beginsSegment, !places.isEmpty { breaks.append(places.count) }
        let metres = height?.metres ?? .nan
        if !metres.isFinite { hasHeights = false }
        let (longitude, latitude) = (point.position.longitude.degrees, point.position.latitude.degrees)
        places.append(Place(longitude: longitude, latitude: latitude, height: metres.isFinite ? metres : .nan))
    }

    /// The lines, parted at gaps; one of a single place is none.
    var lines: [ArraySlice<Place>] {
        var lines: [ArraySlice<Place>] = []
        var start = 0
        for end in breaks + [places.count] {
            if end - start >= 2 { lines.append(places[start..<end]) }
            start = end
        }
        return lines
    }

    /// The corners of the polygon that closes the path, the first one not repeated; nil where there are not three.
    var ring: ArraySlice<Place>? {
        guard let first = places.first else { return nil }
        var corners = places[...]
        while corners.count > 1, let last = corners.last, last.isAt(first) { corners.removeLast() }
        return corners.count >= 3 ? corners : nil
    }
}
