// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A closed course: straight legs with rounded corners in a plane, with a height at each point.
struct Course: Sendable {
    /// Limits for a comfortable drive.
    enum Comfort {
        /// Lateral acceleration, in m/s².
        static let lateral = 2.0
        /// Acceleration, in m/s².
        static let acceleration = 1.4
        /// Deceleration, in m/s².
        static let braking = 1.8
    }

    /// Alternating straights and arcs, from the first waypoint once around.
    private(set) var elements: [CourseElement] = []
    /// The length of a lap in metres.
    private(set) var length = 0.0
    /// The stretches under a roof, in metres along the course.
    private(set) var roofs: [ClosedRange<Double>] = []
    /// The stop at the first waypoint, in seconds.
    let firstStop: Double

    /// Heights above mean sea level at distances along the course, ascending, from 0 to `length`.
    private var heights: [(distance: Double, height: Double)] = []

    /// Creates a course.
    ///
    /// - Parameter waypoints: At least three. The first must lie on the line from the last to the second, and each
    ///   leg must be longer than the turns at its ends require.
    init(_ waypoints: [Waypoint]) {
        firstStop = waypoints.first?.stop ?? 0
        for index in waypoints.indices { addLeg(from: index, of: waypoints) }
        heights.append((length, waypoints.first?.height ?? 0))
    }

    private mutating func addLeg(from index: Int, of waypoints: [Waypoint]) {
        let count = waypoints.count
        let (here, next, last) = (waypoints[index], waypoints[(index + 1) % count], waypoints[(index + 2) % count])
        let (leg, after) = (here.leg(to: next), next.leg(to: last))
        let before = waypoints[(index + count - 1) % count].leg(to: here)
        let limit = here.limit / 3.6
        let cutHere = here.radius * tan(abs(Self.turn(before.heading, leg.heading)) / 2)
        let turn = Self.turn(leg.heading, after.heading)
        let cutNext = next.radius * tan(abs(turn) / 2)
        let direction = SIMD2(sin(leg.heading), cos(leg.heading))

        heights.append((length, here.height))
        if let roof = here.roof { roofs.append(length + roof.lowerBound...length + roof.upperBound) }
        var straight = CourseElement(
            from: here.place + cutHere * direction, length: max(0, leg.length - cutHere - cutNext),
            heading: leg.heading, limit: limit)
        straight.stop = index + 1 < count ? next.stop : 0
        append(straight)
        guard next.radius > 0, abs(turn) > 1e-9 else { return }
        append(
            CourseElement(
                from: next.place - cutNext * direction, radius: next.radius, heading: leg.heading, turn: turn,
                limit: min(limit, (Comfort.lateral * next.radius).squareRoot())))
    }

    private mutating func append(_ element: CourseElement) {
        var element = element
        element.start = length
        elements.append(element)
        length += element.length
    }

    /// The shorter turn from one heading to another, in radians, −π..<π.
    private static func turn(_ from: Double, _ to: Double) -> Double {
        let turn = (to - from).remainder(dividingBy: 2 * .pi)
        return turn == .pi ? -.pi : turn
    }

    // MARK: Points

    /// The position and the heading (radians from north) at a distance along the course.
    func pose(at distance: Double) -> (place: SIMD2<Double>, heading: Double) {
        guard let element = elements.last(where: { $0.start <= distance }) ?? elements.first else { return (.zero, 0) }
        return element.pose(at: distance - element.start)
    }

    /// Returns true if there is a roof at a distance along the course.
    func hasRoof(at distance: Double) -> Bool { roofs.contains { $0.contains(distance) } }

    /// Height above mean sea level and slope (metres per metre) at a distance along the course: level at each
    /// waypoint, and smooth in between.
    func height(at distance: Double) -> (metres: Double, slope: Double) {
        guard let next = heights.firstIndex(where: { $0.distance > distance }), next > 0 else {
            return (heights.last?.height ?? 0, 0)
        }
        let (from, to) = (heights[next - 1], heights[next])
        let span = to.distance - from.distance
        let share = (distance - from.distance) / span
        let rise = to.height - from.height
        return (from.height + rise * share * share * (3 - 2 * share), rise * 6 * share * (1 - share) / span)
    }
}

extension Waypoint {
    var place: SIMD2<Double> { SIMD2(east, north) }

    func leg(to next: Waypoint) -> (heading: Double, length: Double) {
        let way = next.place - place
        return (atan2(way.x, way.y), (way * way).sum().squareRoot())
    }
}
