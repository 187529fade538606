// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The centroid of the reference applications: convex layers are removed from the samples, and the result is the mean
/// of the innermost layer's corners. A layer consists of strict corners only. Of samples at the same position, only the
/// first received can be a corner. Fewer than three remaining samples form a layer together.
///
/// Differences from the first sample are rounded to units of 1e-9°, and their cross products are exact, so that every
/// implementation gets the same layers. The units are degrees because the method is defined in degrees; layers and
/// means are the same as in a plane.
public struct ConvexPeel: Hashable, Sendable {
    /// The mean of the innermost layer.
    public let position: GeodeticPosition
    /// The indices of the samples in the innermost layer, in order of arrival.
    public let innermost: [Int]

    private static let unit = 1e9

    /// Removes layers until the innermost one remains; nil without samples.
    public init?(_ samples: [GeodeticPosition]) {
        guard let origin = samples.first else { return nil }
        let corners = samples.enumerated().map { Corner(index: $0.offset, $0.element, from: origin) }
        let innermost = Self.innermost(of: corners)
        let count = Double(innermost.count)
        let north = innermost.reduce(0.0) { $0 + Double($1.north) } / count / Self.unit
        let east = innermost.reduce(0.0) { $0 + Double($1.east) } / count / Self.unit
        let latitude = Angle(degrees: min(90, max(-90, origin.latitude.degrees + north)))
        let longitude = Angle(degrees: wrapped(longitude: origin.longitude.degrees + east))
        guard let position = GeodeticPosition(latitude: latitude, longitude: longitude) else { return nil }
        self.position = position
        self.innermost = innermost.map(\.index).sorted()
    }

    /// A sample with its offset in units of 1e-9°.
    private struct Corner: Comparable {
        let index: Int
        let north: Int64
        let east: Int64

        init(index: Int, _ position: GeodeticPosition, from origin: GeodeticPosition) {
            self.index = index
            let east = wrapped(longitude: position.longitude.degrees - origin.longitude.degrees)
            north = Int64(((position.latitude.degrees - origin.latitude.degrees) * ConvexPeel.unit).rounded())
            self.east = Int64((east * ConvexPeel.unit).rounded())
        }

        static func < (a: Corner, b: Corner) -> Bool { (a.north, a.east, a.index) < (b.north, b.east, b.index) }

        func isAt(_ other: Corner) -> Bool { north == other.north && east == other.east }

        /// Positive if `c` is to the left of the line from this corner to `b`.
        func turn(_ b: Corner, _ c: Corner) -> Int128 {
            Int128(b.north - north) * Int128(c.east - east) - Int128(b.east - east) * Int128(c.north - north)
        }
    }

    private static func innermost(of corners: [Corner]) -> [Corner] {
        var left = corners.sorted()
        while left.count >= 3 {
            let layer = Set(hull(left).map(\.index))
            let rest = left.filter { !layer.contains($0.index) }
            if rest.isEmpty { return left.filter { layer.contains($0.index) } }
            left = rest
        }
        return left
    }

    /// The strict corners of the convex hull of sorted samples (Andrew's monotone chain).
    private static func hull(_ sorted: [Corner]) -> [Corner] {
        var distinct: [Corner] = []
        for corner in sorted where !(distinct.last?.isAt(corner) ?? false) { distinct.append(corner) }
        guard distinct.count > 2 else { return distinct }
        return chain(distinct).dropLast() + chain(distinct.reversed()).dropLast()
    }

    private static func chain(_ corners: some Sequence<Corner>) -> [Corner] {
        var chain: [Corner] = []
        for corner in corners {
            while chain.count > 1, chain[chain.count - 2].turn(chain[chain.count - 1], corner) <= 0 {
                chain.removeLast()
            }
            chain.append(corner)
        }
        return chain
    }
}
