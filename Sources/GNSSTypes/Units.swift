// SPDX-License-Identifier: Apache-2.0

/// An angle, a bearing, a latitude or a longitude.
public struct Angle: Hashable, Sendable {
    /// The angle in degrees.
    public var degrees: Double

    /// Creates an angle from degrees.
    public init(degrees: Double) { self.degrees = degrees }

    /// The angle in radians.
    public var radians: Double { degrees * .pi / 180 }
}

/// A length, a height or an accuracy.
public struct Length: Hashable, Sendable {
    /// The length in metres.
    public var metres: Double

    /// Creates a length from metres.
    public init(metres: Double) { self.metres = metres }
}

/// A speed, or one component of a velocity.
public struct Speed: Hashable, Sendable {
    /// The speed in metres per second.
    public var metresPerSecond: Double

    /// Creates a speed from metres per second.
    public init(metresPerSecond: Double) { self.metresPerSecond = metresPerSecond }

    /// Creates a speed from knots: 1 kn is 1852 m per hour.
    public init(knots: Double) { metresPerSecond = knots * 1852 / 3600 }

    /// Creates a speed from kilometres per hour.
    public init(kilometresPerHour: Double) { metresPerSecond = kilometresPerHour / 3.6 }

    /// The speed in knots (1852 m per hour).
    public var knots: Double { metresPerSecond * 3600 / 1852 }

    /// The speed in kilometres per hour.
    public var kilometresPerHour: Double { metresPerSecond * 3.6 }
}
