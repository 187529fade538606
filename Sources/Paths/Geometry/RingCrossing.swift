// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Finds out whether a closed line crosses or touches itself.
///
/// Places are points of a sphere and edges great circles, so that antimeridian and poles are places as any other: against
/// the geodesic of the ellipsoid an edge of a kilometre is off by less than a millimetre. Of edges that are neighbours the
/// common corner does not count, nor do corners that are repeated. Boxes around runs of edges, in a binary tree, keep
/// apart what is far apart: a recorded path costs about n log n.
enum RingCrossing {
    /// Pairs of edges that are looked at before it is given up. A line of ten thousand points can have no more; a longer
    /// one only where it fills a place densely and never crosses itself.
    static let effort = 100_000_000

    /// Whether it does; nil where that would cost too much.
    ///
    /// - Parameter degrees: latitude and longitude in turn.
    static func isThere(in degrees: [Double], effort: Int = effort) -> Bool? {
        var effort = effort
        return isThere(in: degrees, sharing: &effort)
    }

    /// Whether it does; nil where that would cost too much.
    ///
    /// - Parameter effort: how many pairs may be looked at; less by those that were.
    static func isThere(in degrees: [Double], sharing effort: inout Int) -> Bool? {
        let corners = corners(degrees)
        // A triangle cannot.
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

/// A unit vector from the middle of the Earth.
struct Direction {
    var x: Double
    var y: Double
    var z: Double

    /// About 6 nm on the ground: what two unit vectors can be told apart by.
    static let resolution = 1e-15

    /// A direction by its parts.
    init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    /// The direction of a place, in degrees.
    init(latitude: Double, longitude: Double) {
        let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
        // At the pole all longitudes are one place.
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

/// A part of a great circle, less than half of one.
struct Arc {
    let from: Direction
    let to: Direction

    /// On which side of the great circle a place is: 1 to the left, −1 to the right, 0 on it.
    func side(of place: Direction) -> Int {
        let along = to - from
        // The determinant of the three, of differences: exact for places that are near each other.
        let volume = from.dot(along.cross(place - from))
        let limit = Direction.resolution * along.dot(along).squareRoot()
        return volume > limit ? 1 : volume < -limit ? -1 : 0
    }

    /// Whether a place on the great circle is on this part of it.
    private func spans(_ place: Direction) -> Bool {
        (place - from).dot(place - to) <= Direction.resolution * Direction.resolution
    }

    /// Whether they have a place in common.
    func meets(_ other: Arc) -> Bool {
        let (a, b) = (side(of: other.from), side(of: other.to))
        if a != 0, a == b { return false }
        let (c, d) = (other.side(of: from), other.side(of: to))
        if c != 0, c == d { return false }
        // Opposite sides both ways; of the two places where great circles meet it is to be the same one.
        if a * b * c * d != 0 { return a == d && a == -c }
        return a == 0 && spans(other.from) || b == 0 && spans(other.to) || c == 0 && other.spans(from)
            || d == 0 && other.spans(to)
    }
}
