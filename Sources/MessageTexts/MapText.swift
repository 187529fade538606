// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The reasons why a file in the map folder is not shown, or a file is not added to it. `{file}` is its name, `{detail}`
/// an error in English.
public enum MapText: String, TextCode {
    case badName = "map.bad_name"
    case unreadable = "map.unreadable"
    case notMBTiles = "map.not_mbtiles"
    case vectorTiles = "map.vector_tiles"
    case noTiles = "map.no_tiles"
    case notGeoJSON = "map.not_geojson"
    case notDegrees = "map.not_degrees"
    case tooLarge = "map.too_large"
    case leftOut = "map.left_out"
    case tooMany = "map.too_many"
    case tooManyPoints = "map.too_many_points"
    case sameName = "map.same_name"
    case otherFormat = "map.other_format"
    case noUploads = "map.no_uploads"
    case noSpace = "map.no_space"
    case notStored = "map.not_stored"
    case notDeleted = "map.not_deleted"

    public var english: String {
        switch self {
        case .badName:
            "{file} is not shown, because its name contains characters other than letters, digits, '.', '-' and '_'"
        case .unreadable: "{file} cannot be read: {detail}"
        case .notMBTiles: "{file} is not an MBTiles file: {detail}"
        case .vectorTiles: "{file} contains vector tiles; the console shows images (PNG, JPEG, WebP)"
        case .noTiles: "{file} contains no tiles of zoom levels 0 to 30"
        case .notGeoJSON: "{file} is not GeoJSON: {detail}"
        case .notDegrees: "{file} has coordinates that are not degrees; convert the file to WGS 84 (EPSG:4326)"
        case .tooLarge: "{file} is larger than {limit} MiB"
        case .leftOut:
            "{count} areas of {file} are left out: they cannot be read, or the file has more areas or points than the map can show"
        case .sameName:
            "{file} is not shown, because the name of another file differs only in capital letters of the ending; rename one of them"
        case .otherFormat: "the name of a map file ends in .mbtiles or .geojson"
        case .noUploads: "the configuration does not allow uploads of map files (map.limit_mib is 0)"
        case .noSpace: "{file} is not stored, because less than {reserve} MiB of the disk would be left free"
        case .notStored: "{file} cannot be stored in {folder}: {detail}"
        case .notDeleted: "{file} cannot be deleted: {detail}"
        case .tooManyPoints:
            "{file} has too many areas or points; a map file can have {areas} areas and {points} points"
        case .tooMany: "only the first {limit} map files of the folder are shown"
        }
    }
}
