// SPDX-License-Identifier: Apache-2.0

internal import CGeodesic
internal import GNSSTypes

/// Measures paths point by point, one after the other, without keeping them whole.
///
/// Whether a path crosses itself is looked for in paths of up to 200,000 points, and given up once all paths together
/// have taken too long.
public final class PathMeasurement {
    /// The longest path in which a crossing is looked for, in points. Takes 60 bytes a point.
    static let longestRing = 200_000

    private let ring: OpaquePointer?
    private var measured = PathLength()
    private var spherical = SphericalArea()
    private var degrees: [Double] = []
    private var count = 0
    /// Pairs of edges that may still be looked at.
    private var effort = 2 * RingCrossing.effort

    /// Nothing is measured yet.
    public init() { ring = gnss_geodesic_ring_make() }

    deinit { gnss_geodesic_ring_free(ring) }

    /// The next point of the path comes.
    public func append(_ point: PathPoint) {
        let (latitude, longitude) = (point.position.latitude.degrees, point.position.longitude.degrees)
        count += 1
        measured.append(point)
        spherical.append(point)
        gnss_geodesic_ring_add(ring, latitude, longitude)
        guard count <= Self.longestRing else { return degrees = [] }
        degrees.append(latitude)
        degrees.append(longitude)
    }

    /// The path ends; the next point is that of another one.
    public func finish() -> PathGeometry {
        defer {
            gnss_geodesic_ring_clear(ring)
            (measured, spherical, count) = (PathLength(), SphericalArea(), 0)
            degrees.removeAll(keepingCapacity: true)
        }
        guard count >= 3 else { return PathGeometry(length: measured.length, crossesItself: false) }
        var crosses: Bool?
        if count <= Self.longestRing, effort > 0 { crosses = RingCrossing.isThere(in: degrees, sharing: &effort) }
        return PathGeometry(
            length: measured.length, area: abs(gnss_geodesic_ring_area(ring)), sphericalArea: spherical.area,
            crossesItself: crosses)
    }
}
