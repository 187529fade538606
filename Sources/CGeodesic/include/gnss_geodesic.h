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

#ifdef __cplusplus
}
#endif
#endif
