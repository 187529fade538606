// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A straight or an arc of a course in its plane, with x to the east and y to the north.
struct CourseElement: Sendable {
    /// The start of the element, in metres along the course.
    var start = 0.0
    let length: Double
    /// The speed limit in metres per second.
    let limit: Double
    /// The stop at its end, in seconds.
    var stop = 0.0
    private let from: SIMD2<Double>
    /// Direction at its start, in radians clockwise from north.
    private let heading: Double
    /// Curvature in radians per metre, positive to the right; 0 on a straight.
    private let curvature: Double

    /// Creates a straight.
    init(from: SIMD2<Double>, length: Double, heading: Double, limit: Double) {
        (self.from, self.length, self.heading, self.limit) = (from, length, heading, limit)
        curvature = 0
    }

    /// Creates an arc.
    ///
    /// - Parameters:
    ///   - from: Its start.
    ///   - radius: The radius in metres.
    ///   - heading: The direction at its start, in radians.
    ///   - turn: The angle of the turn in radians, positive to the right.
    ///   - limit: The speed limit in metres per second.
    init(from: SIMD2<Double>, radius: Double, heading: Double, turn: Double, limit: Double) {
        (self.from, self.heading, self.limit) = (from, heading, limit)
        length = radius * abs(turn)
        curvature = (turn < 0 ? -1 : 1) / radius
    }

    /// The position and heading at a distance in metres from its start.
    func pose(at distance: Double) -> (place: SIMD2<Double>, heading: Double) {
        guard curvature != 0 else {
            return (from + distance * SIMD2(sin(heading), cos(heading)), heading)
        }
        let after = heading + curvature * distance
        let chord = SIMD2(cos(heading) - cos(after), sin(after) - sin(heading))
        return (from + chord / curvature, after)
    }
}
