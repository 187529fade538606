// SPDX-License-Identifier: Apache-2.0
// What is used of GeographicLib, for Swift: geodesics on WGS 84. Angles are in degrees, latitudes -90...90.
#ifndef GNSS_GEODESIC_H
#define GNSS_GEODESIC_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The length in metres of the shortest line between two points; NaN where an angle is none.
double gnss_geodesic_distance(double latitude1, double longitude1, double latitude2, double longitude2);

/// What the edges of a polygon add up to, which need not be closed.
typedef struct {
    /// The area in square metres, positive where the polygon runs counter-clockwise, of the two parts that the ellipsoid
    /// falls into the smaller one.
    double area;
    /// The length of all edges in metres, the closing one included.
    double perimeter;
} gnss_geodesic_polygon;

/// The polygon of so many points, latitude and longitude in turn.
gnss_geodesic_polygon gnss_geodesic_measure(const double *points, size_t count);

/// A ring whose corners come one after the other; it keeps none of them.
typedef struct gnss_geodesic_ring gnss_geodesic_ring;

/// A ring without corners; NULL where there is no memory. The other functions take NULL for a ring without an area.
gnss_geodesic_ring *gnss_geodesic_ring_make(void);

/// Gives a ring back.
void gnss_geodesic_ring_free(gnss_geodesic_ring *ring);

/// Adds a corner, in degrees.
void gnss_geodesic_ring_add(gnss_geodesic_ring *ring, double latitude, double longitude);

/// The area as of `gnss_geodesic_measure`, in square metres.
double gnss_geodesic_ring_area(const gnss_geodesic_ring *ring);

/// Takes all corners away.
void gnss_geodesic_ring_clear(gnss_geodesic_ring *ring);

#ifdef __cplusplus
}
#endif
#endif
