// SPDX-License-Identifier: Apache-2.0

/// A point of a route, and how the way on from it is driven.
public struct RoutePoint: Hashable, Sendable {
    /// Latitude in degrees, −90...90.
    public var latitude: Double
    /// Longitude in degrees, −180...180.
    public var longitude: Double
    /// Height above the ellipsoid in metres.
    public var height: Double
    /// The highest speed from here on, in metres a second, above 0.
    public var speed: Double
    /// How long the vehicle stands here, in seconds.
    public var stop: Double
    /// The radius with which the corner here is driven, in metres; 0: it is turned on the spot.
    public var turnRadius: Double

    public init(
        latitude: Double, longitude: Double, height: Double, speed: Double, stop: Double = 0, turnRadius: Double = 0
    ) {
        (self.latitude, self.longitude, self.height) = (latitude, longitude, height)
        (self.speed, self.stop, self.turnRadius) = (speed, stop, turnRadius)
    }
}

/// Where the vehicle goes.
public enum Route: Hashable, Sendable {
    /// It stands at a point.
    case still(RoutePoint)
    /// From point to point, the shortest way; closed routes are driven again and again, at the end of others it stands.
    case points([RoutePoint], isClosed: Bool)
    /// Round a point, at the point's speed, again and again.
    case circle(RoutePoint, radius: Double, isClockwise: Bool)
    /// Up and down a field that begins at a point, with a turn at each headland.
    case field(RoutePoint, FieldPattern)
}

/// How a field is worked: passes side by side to the right of the first one.
public struct FieldPattern: Hashable, Sendable {
    /// The length of a pass in metres.
    public var length: Double
    /// The width of the field in metres.
    public var width: Double
    /// The width of the implement in metres: from pass to pass.
    public var workingWidth: Double
    /// The direction of the first pass, in degrees from north to the east.
    public var heading: Double
    /// The highest speed in the turns, in metres a second.
    public var turnSpeed: Double
    /// Whether it is driven again and again, with a way back to its beginning that has the speed and radius of the turns:
    /// over the headland, or beside the first pass where the last one ends at the far end.
    public var isRepeated = false

    public init(length: Double, width: Double, workingWidth: Double, heading: Double, turnSpeed: Double) {
        (self.length, self.width, self.workingWidth) = (length, width, workingWidth)
        (self.heading, self.turnSpeed) = (heading, turnSpeed)
    }
}
