// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Determines whether a closed line crosses or touches itself.
///
/// Positions are points on a sphere and edges are great circles, so the antimeridian and the poles need no special
/// treatment; an edge of one kilometre deviates from the ellipsoid's geodesic by less than a millimetre. The common
/// corner of neighbouring edges does not count, nor do repeated corners. A binary tree of bounding boxes around runs of
/// edges separates distant edges, so that a recorded path costs about n log n.
enum RingCrossing {
    /// The largest number of edge pairs to compare. A line of ten thousand points cannot exceed it; a longer one only
    /// does if it densely fills an area without crossing itself.
    static let effort = 100_000_000

    /// Returns true if the line crosses or touches itself; nil if this takes too long to determine.
    ///
    /// - Parameter degrees: Latitudes and longitudes alternately, in degrees.
    static func isThere(in degrees: [Double], effort: Int = effort) -> Bool? {
        var effort = effort
        return isThere(in: degrees, sharing: &effort)
    }

    /// Returns true if the line crosses or touches itself; nil if this takes too long to determine.
    ///
    /// - Parameter effort: The largest number of edge pairs to compare; reduced by the number compared.
    static func isThere(in degrees: [Double], sharing effort: inout Int) -> Bool? {
        let corners = corners(degrees)
        // A triangle cannot cross itself.
        guard corners.count > 3 else { return false }
        let most = min(effort, Self.effort)
        var search = RingSearch(corners, effort: most)
        defer { effort -= most - search.effort }
        return search.run()
    }

    private static func corners(_ degrees: [Double]) -> [Direction] {
        var corners: [Direction] = []
        corners.reserveCapacity(degrees.count / 2)
        for index in stride(from: 0, to: degrees.count - 1, by: 2) {
            let corner = Direction(latitude: degrees[index], longitude: degrees[index + 1])
            if corners.last.map({ $0.isSame(as: corner) }) != true { corners.append(corner) }
        }
        while corners.count > 1, let last = corners.last, last.isSame(as: corners[0]) { corners.removeLast() }
        return corners
    }
}

/// A unit vector from the centre of the Earth.
struct Direction {
    var x: Double
    var y: Double
    var z: Double

    /// The smallest distinguishable difference of two unit vectors, about 6 nm on the ground.
    static let resolution = 1e-15

    /// Creates a direction from its components.
    init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    /// Creates the direction of a position in degrees.
    init(latitude: Double, longitude: Double) {
        let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
        // At a pole, all longitudes denote the same point.
        let radius = abs(latitude) == 90 ? 0 : cos(phi)
        self.init(radius * cos(lambda), radius * sin(lambda), sin(phi))
    }

    static func - (a: Direction, b: Direction) -> Direction { Direction(a.x - b.x, a.y - b.y, a.z - b.z) }

    func dot(_ other: Direction) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Direction) -> Direction {
        Direction(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    func isSame(as other: Direction) -> Bool {
        let difference = self - other
        return difference.dot(difference) <= 4 * Self.resolution * Self.resolution
    }
}

/// A segment of a great circle, shorter than half of the circle.
struct Arc {
    let from: Direction
    let to: Direction

    /// The side of the great circle on which a point lies: 1 left, −1 right, 0 on it.
    func side(of place: Direction) -> Int {
        let along = to - from
        // The determinant of the three vectors is computed from differences, which keeps it precise for nearby points.
        let volume = from.dot(along.cross(place - from))
        let limit = Direction.resolution * along.dot(along).squareRoot()
        return volume > limit ? 1 : volume < -limit ? -1 : 0
    }

    /// True if a point on the great circle lies within this segment.
    private func spans(_ place: Direction) -> Bool {
        (place - from).dot(place - to) <= Direction.resolution * Direction.resolution
    }

    /// True if both segments have a point in common.
    func meets(_ other: Arc) -> Bool {
        let (a, b) = (side(of: other.from), side(of: other.to))
        if a != 0, a == b { return false }
        let (c, d) = (other.side(of: from), other.side(of: to))
        if c != 0, c == d { return false }
        // Each segment separates the other's ends. Great circles intersect in two opposite points; the signs must agree
        // on the same one.
        if a * b * c * d != 0 { return a == d && a == -c }
        return a == 0 && spans(other.from) || b == 0 && spans(other.to) || c == 0 && other.spans(from)
            || d == 0 && other.spans(to)
    }
}
