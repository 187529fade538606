// SPDX-License-Identifier: Apache-2.0

/// A point of a route and the properties of the leg that starts there.
public struct RoutePoint: Hashable, Sendable {
    /// Latitude in degrees, −90...90.
    public var latitude: Double
    /// Longitude in degrees, −180...180.
    public var longitude: Double
    /// Height above the ellipsoid in metres.
    public var height: Double
    /// The speed limit from here on, in metres per second, above 0.
    public var speed: Double
    /// The stop at this point, in seconds.
    public var stop: Double
    /// The radius of the turn at this point, in metres; 0 to turn on the spot.
    public var turnRadius: Double

    public init(
        latitude: Double, longitude: Double, height: Double, speed: Double, stop: Double = 0, turnRadius: Double = 0
    ) {
        (self.latitude, self.longitude, self.height) = (latitude, longitude, height)
        (self.speed, self.stop, self.turnRadius) = (speed, stop, turnRadius)
    }
}

/// The path of the vehicle.
public enum Route: Hashable, Sendable {
    /// The vehicle stands at a point.
    case still(RoutePoint)
    /// The vehicle drives from point to point by the shortest way. It repeats closed routes and stops at the end of
    /// others.
    case points([RoutePoint], isClosed: Bool)
    /// The vehicle circles a point endlessly at the point's speed.
    case circle(RoutePoint, radius: Double, isClockwise: Bool)
    /// The vehicle works a field that starts at a point, with a turn at each headland.
    case field(RoutePoint, FieldPattern)
}

/// The pattern for working a field: parallel passes, each to the right of the previous one.
public struct FieldPattern: Hashable, Sendable {
    /// The length of a pass in metres.
    public var length: Double
    /// The width of the field in metres.
    public var width: Double
    /// The working width of the implement in metres, which is the distance between passes.
    public var workingWidth: Double
    /// The direction of the first pass, in degrees clockwise from north.
    public var heading: Double
    /// The speed limit in the turns, in metres per second.
    public var turnSpeed: Double
    /// True if the pattern is repeated. The way back to the start has the speed and radius of the turns and leads
    /// over the headland, or beside the first pass if the last one ends at the far end.
    public var isRepeated = false

    public init(length: Double, width: Double, workingWidth: Double, heading: Double, turnSpeed: Double) {
        (self.length, self.width, self.workingWidth) = (length, width, workingWidth)
        (self.heading, self.turnSpeed) = (heading, turnSpeed)
    }
}
