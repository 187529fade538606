// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Glibc

/// Where a vehicle truly is, and how it moves.
struct VehicleState: Sendable {
    /// East, north and up at the vehicle.
    let frame: LocalFrame
    /// Metres above mean sea level.
    let height: Double
    /// East, north and up, in metres a second.
    let velocity: Vector
    /// The direction of travel, also while it stands, in degrees, 0..<360.
    let course: Double
    let isCovered: Bool

    /// The state so many seconds after the start of a drive round the polder.
    init(at elapsed: Double) {
        let (distance, speed) = PolderCourse.profile.state(at: elapsed)
        let (place, heading) = PolderCourse.course.pose(at: distance)
        let (height, slope) = PolderCourse.course.height(at: distance)
        let plane = PolderCourse.frame
        frame = plane.moved(east: place.x, north: place.y, height: height + PolderCourse.geoidSeparation)
        self.height = height
        // North at the vehicle is not quite that of the plane's origin.
        let ahead = frame.components(of: sin(heading) * plane.east + cos(heading) * plane.north)
        velocity = speed * Vector(ahead.x, ahead.y, slope)
        course = Self.bearing(east: ahead.x, north: ahead.y)
        isCovered = PolderCourse.course.hasRoof(at: distance)
    }

    /// Degrees from north to the east, 0..<360.
    static func bearing(east: Double, north: Double) -> Double {
        let degrees = atan2(east, north) * 180 / .pi
        return degrees < 0 ? max(0, min(degrees + 360, 360.0.nextDown)) : degrees
    }
}
