// SPDX-License-Identifier: Apache-2.0

/// A position in Earth-centred, Earth-fixed coordinates (WGS 84), as stated by the receiver: x points to the prime
/// meridian on the equator, z to the north pole.
public struct EarthFixedPosition: Hashable, Sendable {
    public var x: Length
    public var y: Length
    public var z: Length
    /// The receiver's accuracy in three dimensions, at the receiver's own confidence level.
    public var accuracy: Length?

    public init(x: Length, y: Length, z: Length, accuracy: Length? = nil) {
        (self.x, self.y, self.z) = (x, y, z)
        self.accuracy = accuracy
    }
}

/// A velocity in the same coordinates, as stated by the receiver.
public struct EarthFixedVelocity: Hashable, Sendable {
    public var x: Speed
    public var y: Speed
    public var z: Speed
    /// The receiver's accuracy of the speed in three dimensions, at the receiver's own confidence level.
    public var accuracy: Speed?

    public init(x: Speed, y: Speed, z: Speed, accuracy: Speed? = nil) {
        (self.x, self.y, self.z) = (x, y, z)
        self.accuracy = accuracy
    }
}
