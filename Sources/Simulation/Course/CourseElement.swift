// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A straight or an arc of a course in its plane: x to the east, y to the north.
struct CourseElement: Sendable {
    /// Where it begins, in metres along the course.
    var start = 0.0
    let length: Double
    /// The highest speed on it, in metres a second.
    let limit: Double
    /// How long the vehicle stands at its end, in seconds.
    var stop = 0.0
    private let from: SIMD2<Double>
    /// Direction at its beginning, in radians from north to the east.
    private let heading: Double
    /// Radians a metre, to the right positive; 0 on a straight.
    private let curvature: Double

    /// A straight.
    init(from: SIMD2<Double>, length: Double, heading: Double, limit: Double) {
        (self.from, self.length, self.heading, self.limit) = (from, length, heading, limit)
        curvature = 0
    }

    /// An arc.
    ///
    /// - Parameters:
    ///   - from: where it begins.
    ///   - radius: in metres.
    ///   - heading: at its beginning, in radians.
    ///   - turn: in radians, to the right positive.
    ///   - limit: the highest speed, in metres a second.
    init(from: SIMD2<Double>, radius: Double, heading: Double, turn: Double, limit: Double) {
        (self.from, self.heading, self.limit) = (from, heading, limit)
        length = radius * abs(turn)
        curvature = (turn < 0 ? -1 : 1) / radius
    }

    /// Place and heading at so many metres from its beginning.
    func pose(at distance: Double) -> (place: SIMD2<Double>, heading: Double) {
        guard curvature != 0 else {
            return (from + distance * SIMD2(sin(heading), cos(heading)), heading)
        }
        let after = heading + curvature * distance
        let chord = SIMD2(cos(heading) - cos(after), sin(after) - sin(heading))
        return (from + chord / curvature, after)
    }
}
