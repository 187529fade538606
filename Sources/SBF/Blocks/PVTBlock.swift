// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Wire

/// PVTGeodetic (4007) or PVTCartesian (4006): position, velocity and time. Unknown values are nil.
///
/// The blocks differ only in the frame of position and velocity (Septentrio mosaic reference guide, section 4.2.10).
public struct PVTBlock: Hashable, Sendable {
    /// Three components, of which the last may be unknown.
    public struct Components: Hashable, Sendable {
        /// The components in the block's order.
        public let first: Double, second: Double, third: Double?
    }

    /// True for PVTGeodetic.
    public let isGeodetic: Bool
    /// The time of the solution in GPS time.
    public let time: GPSTime?
    /// The PVT mode: 0 none, 1 stand-alone, 2 differential, 3 fixed location, 4 RTK fixed, 5 RTK float, 6 SBAS, 7 and 8
    /// RTK with a moving base (fixed, float), 10 PPP.
    public let mode: UInt8
    /// True if the height is not determined.
    public let isTwoDimensional: Bool
    /// PVTGeodetic: latitude and longitude in radians, and the height above the ellipsoid in metres. PVTCartesian: x, y
    /// and z in metres.
    public let coordinates: Components?
    /// The height of the geoid above the ellipsoid.
    public let geoidSeparation: Length?
    /// The velocity in m/s. PVTGeodetic: north, east and up. PVTCartesian: x, y and z.
    public let velocity: Components?
    /// The course over ground from true north; nil if the receiver reports none, for example when stationary.
    public let course: Angle?
    /// The number of satellites used in the solution.
    public let satellitesUsed: Int?
    /// The horizontal accuracy (twice the root mean square of the distance error) and vertical accuracy (2 σ); only in
    /// blocks of revision 2 or later.
    public let horizontalAccuracy: Length?, verticalAccuracy: Length?
    /// The ID of the reference station, and the mean age of the corrections in seconds.
    public let station: UInt16?, correctionAge: Double?

    /// Decodes a block; nil if it is another block or shorter than 84 bytes.
    ///
    /// - Parameter block: A block as delimited by `SBFFrame.candidate`.
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
    /// Nil if the first or second component is unknown.
    init?(_ first: Double?, _ second: Double?, _ third: Double?) {
        guard let first, let second else { return nil }
        (self.first, self.second, self.third) = (first, second, third)
    }
}

extension Span where Element == UInt8 {
    /// Reads a number; nil if it has the "do not use" value −2e10 or is not finite.
    func known(littleDouble offset: Int) -> Double? {
        littleDouble(at: offset).flatMap { $0.isFinite && $0 > -1.9e10 ? $0 : nil }
    }

    /// Reads a 4-byte number; nil if it has the "do not use" value −2e10 or is not finite.
    func known(littleFloat offset: Int) -> Double? {
        littleFloat(at: offset).flatMap { $0.isFinite && $0 > -1.9e10 ? Double($0) : nil }
    }
}
