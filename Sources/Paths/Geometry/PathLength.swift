// SPDX-License-Identifier: Apache-2.0

internal import CGeodesic
public import GNSSTypes

/// Adds up the length of a path while it grows, along geodesics of WGS 84 (GeographicLib; C. Karney, "Algorithms for
/// geodesics", J. Geodesy 87, 2013). What lies between two segments is no part of it.
public struct PathLength: Hashable, Sendable {
    /// The length so far.
    public private(set) var length = Length(metres: 0)
    private var last: GeodeticPosition?

    /// A path without points.
    public init() {}

    /// A path that is known up to a point.
    public init(_ length: Length, upTo last: GeodeticPosition?) { (self.length, self.last) = (length, last) }

    /// Appends the next point of the path.
    public mutating func append(_ point: PathPoint) {
        if let last, !point.beginsSegment { length.metres += last.distance(to: point.position).metres }
        last = point.position
    }
}

extension GeodeticPosition {
    /// The length of the geodesic between two positions on WGS 84, right to some 15 nm.
    public func distance(to other: GeodeticPosition) -> Length {
        Length(
            metres: gnss_geodesic_distance(
                latitude.degrees, longitude.degrees, other.latitude.degrees, other.longitude.degrees))
    }
}
