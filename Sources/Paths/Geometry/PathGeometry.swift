// SPDX-License-Identifier: Apache-2.0

internal import CGeodesic
public import GNSSTypes

/// The positions of a path in order, from which its geometry is computed. Needs 16 bytes per point.
public struct PathOutline: Sendable {
    /// Latitudes and longitudes alternately, in degrees.
    private(set) var degrees: [Double] = []
    private(set) var measured = PathLength()
    private var spherical = SphericalArea()

    /// Creates an outline without points.
    public init() {}

    /// Creates an outline from points.
    public init(_ points: some Sequence<PathPoint>) { for point in points { append(point) } }

    /// The number of points.
    public var count: Int { degrees.count / 2 }

    /// Appends the next point of the path.
    public mutating func append(_ point: PathPoint) {
        degrees.append(point.position.latitude.degrees)
        degrees.append(point.position.longitude.degrees)
        measured.append(point)
        spherical.append(point)
    }

    /// The area in square metres by the formula of the reference applications; nil for fewer than three points. See
    /// `PathGeometry.sphericalArea`.
    public var sphericalArea: Double? { spherical.area }
}

/// The length and area of a path on WGS 84, valid anywhere on Earth including the antimeridian and the poles.
public struct PathGeometry: Hashable, Sendable {
    /// The length of the path's lines along geodesics, without gaps and without the closing line.
    public let length: Length

    /// The area in square metres of the polygon formed by the points when the last is joined to the first, with
    /// geodesic edges (GeographicLib's `PolygonArea`). The polygon divides the Earth into two parts, and this is the
    /// area of the smaller one. Nil for fewer than three points.
    ///
    /// If the polygon crosses itself, this is the net area: parts with the opposite orientation are subtracted.
    public let area: Double?

    /// The area in square metres by the formula of the reference applications, for comparison: trapezia on a sphere.
    /// The error is up to half a percent, and the value is meaningless across the antimeridian. Nil for fewer than
    /// three points.
    public let sphericalArea: Double?

    /// True if the polygon crosses or touches itself; nil if this takes too long to determine (see `RingCrossing`).
    public let crossesItself: Bool?

    init(length: Length, area: Double? = nil, sphericalArea: Double? = nil, crossesItself: Bool?) {
        (self.length, self.area, self.sphericalArea) = (length, area, sphericalArea)
        self.crossesItself = crossesItself
    }

    /// Computes the geometry of an outline.
    public init(_ outline: PathOutline) {
        length = outline.measured.length
        guard outline.count >= 3 else {
            (area, sphericalArea, crossesItself) = (nil, nil, false)
            return
        }
        area = abs(gnss_geodesic_measure(outline.degrees, outline.count).area)
        sphericalArea = outline.sphericalArea
        crossesItself = RingCrossing.isThere(in: outline.degrees)
    }

    /// Computes the geometry of a path.
    public init(_ points: some Sequence<PathPoint>) { self.init(PathOutline(points)) }
}
