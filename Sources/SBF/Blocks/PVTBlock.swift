// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Wire

/// PVTGeodetic (4007) or PVTCartesian (4006): position, velocity and time. Unknown is nil.
///
/// The two differ in the frame of position and velocity alone (Septentrio mosaic reference guide, section 4.2.10).
public struct PVTBlock: Hashable, Sendable {
    /// Three components, of which the last need not be known.
    public struct Components: Hashable, Sendable {
        /// The components in the block's order.
        public let first: Double, second: Double, third: Double?
    }

    /// Whether it is PVTGeodetic.
    public let isGeodetic: Bool
    /// The instant of the solution, in GPS time.
    public let time: GPSTime?
    /// 0 none, 1 stand-alone, 2 differential, 3 fixed location, 4 RTK fixed, 5 RTK float, 6 SBAS, 7 and 8 RTK from a moving
    /// base (fixed, float), 10 PPP.
    public let mode: UInt8
    /// The height is not determined.
    public let isTwoDimensional: Bool
    /// Latitude and longitude in radians and the height above the ellipsoid in metres; of PVTCartesian x, y and z in metres.
    public let coordinates: Components?
    /// The geoid above the ellipsoid.
    public let geoidSeparation: Length?
    /// Velocity in metres a second: north, east and up; of PVTCartesian x, y and z.
    public let velocity: Components?
    /// Course over ground from true north; nil where the receiver states none, as when it stands still.
    public let course: Angle?
    /// Satellites in the solution.
    public let satellitesUsed: Int?
    /// Horizontal (twice the root mean square of the distance error) and vertical (2 σ), from revision 2 of the block on.
    public let horizontalAccuracy: Length?, verticalAccuracy: Length?
    /// The reference station, and the mean age of the corrections in seconds.
    public let station: UInt16?, correctionAge: Double?

    /// Reads a block; nil where it is another or shorter than 84 bytes.
    ///
    /// - Parameter block: as `SBFFrame.candidate` measures it.
    public init?(_ block: Span<UInt8>) {
        guard let number = SBFBlock(block)?.number, number == 4007 || number == 4006, block.count >= 84 else {
            return nil
        }
        isGeodetic = number == 4007
        time = SBFTime.of(block)
        (mode, isTwoDimensional) = (block[14] & 0x0F, block[14] & 0x80 != 0)
        let isSolved = block[14] & 0x0F != 0 && block[15] == 0
        geoidSeparation = block.known(littleFloat: 40).map(Length.init)
        func double(_ offset: Int) -> Double? { isSolved ? block.known(littleDouble: offset) : nil }
        func float(_ offset: Int) -> Double? { isSolved ? block.known(littleFloat: offset) : nil }
        coordinates = Components(double(16), double(24), double(32))
        velocity = Components(float(44), float(48), float(52))
        course = isSolved ? block.known(littleFloat: 56).map(Angle.init) : nil
        satellitesUsed = block[74] == 255 ? nil : Int(block[74])
        station = block.little(UInt16.self, at: 76).flatMap { $0 == .max ? nil : $0 }
        correctionAge = block.little(UInt16.self, at: 78).flatMap { $0 == .max ? nil : Double($0) / 100 }
        func accuracy(_ offset: Int) -> Length? {
            guard isSolved, SBFBlock(block)?.revision ?? 0 >= 2 else { return nil }
            return block.little(UInt16.self, at: offset).flatMap { $0 == .max ? nil : Length(metres: Double($0) / 100) }
        }
        (horizontalAccuracy, verticalAccuracy) = (accuracy(90), accuracy(92))
    }
}

extension PVTBlock.Components {
    /// Nil where the first or the second is not known.
    init?(_ first: Double?, _ second: Double?, _ third: Double?) {
        guard let first, let second else { return nil }
        (self.first, self.second, self.third) = (first, second, third)
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
