// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#endif

extension Velocity {
    /// Creates the velocity of a receiver that states its speed over ground, its course and its climb.
    ///
    /// - Parameters:
    ///   - speed: Speed over ground.
    ///   - course: Course relative to true north.
    ///   - up: Vertical velocity, upward positive.
    public init(speed: Speed, course: Angle, up: Speed) {
        self.init(
            north: Speed(metresPerSecond: speed.metresPerSecond * cos(course.radians)),
            east: Speed(metresPerSecond: speed.metresPerSecond * sin(course.radians)), up: up)
    }

    /// The horizontal part: speed over ground, and course relative to true north, 0°..<360°.
    public var overGround: (speed: Speed, course: Angle) {
        let (north, east) = (north.metresPerSecond, east.metresPerSecond)
        let degrees = atan2(east, north) * 180 / .pi
        return (Speed(metresPerSecond: hypot(north, east)), Angle(degrees: degrees < 0 ? degrees + 360 : degrees))
    }
}
