// SPDX-License-Identifier: Apache-2.0

/// Cuts lines and rings at the antimeridian, as RFC 7946, section 3.1.9, recommends.
///
/// Between two positions, the line takes the shorter way, straight in longitude and latitude.
enum Antimeridian {
    /// Cuts a line into parts within −180°...180°; returns the line itself if it does not cross the antimeridian.
    static func cut(line: some Sequence<Place>) -> [[Place]] {
        var parts: [[Place]] = []
        var part: [Place] = []
        for place in line {
            if let last = part.last, abs(place.longitude - last.longitude) > 180 {
                let side: Double = last.longitude < 0 ? -180 : 180
                let there = Place(
                    longitude: place.longitude + 2 * side, latitude: place.latitude, height: place.height)
                let crossing = last.crossing(there, at: side)
                parts.append(part + [crossing])
                part = [Place(longitude: -side, latitude: crossing.latitude, height: crossing.height)]
            }
            part.append(place)
        }
        parts.append(part)
        // A line that only touches the antimeridian also produces parts with a single position, which are dropped.
        return parts.map(withoutRepetitions).filter { $0.count > 1 || parts.count == 1 }
            .map { $0.count > 1 ? $0 : $0 + $0 }
    }

    /// Cuts a ring into closed, counter-clockwise rings within −180°...180° that together form the same polygon.
    ///
    /// A ring around a pole contains the nearer pole.
    static func cut(ring: some Sequence<Place>) -> [[Place]] {
        let unrolled = unrolled(ring)
        var rings = [unrolled]
        let longitudes = unrolled.map(\.longitude)
        guard let west = longitudes.min(), let east = longitudes.max() else { return [] }
        // A ring that goes around the Earth a hundred times has no meaningful interior.
        guard east - west < 360 * 100 else { return [closed(Array(ring))].compactMap { $0 } }
        if west < -180 || east > 180 {
            var line = ((west + 180) / 360).rounded(.down) * 360 + 180
            while line < east {
                rings = rings.flatMap { RingCut(ring: $0, at: line).parts }
                line += 360
            }
        }
        return rings.compactMap(closed)
    }

    /// The corners with longitudes that continue beyond ±180°. For a ring around a pole, the path to the pole and back
    /// is added.
    private static func unrolled(_ ring: some Sequence<Place>) -> [Place] {
        var corners: [Place] = []
        for place in ring { corners.append(follow(place, corners.last)) }
        guard let first = corners.first, let last = corners.last else { return [] }
        let end = follow(first, last)
        guard abs(end.longitude - first.longitude) > 180 else { return corners }
        let mean = corners.reduce(0) { $0 + $1.latitude } / Double(corners.count)
        let pole: Double = mean < 0 ? -90 : 90
        return corners + [
            end, Place(longitude: end.longitude, latitude: pole, height: end.height),
            Place(longitude: first.longitude, latitude: pole, height: first.height),
        ]
    }

    private static func follow(_ place: Place, _ last: Place?) -> Place {
        guard let last else { return place }
        let turns = ((last.longitude - place.longitude) / 360).rounded()
        return Place(longitude: place.longitude + 360 * turns, latitude: place.latitude, height: place.height)
    }

    /// Moves a ring to −180°...180°, makes it counter-clockwise and closes it; nil if fewer than three corners remain
    /// or it has no area.
    private static func closed(_ ring: [Place]) -> [Place]? {
        guard let west = ring.map(\.longitude).min() else { return nil }
        let turns = ((west + 180) / 360).rounded(.down)
        var corners = withoutRepetitions(
            ring.map { Place(longitude: $0.longitude - 360 * turns, latitude: $0.latitude, height: $0.height) })
        while corners.count > 1, let first = corners.first, let last = corners.last, last.isAt(first) {
            corners.removeLast()
        }
        guard corners.count >= 3, let first = corners.first else { return nil }
        if area(corners) < 0 { corners.reverse() }
        return corners + [corners.first ?? first]
    }

    /// Twice the area in square degrees, positive for a counter-clockwise ring.
    private static func area(_ ring: [Place]) -> Double {
        guard let origin = ring.first, var last = ring.last else { return 0 }
        var sum = 0.0
        for place in ring {
            sum += (last.longitude - origin.longitude) * (place.latitude - origin.latitude)
            sum -= (place.longitude - origin.longitude) * (last.latitude - origin.latitude)
            last = place
        }
        return sum
    }

    private static func withoutRepetitions(_ places: [Place]) -> [Place] {
        var kept: [Place] = []
        for place in places where kept.last.map({ !$0.isAt(place) }) ?? true { kept.append(place) }
        return kept
    }
}

extension Place {
    /// Returns the position at which the line to another position crosses a meridian between them.
    func crossing(_ other: Place, at meridian: Double) -> Place {
        let share = (meridian - longitude) / (other.longitude - longitude)
        guard share.isFinite else { return Place(longitude: meridian, latitude: latitude, height: height) }
        let way = Swift.min(1, Swift.max(0, share))
        return Place(
            longitude: meridian, latitude: latitude + way * (other.latitude - latitude),
            height: height + way * (other.height - height))
    }
}
