// SPDX-License-Identifier: Apache-2.0
#include "gnss_geodesic.h"

#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/PolygonArea.hpp>

#include <new>

extern "C" double gnss_geodesic_distance(double latitude1, double longitude1, double latitude2, double longitude2) {
    double distance = 0;
    GeographicLib::Geodesic::WGS84().Inverse(latitude1, longitude1, latitude2, longitude2, distance);
    return distance;
}

extern "C" gnss_geodesic_polygon gnss_geodesic_measure(const double *points, size_t count) {
    GeographicLib::PolygonArea polygon(GeographicLib::Geodesic::WGS84());
    for (size_t index = 0; index < count; index++) polygon.AddPoint(points[2 * index], points[2 * index + 1]);
    gnss_geodesic_polygon result = {0, 0};
    polygon.Compute(false, true, result.perimeter, result.area);
    return result;
}

struct gnss_geodesic_ring {
    GeographicLib::PolygonArea polygon{GeographicLib::Geodesic::WGS84()};
};

extern "C" gnss_geodesic_ring *gnss_geodesic_ring_make(void) { return new (std::nothrow) gnss_geodesic_ring; }

extern "C" void gnss_geodesic_ring_free(gnss_geodesic_ring *ring) { delete ring; }

extern "C" void gnss_geodesic_ring_add(gnss_geodesic_ring *ring, double latitude, double longitude) {
    if (ring) ring->polygon.AddPoint(latitude, longitude);
}

extern "C" double gnss_geodesic_ring_area(const gnss_geodesic_ring *ring) {
    double perimeter = 0, area = 0;
    if (ring) ring->polygon.Compute(false, true, perimeter, area);
    return area;
}

extern "C" void gnss_geodesic_ring_clear(gnss_geodesic_ring *ring) {
    if (ring) ring->polygon.Clear();
}
