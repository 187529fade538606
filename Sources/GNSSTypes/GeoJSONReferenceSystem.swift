// SPDX-License-Identifier: Apache-2.0

/// The coordinate reference system that a GeoJSON file states in `crs`, as files that predate RFC 7946 may do.
public enum GeoJSONReferenceSystem {
    /// True if a system with this name has degrees of WGS 84: CRS84, or EPSG:4326 as a short name, URN or address, and
    /// those with a height, CRS84h and EPSG:4979.
    public static func isWGS84(_ name: String) -> Bool {
        ["crs84", "crs84h", ":4326", "/4326", ":4979", "/4979"].contains { name.lowercased().hasSuffix($0) }
    }
}
