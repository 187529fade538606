// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

/// A position in degrees, with a height in metres or NaN. It has only 24 bytes, because there may be millions of them.
struct Place: Hashable, Sendable {
    var longitude: Double
    var latitude: Double
    var height = Double.nan

    /// True if both have the same longitude and latitude.
    func isAt(_ other: Place) -> Bool { longitude == other.longitude && latitude == other.latitude }
}

/// The positions of a path, kept while its points are written, for the line and polygon that follow them.
struct Outline: Sendable {
    /// The largest number of points for which a line and polygon are written; a longer path consists of its points
    /// only.
    static let longest = 200_000

    private(set) var places: [Place] = []
    /// The indices at which a line begins, except the first position.
    private(set) var breaks: [Int] = []
    private var isTooLong = false
    /// True if every position has a height.
    private(set) var hasHeights = true

    /// Adds the position of a point.
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

    /// The lines between gaps; a single position is not a line.
    var lines: [ArraySlice<Place>] {
        var lines: [ArraySlice<Place>] = []
        var start = 0
        for end in breaks + [places.count] {
            if end - start >= 2 { lines.append(places[start..<end]) }
            start = end
        }
        return lines
    }

    /// The corners of the polygon that closes the path, without repeating the first; nil if there are fewer than three.
    var ring: ArraySlice<Place>? {
        guard let first = places.first else { return nil }
        var corners = places[...]
        while corners.count > 1, let last = corners.last, last.isAt(first) { corners.removeLast() }
        return corners.count >= 3 ? corners : nil
    }
}
