// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Wire

/// PVTGeodetic (4007): position, velocity and time. Unknown is nil.
public struct PVTGeodeticBlock: Hashable, Sendable {
    /// The instant of the solution, in GPS time.
    public let time: GPSTime?
    /// 0 none, 1 stand-alone, 2 differential, 3 fixed location, 4 RTK fixed, 5 RTK float, 6 SBAS, 7 and 8 RTK from a moving
    /// base (fixed, float), 10 PPP.
    public let mode: UInt8
    /// The height is not determined.
    public let isTwoDimensional: Bool
    /// Where.
    public let position: GeodeticPosition?
    /// Above the ellipsoid; of the geoid above the ellipsoid.
    public let ellipsoidalHeight: Length?, geoidSeparation: Length?
    /// Velocity.
    public let velocity: Velocity?
    /// Course over ground.
    public let course: Angle?
    /// Satellites in the solution.
    public let satellitesUsed: Int?
    /// The reference station, and the mean age of the corrections in seconds.
    public let station: UInt16?, correctionAge: Double?

    /// Reads a block; nil where it is another or shorter than 84 bytes.
    ///
    /// - Parameter block: as `SBFFrame.candidate` measures it.
    public init?(_ block: Span<UInt8>) {
        guard SBFBlock(block)?.number == 4007, block.count >= 84 else { return nil }
        time = SBFTime.of(block)
        (mode, isTwoDimensional) = (block[14] & 0x0F, block[14] & 0x80 != 0)
        let isSolved = block[14] & 0x0F != 0 && block[15] == 0
        let (latitude, longitude) = (block.known(littleDouble: 16), block.known(littleDouble: 24))
        if isSolved, let latitude, let longitude {
            position = GeodeticPosition(
                latitude: Angle(degrees: latitude * 180 / .pi), longitude: Angle(degrees: longitude * 180 / .pi))
        } else {
            position = nil
        }
        ellipsoidalHeight = isSolved ? block.known(littleDouble: 32).map(Length.init) : nil
        geoidSeparation = block.known(littleFloat: 40).map(Length.init)
        let north = block.known(littleFloat: 44)
        if isSolved, let north, let east = block.known(littleFloat: 48), let up = block.known(littleFloat: 52) {
            velocity = Velocity(
                north: Speed(metresPerSecond: north), east: Speed(metresPerSecond: east),
                up: Speed(metresPerSecond: up))
        } else {
            velocity = nil
        }
        course = isSolved ? block.known(littleFloat: 56).map(Angle.init) : nil
        satellitesUsed = block[74] == 255 ? nil : Int(block[74])
        station = block.little(UInt16.self, at: 76).flatMap { $0 == .max ? nil : $0 }
        correctionAge = block.little(UInt16.self, at: 78).flatMap { $0 == .max ? nil : Double($0) / 100 }
    }
}

extension Span where Element == UInt8 {
    /// A number that is there: −2e10 says that it is not known.
    func known(littleDouble offset: Int) -> Double? {
        littleDouble(at: offset).flatMap { $0.isFinite && $0 > -1.9e10 ? $0 : nil }
    }

    /// The same of 4 bytes.
    func known(littleFloat offset: Int) -> Double? {
        littleFloat(at: offset).flatMap { $0.isFinite && $0 > -1.9e10 ? Double($0) : nil }
    }
}
