// SPDX-License-Identifier: Apache-2.0
// The part of GeographicLib that the gateway uses, for Swift: geodesics on WGS 84. Angles are in degrees, latitudes
// -90...90.
#ifndef GNSS_GEODESIC_H
#define GNSS_GEODESIC_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The length in metres of the shortest line between two points; NaN if an angle is not a number or a latitude is out
/// of its range.
double gnss_geodesic_distance(double latitude1, double longitude1, double latitude2, double longitude2);

/// The measures of a polygon. Its last corner need not repeat the first.
typedef struct {
    /// The area in square metres of the smaller of the two parts into which the polygon divides the ellipsoid, positive
    /// if the polygon runs counter-clockwise.
    double area;
    /// The length of all edges in metres, including the closing one.
    double perimeter;
} gnss_geodesic_polygon;

/// Measures the polygon of `count` points, given as latitudes and longitudes alternately.
gnss_geodesic_polygon gnss_geodesic_measure(const double *points, size_t count);

/// A ring whose corners are added one by one and not kept.
typedef struct gnss_geodesic_ring gnss_geodesic_ring;

/// Creates a ring without corners; returns NULL if there is no memory. The other functions treat NULL as a ring without
/// an area.
gnss_geodesic_ring *gnss_geodesic_ring_make(void);

/// Frees a ring.
void gnss_geodesic_ring_free(gnss_geodesic_ring *ring);

/// Adds a corner, in degrees.
void gnss_geodesic_ring_add(gnss_geodesic_ring *ring, double latitude, double longitude);

/// The area as computed by `gnss_geodesic_measure`, in square metres.
double gnss_geodesic_ring_area(const gnss_geodesic_ring *ring);

/// Removes all corners.
void gnss_geodesic_ring_clear(gnss_geodesic_ring *ring);

#ifdef __cplusplus
}
#endif
#endif
