// SPDX-License-Identifier: Apache-2.0

/// A corner of a course and the properties of the leg that starts there.
struct Waypoint: Sendable {
    /// Metres east of the course's origin.
    var east: Double
    /// Metres north of the course's origin.
    var north: Double
    /// Height above mean sea level, in metres.
    var height: Double
    /// The radius of the turn, in metres.
    var radius = 0.0
    /// The speed limit on the leg to the next waypoint, in kilometres per hour.
    var limit: Double
    /// The stop before the turn, in seconds.
    var stop = 0.0
    /// The stretch of the leg to the next waypoint that has a roof, in metres along the course after this waypoint's
    /// turn.
    var roof: ClosedRange<Double>?
}
