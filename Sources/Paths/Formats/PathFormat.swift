// SPDX-License-Identifier: Apache-2.0

/// A file format that paths are written to and read from.
public enum PathFormat: String, Hashable, Sendable, CaseIterable {
    /// KML 2.2 (OGC 07-147r2), with Google's `gx:Track`.
    case kml
    /// KML in a ZIP archive.
    case kmz
    /// GPX 1.1.
    case gpx
    /// GeoJSON (RFC 7946).
    case geojson
    /// Comma-separated values (RFC 4180), a row for each point.
    case csv

    /// The format that a file's name or path ends in: `.kml`, `.kmz`, `.gpx`, `.geojson` or `.json`, `.csv`, in upper or
    /// lower case; nil for another.
    public init?(fileName: some StringProtocol) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        let ending = fileName[fileName.index(after: dot)...].lowercased()
        self.init(rawValue: ending == "json" ? "geojson" : ending)
    }

    /// What a file's name ends in, without the dot.
    public var fileExtension: String { rawValue }

    /// The media type that IANA has for it.
    public var mediaType: String {
        switch self {
        case .kml: "application/vnd.google-earth.kml+xml"
        case .kmz: "application/vnd.google-earth.kmz"
        case .gpx: "application/gpx+xml"
        case .geojson: "application/geo+json"
        case .csv: "text/csv"
        }
    }
}
