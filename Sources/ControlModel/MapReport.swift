// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

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

    public init(folder: String) { self.folder = folder }
}

/// An image of a map.
public struct MapTile: Hashable, Sendable {
    public var bytes: [UInt8]
    /// `image/png`, `image/jpeg` or `image/webp`.
    public var mediaType: String

    public init(bytes: [UInt8], mediaType: String) { (self.bytes, self.mediaType) = (bytes, mediaType) }
}

/// Reads maps from files.
public protocol MapControl: Sendable {
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
}
