// SPDX-License-Identifier: Apache-2.0

internal import CGeodesic
public import GNSSTypes

/// Accumulates the length of a growing path along geodesics of WGS 84 (GeographicLib; C. Karney, "Algorithms for
/// geodesics", J. Geodesy 87, 2013). Gaps between segments do not count.
public struct PathLength: Hashable, Sendable {
    /// The length so far.
    public private(set) var length = Length(metres: 0)
    private var last: GeodeticPosition?

    /// Creates the length of a path without points.
    public init() {}

    /// Continues from a known length and the last point.
    public init(_ length: Length, upTo last: GeodeticPosition?) { (self.length, self.last) = (length, last) }

    /// Appends the next point of the path.
    public mutating func append(_ point: PathPoint) {
        if let last, !point.beginsSegment { length.metres += last.distance(to: point.position).metres }
        last = point.position
    }
}

extension GeodeticPosition {
    /// The length of the geodesic between two positions on WGS 84, accurate to about 15 nm.
    public func distance(to other: GeodeticPosition) -> Length {
        Length(
            metres: gnss_geodesic_distance(
                latitude.degrees, longitude.degrees, other.latitude.degrees, other.longitude.degrees))
    }
}
