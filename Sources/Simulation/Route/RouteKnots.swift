// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A point of a route, represented by its plumb line so that neither the date line nor the poles are special.
struct RouteKnot: Sendable {
    /// The ellipsoid's outward unit normal.
    var normal: Vector
    /// Height above the ellipsoid, in metres.
    var height: Double
    /// The speed limit from here on, in metres per second.
    var speed: Double
    var stop = 0.0

    init(_ point: RoutePoint) {
        let frame = LocalFrame(
            latitude: point.latitude * .pi / 180, longitude: point.longitude * .pi / 180, height: point.height)
        (normal, height, speed, stop) = (frame.up, point.height, point.speed, point.stop)
    }

    init(_ frame: LocalFrame, height: Double, speed: Double) {
        (normal, self.height, self.speed) = (frame.up, height, speed)
    }

    /// The local frame at the point.
    var frame: LocalFrame {
        LocalFrame(
            latitude: atan2(normal.z, (normal.x * normal.x + normal.y * normal.y).squareRoot()),
            longitude: atan2(normal.y, normal.x), height: height)
    }

    /// Returns true if another point is on the opposite side of the Earth, within metres. Every way there is then
    /// equally short.
    func isOpposite(to other: RouteKnot) -> Bool { (normal + other.normal).length < 1e-6 }

    /// Interpolates towards another point: 0 is this point, 1 is the other one.
    func moved(_ share: Double, to other: RouteKnot) -> RouteKnot {
        var knot = self
        let mixed = (1 - share) * normal + share * other.normal
        knot.normal = mixed / mixed.length
        knot.height = height + share * (other.height - height)
        return knot
    }
}

extension Route {
    /// The points of the route, close enough together to connect them with straight lines.
    var knots: [RouteKnot] {
        switch self {
        case .still(let point), .circle(let point, _, _): [RouteKnot(point)]
        case .points(let points, let isClosed): Self.knots(points, isClosed: isClosed)
        case .field(let point, let pattern): pattern.knots(from: point)
        }
    }

    /// True if the route is repeated from its start.
    var isClosed: Bool {
        switch self {
        case .points(_, let isClosed): isClosed
        case .field(_, let pattern): pattern.isRepeated
        case .still, .circle: false
        }
    }

    private static func knots(_ points: [RoutePoint], isClosed: Bool) -> [RouteKnot] {
        var corners: [RouteKnot] = []
        for (index, point) in points.enumerated() {
            let isInner = isClosed || points.indices.dropFirst().dropLast().contains(index)
            guard isInner, points.count > 2, point.turnRadius > 0, point.stop == 0 else {
                corners.append(RouteKnot(point))
                continue
            }
            let before = points[(index + points.count - 1) % points.count]
            corners += rounded(point, from: before, to: points[(index + 1) % points.count])
        }
        if isClosed, let first = corners.first { corners.append(first) }
        return split(corners)
    }

    /// Splits legs into pieces of at most ten kilometres, so that chord and arc have about the same length.
    private static func split(_ corners: [RouteKnot]) -> [RouteKnot] {
        var knots: [RouteKnot] = []
        for (from, to) in zip(corners, corners.dropFirst()) {
            let angle = acos(min(1, max(-1, from.normal.dot(to.normal))))
            let pieces = max(1, Int((angle * 637).rounded(.up)))
            for piece in 0..<pieces {
                // Equal shares of the angle, not of the chord.
                let share = sin(angle * Double(piece) / Double(pieces))
                let rest = sin(angle * Double(pieces - piece) / Double(pieces))
                var knot = from.moved(piece == 0 ? 0 : share / (share + rest), to: to)
                knot.height = from.height + (to.height - from.height) * Double(piece) / Double(pieces)
                if piece > 0 { knot.stop = 0 }
                knots.append(knot)
            }
        }
        if let last = corners.last { knots.append(last) }
        return knots
    }

    /// The arc of a rounded corner, as points ten degrees apart.
    private static func rounded(
        _ corner: RoutePoint, from before: RoutePoint, to after: RoutePoint
    ) -> [RouteKnot] {
        let knot = RouteKnot(corner)
        let frame = knot.frame
        let incoming = frame.plane(RouteKnot(before).frame.origin)
        let outgoing = frame.plane(RouteKnot(after).frame.origin)
        let (from, to) = ((incoming * incoming).sum().squareRoot(), (outgoing * outgoing).sum().squareRoot())
        guard from > 1, to > 1 else { return [knot] }
        let (first, second) = (incoming / from, outgoing / to)
        let turn = .pi - acos(min(1, max(-1, (first * second).sum())))
        guard turn > 0.05, turn < 3 else { return [knot] }
        let cut = min(corner.turnRadius * tan(turn / 2), 0.45 * from, 0.45 * to)
        let speed = min(before.speed, corner.speed, (2 * cut / tan(turn / 2)).squareRoot())
        let steps = max(2, Int((turn * 180 / .pi / 10).rounded(.up)))
        return (0...steps).map { step in
            // A quadratic Bézier curve between the two ends: close to the arc, and tangential to the legs.
            let share = Double(step) / Double(steps)
            let point = cut * ((1 - share) * (1 - share) * first + share * share * second)
            return RouteKnot(
                frame.moved(east: point.x, north: point.y, height: corner.height), height: corner.height,
                speed: step == steps ? corner.speed : max(0.5, speed))
        }
    }
}

extension LocalFrame {
    /// The east and north components in metres of a nearby point.
    func plane(_ point: Vector) -> SIMD2<Double> {
        let way = components(of: point - origin)
        return SIMD2(way.x, way.y)
    }
}
