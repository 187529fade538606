// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The vehicle's position on a route over time.
struct Trajectory: Sendable {
    private let route: Route
    private let knots: [RouteKnot]
    /// The distance along the route to each knot, in metres.
    private let distances: [Double]
    private let profile: SpeedProfile

    init(_ route: Route) {
        self.route = route
        knots = route.knots
        var distances = [0.0]
        var legs: [SpeedProfile.Leg] = []
        for (from, to) in zip(knots, knots.dropFirst()) {
            let length = (to.frame.origin - from.frame.origin).length
            let start = distances[distances.count - 1]
            legs.append(SpeedProfile.Leg(start: start, length: length, limit: max(0.1, from.speed), stop: to.stop))
            distances.append(start + length)
        }
        self.distances = distances
        profile = SpeedProfile(legs, firstStop: knots.first?.stop ?? 0)
    }

    /// The end of the route in seconds; nil if it has none.
    var end: Double? { knots.count > 1 && !route.isClosed && profile.lapTime > 0 ? profile.lapTime : nil }

    /// The vehicle's motion at a number of seconds after its start.
    func state(at elapsed: Double) -> VehicleMotion {
        let frame = place(at: elapsed)
        // The velocity is averaged over a tenth of a second, which is short compared with any change of speed.
        let step = 0.05
        let way = place(at: elapsed + step).origin - place(at: max(0, elapsed - step)).origin
        let velocity = frame.components(of: way / (step + min(step, elapsed)))
        let hasCourse = velocity.x * velocity.x + velocity.y * velocity.y > 1e-4
        let course = hasCourse ? velocity : direction(at: elapsed, frame)
        return VehicleMotion(
            frame: frame, velocity: velocity.dot(velocity) > 1e-4 ? velocity : .zero,
            course: VehicleState.bearing(east: course.x, north: course.y))
    }

    /// The direction in which a standing vehicle will continue.
    private func direction(at elapsed: Double, _ frame: LocalFrame) -> Vector {
        guard knots.count > 1 else { return Vector(0, 1, 0) }
        let (distance, _) = position(at: elapsed)
        let isAtEnd = distance + 0.5 > distances[distances.count - 1]
        let other = place(distance: isAtEnd ? distance - 0.5 : distance + 0.5).origin
        let way = frame.components(of: other - frame.origin)
        return isAtEnd ? -1 * way : way
    }

    private func position(at elapsed: Double) -> (distance: Double, speed: Double) {
        if !route.isClosed, elapsed >= profile.lapTime { return (distances[distances.count - 1], 0) }
        return profile.state(at: elapsed)
    }

    private func place(at elapsed: Double) -> LocalFrame {
        switch route {
        case .still: return knots[0].frame
        case .circle(let centre, let radius, let isClockwise):
            let angle = centre.speed / max(0.1, radius) * elapsed * (isClockwise ? 1 : -1)
            return RouteKnot(centre).frame.moved(
                east: radius * sin(angle), north: radius * cos(angle), height: centre.height)
        case .points, .field: return place(distance: position(at: elapsed).distance)
        }
    }

    private func place(distance: Double) -> LocalFrame {
        guard knots.count > 1 else { return knots.first?.frame ?? LocalFrame(latitude: 0, longitude: 0, height: 0) }
        var (low, high) = (0, distances.count - 1)
        while low + 1 < high {
            let middle = (low + high) / 2
            if distances[middle] <= distance { low = middle } else { high = middle }
        }
        let length = distances[low + 1] - distances[low]
        let share = length > 0 ? min(1, max(0, (distance - distances[low]) / length)) : 0
        return knots[low].moved(share, to: knots[low + 1]).frame
    }
}

/// The true position and motion of a vehicle.
struct VehicleMotion: Sendable {
    /// The local frame at the vehicle.
    var frame: LocalFrame
    /// Velocity to the east, north and up, in metres per second.
    var velocity: Vector
    /// The direction of travel in degrees, 0..<360; kept while the vehicle stands.
    var course: Double
    /// Height above the ellipsoid, in metres.
    var height: Double { frame.height }
}
