// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import MessageTexts

/// The maps that the gateway reads from files: `GET /v1/map`.
public struct MapReport: Codable, Hashable, Sendable {
    /// A map made of images, from an MBTiles file.
    public struct Source: Codable, Hashable, Sendable {
        /// The file's name without its suffix.
        public var id: String
        /// The name that the file states; otherwise the same as `id`.
        public var name: String
        /// The URL template of its images, with `{z}`, `{x}` and `{y}` for zoom, column and row. Rows are counted from
        /// the north.
        public var tiles: String
        public var minZoom: Int
        public var maxZoom: Int
        /// West, south, east and north in degrees; nil if the file states none.
        public var bounds: [Double]?
        /// The text that names the owner of the map, without markup; nil if the file states none.
        public var attribution: String?

        public init(id: String, name: String, tiles: String, minZoom: Int, maxZoom: Int) {
            (self.id, self.name, self.tiles, self.minZoom, self.maxZoom) = (id, name, tiles, minZoom, maxZoom)
        }

        enum CodingKeys: String, CodingKey {
            case id, name, tiles, attribution
            case minZoom = "min_zoom"
            case maxZoom = "max_zoom"
            case bounds = "bounds_deg"
        }
    }

    /// Areas and lines such as parcels, from a GeoJSON file.
    public struct Areas: Codable, Hashable, Sendable {
        /// The file's name without its suffix.
        public var id: String
        /// The number of areas, lines and points that `GET /v1/map/ID/areas` contains.
        public var count: Int

        public init(id: String, count: Int) { (self.id, self.count) = (id, count) }
    }

    /// A server on a network that provides map images, as configured.
    public struct Server: Codable, Hashable, Sendable {
        /// Its name for people.
        public var name: String
        /// The URL template of its images, with `{z}`, `{x}` and `{y}` for zoom, column and row. Rows are counted from
        /// the north.
        public var tiles: String
        /// The highest zoom level of its images.
        public var maxZoom: Int
        /// The text that names the owner of the map; nil for none.
        public var attribution: String?

        public init(name: String, tiles: String, maxZoom: Int) {
            (self.name, self.tiles, self.maxZoom) = (name, tiles, maxZoom)
        }

        /// The scheme, host and port of its URL.
        public var origin: String {
            guard let start = tiles.firstRange(of: "://")?.upperBound else { return "" }
            return String(tiles[..<(tiles[start...].firstIndex { "/?".contains($0) } ?? tiles.endIndex)])
        }

        enum CodingKeys: String, CodingKey {
            case name, tiles, attribution
            case maxZoom = "max_zoom"
        }
    }

    /// A file that is not shown, or is shown only in part.
    public struct Problem: Codable, Hashable, Sendable {
        /// The file's name; empty if the problem concerns the folder.
        public var file: String
        public var text: String
        public var message: CodedText

        public init(file: String, _ message: CodedText) {
            (self.file, self.message, text) = (file, message, message.text)
        }
    }

    /// The absolute path of the folder with the files.
    public var folder: String
    public var sources: [Source] = []
    public var areas: [Areas] = []
    public var problems: [Problem] = []
    /// The configured map server; nil if there is none.
    public var server: Server?
    /// The largest size in bytes of a file that can be uploaded; 0 if none can be.
    public var uploadLimit = 0

    enum CodingKeys: String, CodingKey {
        case folder, sources, areas, problems, server
        case uploadLimit = "upload_limit_bytes"
    }

    public init(folder: String) { self.folder = folder }
}

/// An image of a map.
public struct MapTile: Hashable, Sendable {
    public var bytes: [UInt8]
    /// `image/png`, `image/jpeg` or `image/webp`.
    public var mediaType: String

    public init(bytes: [UInt8], mediaType: String) { (self.bytes, self.mediaType) = (bytes, mediaType) }
}

/// Reads maps from files, and adds and removes such files.
public protocol MapControl: Sendable {
    /// The configured map server; nil if there is none.
    var server: MapReport.Server? { get }
    /// The largest size in bytes of a file that can be uploaded; 0 if none can be.
    var uploadLimit: Int { get }

    func maps() async -> MapReport

    /// The image of a tile; nil if the map has no image there.
    ///
    /// - Parameters:
    ///   - zoom: The zoom level, 0...30.
    ///   - row: The row, counted from the north.
    /// - Throws: `ControlError` if there is no such map, or its file cannot be read.
    func tile(of map: String, zoom: Int, column: Int, row: Int) async throws(ControlError) -> MapTile?

    /// The areas of a file, as GeoJSON that contains only geometries and the property `name`.
    ///
    /// - Throws: `ControlError` if there is no such file.
    func areas(of map: String) async throws(ControlError) -> [UInt8]

    /// Adds a file, or replaces the one with the same name. The existing file stays until the new one is complete and
    /// can be shown. Only one file is added at a time.
    ///
    /// - Parameters:
    ///   - file: The file's name, which ends in `.mbtiles` or `.geojson`, in small or capital letters.
    ///   - size: The announced size in bytes; nil if it is unknown.
    ///   - body: Passes the pieces of the file. It is not called if the file is refused before.
    /// - Returns: True if it replaced a file.
    /// - Throws: `ControlError`, or the error that `body` throws.
    func add(_ file: String, size: Int?, from body: @escaping FileBody) async throws -> Bool

    /// Deletes a file.
    ///
    /// - Parameter file: The file's name, as `maps` reports it.
    /// - Throws: `ControlError` if there is no such file, or it cannot be deleted.
    func remove(_ file: String) async throws(ControlError)
}
