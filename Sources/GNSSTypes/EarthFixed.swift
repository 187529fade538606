// SPDX-License-Identifier: Apache-2.0

/// A vector in Earth-centred, Earth-fixed coordinates (WGS 84), as stated by the receiver: x points to the prime meridian
/// on the equator, z to the north pole.
public struct EarthFixed<Component: Hashable & Sendable>: Hashable, Sendable {
    public var x, y, z: Component
    /// The receiver's accuracy in three dimensions, at the receiver's own confidence level.
    public var accuracy: Component?

    public init(x: Component, y: Component, z: Component, accuracy: Component? = nil) {
        (self.x, self.y, self.z, self.accuracy) = (x, y, z, accuracy)
    }
}

public typealias EarthFixedPosition = EarthFixed<Length>
public typealias EarthFixedVelocity = EarthFixed<Speed>
