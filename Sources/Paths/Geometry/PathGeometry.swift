// SPDX-License-Identifier: Apache-2.0

internal import CGeodesic
public import GNSSTypes
internal import Glibc

/// The places of a path, in order: all that its geometry needs of it. 17 bytes a point.
public struct PathOutline: Sendable {
    /// Latitude and longitude in turn, in degrees.
    private(set) var degrees: [Double] = []
    private(set) var measured = PathLength()

    /// A path without points.
    public init() {}

    /// The places of these points.
    public init(_ points: some Sequence<PathPoint>) { for point in points { append(point) } }

    /// How many points there are.
    public var count: Int { degrees.count / 2 }

    /// Another point comes.
    public mutating func append(_ point: PathPoint) {
        degrees.append(point.position.latitude.degrees)
        degrees.append(point.position.longitude.degrees)
        measured.append(point)
    }

    /// The area in square metres by the formula of the reference applications; nil below three points. See
    /// `PathGeometry.sphericalArea`.
    ///
    /// A = |Σ (λ₂ − λ₁)(2 + sin φ₁ + sin φ₂)| R² / 2 over the edges of the closed polygon, R = 6 378 137 m.
    public var sphericalArea: Double? {
        guard count >= 3 else { return nil }
        let radius = 6_378_137.0
        var sum = 0.0
        for index in 0..<count {
            let next = (index + 1) % count
            let span = (degrees[2 * next + 1] - degrees[2 * index + 1]) * .pi / 180
            sum += span * (2 + sin(degrees[2 * index] * .pi / 180) + sin(degrees[2 * next] * .pi / 180))
        }
        return abs(sum) * radius * radius / 2
    }
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
