// SPDX-License-Identifier: Apache-2.0

/// A file format in which paths are written and read.
public enum PathFormat: String, Hashable, Sendable, CaseIterable {
    /// KML 2.2 (OGC 07-147r2), with Google's `gx:Track`.
    case kml
    /// KML in a ZIP archive.
    case kmz
    /// GPX 1.1.
    case gpx
    /// GeoJSON (RFC 7946).
    case geojson
    /// Comma-separated values (RFC 4180) with a row for each point.
    case csv

    /// Determines the format from the ending of a file name: `.kml`, `.kmz`, `.gpx`, `.geojson` or `.json`, `.csv`, in
    /// upper or lower case. Nil for any other ending.
    public init?(fileName: some StringProtocol) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        let ending = fileName[fileName.index(after: dot)...].lowercased()
        self.init(rawValue: ending == "json" ? "geojson" : ending)
    }

    /// A name for paths that have none in their file: the file's name without its endings, on one line and cut off after
    /// 200 characters; empty for `-`, which stands for standard input.
    public static func pathName(fromFile path: String) -> String {
        guard path != "-" else { return "" }
        let stem = path.split(separator: "/").last?.split(separator: ".").first ?? ""
        var name = ""
        for scalar in stem.unicodeScalars {
            name.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(name.prefix(200))
    }

    /// The ending of file names, without the dot.
    public var fileExtension: String { rawValue }

    /// The media type registered with IANA.
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
