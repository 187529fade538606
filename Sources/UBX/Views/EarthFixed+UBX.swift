// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

extension NavigationPOSECEF {
    /// The position and its accuracy; nil if it is invalid.
    public var earthFixedPosition: EarthFixedPosition? {
        isInvalid ? nil : EarthFixedPosition(x, y, z, accuracy)
    }
}

extension NavigationVELECEF {
    /// The velocity and its accuracy.
    public var earthFixedVelocity: EarthFixedVelocity { EarthFixedVelocity(vx, vy, vz, accuracy) }
}

extension NavigationSOL {
    /// The position and its accuracy; nil if the receiver did not fill it in.
    public var earthFixedPosition: EarthFixedPosition? { EarthFixedPosition(x, y, z, positionAccuracy) }

    /// The velocity and its accuracy; nil without a position, because it is not filled in either.
    public var earthFixedVelocity: EarthFixedVelocity? {
        earthFixedPosition == nil ? nil : EarthFixedVelocity(vx, vy, vz, speedAccuracy)
    }
}

extension EarthFixedPosition {
    /// Nil near the Earth's centre: the receiver left the fields at zero. An accuracy of 0, or of the size of the Earth,
    /// is unknown.
    fileprivate init?(_ x: Length, _ y: Length, _ z: Length, _ accuracy: Length) {
        let squares = x.metres * x.metres + y.metres * y.metres + z.metres * z.metres
        guard squares.squareRoot() > 1_000_000 else { return nil }
        let isKnown = accuracy.metres > 0 && accuracy.metres < 100_000
        self.init(x: x, y: y, z: z, accuracy: isKnown ? accuracy : nil)
    }
}

extension EarthFixedVelocity {
    /// The largest value of the accuracy means unknown, and 0 that the receiver did not fill it in.
    fileprivate init(_ x: Speed, _ y: Speed, _ z: Speed, _ accuracy: Speed) {
        let isKnown = accuracy.metresPerSecond > 0 && accuracy.metresPerSecond < 10_000
        self.init(x: x, y: y, z: z, accuracy: isKnown ? accuracy : nil)
    }
}
