// SPDX-License-Identifier: Apache-2.0
#include "gnss_geodesic.h"

#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/PolygonArea.hpp>

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
