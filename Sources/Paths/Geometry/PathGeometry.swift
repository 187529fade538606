// SPDX-License-Identifier: Apache-2.0

internal import CGeodesic
public import GNSSTypes

/// The places of a path, in order: all that its geometry needs of it. 16 bytes a point.
public struct PathOutline: Sendable {
    /// Latitude and longitude in turn, in degrees.
    private(set) var degrees: [Double] = []
    private(set) var measured = PathLength()
    private var spherical = SphericalArea()

    /// A path without points.
    public init() {}

    /// The places of these points.
    public init(_ points: some Sequence<PathPoint>) { for point in points { append(point) } }

    /// How many points there are.
    public var count: Int { degrees.count / 2 }

    /// Appends the next point of the path.
    public mutating func append(_ point: PathPoint) {
        degrees.append(point.position.latitude.degrees)
        degrees.append(point.position.longitude.degrees)
        measured.append(point)
        spherical.append(point)
    }

    /// The area in square metres by the formula of the reference applications; nil below three points. See
    /// `PathGeometry.sphericalArea`.
    public var sphericalArea: Double? { spherical.area }
}

/// Length and area of a path on WGS 84, wherever on Earth it is: also across the antimeridian and around a pole.
public struct PathGeometry: Hashable, Sendable {
    /// The length of its lines along geodesics; gaps, and the line that would close it, are no part of it.
    public let length: Length

    /// The area in square metres of the polygon that its points make when the last is joined to the first, all along
    /// geodesics (GeographicLib's `PolygonArea`); of the two parts that the Earth falls into the smaller one. nil below
    /// three points.
    ///
    /// Where the polygon crosses itself this is the net area: parts that are run around the other way are taken off.
    public let area: Double?

    /// The area in square metres by the formula of the reference applications, for comparison with theirs: trapezia on a
    /// sphere. Off by up to half a per cent, and without meaning across the antimeridian. nil below three points.
    public let sphericalArea: Double?

    /// Whether the polygon crosses or touches itself; nil where that is too much to find out: see `RingCrossing`.
    public let crossesItself: Bool?

    init(length: Length, area: Double? = nil, sphericalArea: Double? = nil, crossesItself: Bool?) {
        (self.length, self.area, self.sphericalArea) = (length, area, sphericalArea)
        self.crossesItself = crossesItself
    }

    /// The geometry of what is known of the places.
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

    /// The geometry of a path.
    public init(_ points: some Sequence<PathPoint>) { self.init(PathOutline(points)) }
}
