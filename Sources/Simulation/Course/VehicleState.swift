// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// The true position and motion of a vehicle.
struct VehicleState: Sendable {
    /// The local frame at the vehicle.
    let frame: LocalFrame
    /// Height above mean sea level, in metres.
    let height: Double
    /// Velocity to the east, north and up, in metres per second.
    let velocity: Vector
    /// The direction of travel in degrees, 0..<360; kept while the vehicle stands.
    let course: Double
    let isCovered: Bool

    /// The state at a number of seconds after the start of a drive around the polder.
    init(at elapsed: Double) {
        let (distance, speed) = PolderCourse.profile.state(at: elapsed)
        let (place, heading) = PolderCourse.course.pose(at: distance)
        let (height, slope) = PolderCourse.course.height(at: distance)
        let plane = PolderCourse.frame
        frame = plane.moved(east: place.x, north: place.y, height: height + PolderCourse.geoidSeparation)
        self.height = height
        // North at the vehicle differs slightly from north at the plane's origin.
        let ahead = frame.components(of: sin(heading) * plane.east + cos(heading) * plane.north)
        velocity = speed * Vector(ahead.x, ahead.y, slope)
        course = Self.bearing(east: ahead.x, north: ahead.y)
        isCovered = PolderCourse.course.hasRoof(at: distance)
    }

    /// The bearing in degrees clockwise from north, 0..<360.
    static func bearing(east: Double, north: Double) -> Double {
        let degrees = atan2(east, north) * 180 / .pi
        return degrees < 0 ? max(0, min(degrees + 360, 360.0.nextDown)) : degrees
    }
}
