// SPDX-License-Identifier: Apache-2.0

/// The vehicle's orientation, measured by two antennas, a gyro or a compass. The heading is not the course over
/// ground.
public struct Attitude: Hashable, Sendable {
    /// The largest difference in nanoseconds between the time of an attitude and that of a fix to which it belongs.
    public static let longestAge: Int64 = 2_000_000_000

    /// The epoch, if the message or an adjacent one states the time.
    public var time: UTCTime?
    /// Heading from true north, 0°..<360°.
    public var heading: Angle?
    /// Heading from magnetic north, 0°..<360°.
    public var magneticHeading: Angle?
    /// Pitch, nose up positive, −90°...90°.
    public var pitch: Angle?
    /// Roll, starboard down positive, −180°...180°.
    public var roll: Angle?
    /// Rate of turn in degrees per minute, positive to starboard.
    public var rateOfTurn: Double?
    /// Heave: the vehicle's displacement above its mean height, positive upward.
    public var heave: Length?
    /// The messages from which this value was assembled.
    public var sources: [String] = []

    public init() {}
}
