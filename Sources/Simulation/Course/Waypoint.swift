// SPDX-License-Identifier: Apache-2.0

/// A corner of a course, and how the leg that begins there is driven.
struct Waypoint: Sendable {
    /// Metres to the east of the course's origin.
    var east: Double
    /// Metres to the north of it.
    var north: Double
    /// Metres above mean sea level.
    var height: Double
    /// The radius of the turn, in metres.
    var radius = 0.0
    /// The highest speed on the leg to the next waypoint, in kilometres an hour.
    var limit: Double
    /// How long the vehicle stands before the turn, in seconds.
    var stop = 0.0
    /// The part of the leg to the next waypoint that has a roof, in metres of the course behind this waypoint's turn.
    var roof: ClosedRange<Double>?
}
