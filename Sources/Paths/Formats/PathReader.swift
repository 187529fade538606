// SPDX-License-Identifier: Apache-2.0

/// Reads the paths of a file: this program's own, with everything that was written, and those of others.
///
/// | format | what becomes a path |
/// | --- | --- |
/// | GPX 1.0, 1.1 | each track (a gap between segments), each route, all waypoints together |
/// | KML, KMZ | each `LineString`, `LinearRing`, boundary of a `Polygon`, `gx:Track` or `gx:MultiTrack`; the `Point`s of a folder together |
/// | GeoJSON | each `LineString`, `MultiLineString` (with gaps), ring of a `Polygon`; all `Point`s together |
/// | CSV | all rows |
///
/// XML with a document type declaration is refused: entities have no use here.
public struct PathReader: Sendable {
    /// How much is read. A file that has more is refused.
    public struct Limits: Hashable, Sendable {
        /// Points of all paths together.
        public var points = 5_000_000
        /// Paths.
        public var paths = 10_000
        /// Bytes of a file, and of the KML in a KMZ.
        public var bytes = 1 << 30
        /// How many times larger the KML may be than the KMZ, beyond its first MiB. (Deflate reaches 1032.)
        public var expansion = 200
        /// Elements, arrays and objects within each other.
        public var depth = 64

        /// 5 million points, 10,000 paths, 1 GiB, 200 times, 64 deep.
        public init() {}
    }

    /// What the file is.
    public let format: PathFormat
    /// How much is read.
    public let limits: Limits

    /// A reader of files of that format.
    public init(_ format: PathFormat, limits: Limits = Limits()) { (self.format, self.limits) = (format, limits) }

    /// The paths of a file, in its order.
    ///
    /// - Parameter bytes: the whole file.
    /// - Throws: where the file is not of the format, holds no path, holds what is out of range, or is too large; says the
    ///   line where there are lines.
    public func read(_ bytes: [UInt8]) throws(PathFormatError) -> [ImportedPath] {
        guard bytes.count <= limits.bytes else {
            throw PathFormatError("the file has \(bytes.count) bytes; at most \(limits.bytes) are read")
        }
        let paths: [ImportedPath]
        switch format {
        case .csv: paths = try CSVDecoder(limits).decode(bytes)
        case .gpx: paths = try GPXDecoder.decode(bytes, limits)
        case .geojson: paths = try GeoJSONDecoder.decode(bytes, limits)
        case .kml: paths = try KMLDecoder.decode(bytes, limits)
        case .kmz: paths = try KMZArchive.decode(bytes, limits)
        }
        guard !paths.isEmpty else { throw PathFormatError("there is no path and no point in it") }
        return paths
    }
}
