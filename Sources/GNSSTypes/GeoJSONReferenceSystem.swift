// SPDX-License-Identifier: Apache-2.0

/// The coordinate reference system that a GeoJSON file states in `crs`, as files that predate RFC 7946 may do.
public enum GeoJSONReferenceSystem {
    /// True if the coordinates of a system with this name are longitude and latitude in degrees of WGS 84: CRS84, or
    /// EPSG:4326 as a short name, URN or address.
    public static func isWGS84(_ name: String) -> Bool {
        ["crs84", ":4326", "/4326"].contains { name.lowercased().hasSuffix($0) }
    }
}
