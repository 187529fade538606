// SPDX-License-Identifier: Apache-2.0

internal import CGeodesic
internal import GNSSTypes

/// Measures paths point by point, one path after the other, without keeping them in memory as a whole.
///
/// Crossings are searched for in paths of up to 200,000 points, until the searches of all paths together have taken too
/// long.
public final class PathMeasurement {
    /// The largest number of points for which crossings are searched for. Needs 60 bytes per point.
    static let longestRing = 200_000

    /// Owned: freed in `deinit`; nil if memory was short.
    private let ring: OpaquePointer?
    private var measured = PathLength()
    private var spherical = SphericalArea()
    private var degrees: [Double] = []
    private var count = 0
    /// The remaining number of edge pairs to compare.
    private var effort = 2 * RingCrossing.effort

    public init() { ring = gnss_geodesic_ring_make() }

    deinit { gnss_geodesic_ring_free(ring) }

    /// Appends the next point of the path.
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

    /// Ends the path and returns its geometry; the next point belongs to another path.
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
