// SPDX-License-Identifier: Apache-2.0

/// Where the vehicle points: from two antennas, a gyro or a compass. Not the course over ground.
public struct Attitude: Hashable, Sendable {
    /// The epoch, where the message or its neighbours state one.
    public var time: UTCTime?
    /// Heading from true north, 0°..<360°.
    public var heading: Angle?
    /// Heading from magnetic north, 0°..<360°.
    public var magneticHeading: Angle?
    /// Pitch, nose up positive, −90°...90°.
    public var pitch: Angle?
    /// Roll, starboard down positive, −180°...180°.
    public var roll: Angle?
    /// Rate of turn in degrees a minute, to starboard positive.
    public var rateOfTurn: Double?
    /// Heave: how far the vehicle is above its mean height, upward positive.
    public var heave: Length?
    /// The messages that this was joined from.
    public var sources: [String] = []

    public init() {}
}
