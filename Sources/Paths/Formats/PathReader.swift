// SPDX-License-Identifier: Apache-2.0

/// Reads the paths of a file: files of this program without loss, and files of other programs.
///
/// | format | what becomes a path |
/// | --- | --- |
/// | GPX 1.0, 1.1 | each track (a gap between segments), each route, all waypoints together |
/// | KML, KMZ | each `LineString`, `LinearRing`, boundary of a `Polygon`, `gx:Track` or `gx:MultiTrack`; the `Point`s of a folder together |
/// | GeoJSON | each `LineString`, `MultiLineString` (with gaps), ring of a `Polygon`; all `Point`s together |
/// | CSV | all rows |
///
/// XML with a document type declaration is rejected, because entities are not needed here.
public struct PathReader: Sendable {
    /// Limits for reading. A file that exceeds one is rejected.
    public struct Limits: Hashable, Sendable {
        /// The number of points in all paths together.
        public var points = 5_000_000
        public var paths = 10_000
        /// The size of a file, and of the KML in a KMZ, in bytes.
        public var bytes = 1 << 30
        /// The maximum ratio of the size of the KML, beyond the first MiB, to that of the KMZ. (Deflate can reach
        /// 1032.)
        public var expansion = 200
        /// The nesting depth of elements, arrays and objects.
        public var depth = 64
        /// The number of different receivers that the points name.
        public var receivers = 10_000
        /// The number of positions of GeoJSON that wait at a time for the `type` of their geometry or, in a `Point`, for
        /// the end of their feature.
        public var held = 500_000

        /// 5 million points, 10,000 paths, 1 GiB, expansion 200, depth 64, 10,000 receivers and 500,000 positions that
        /// wait.
        public init() {}
    }

    /// The format of the file.
    public let format: PathFormat
    public let limits: Limits

    public init(_ format: PathFormat, limits: Limits = Limits()) { (self.format, self.limits) = (format, limits) }

    /// Reads all paths of a file into memory, in the order of the file.
    ///
    /// - Parameter bytes: The whole file.
    /// - Throws: `PathFormatError` if the file does not have the format, contains no path or an invalid value, or is
    ///   too large. The error contains the line if the format has lines.
    public func read(_ bytes: [UInt8]) throws(PathFormatError) -> [ImportedPath] {
        let paths = ImportedPaths()
        try read(PathInput(bytes), into: paths)
        return paths.paths
    }

    /// Passes the paths of a file on while it is being read. Needs at most 16 MiB of memory, except for a `gx:Track` in
    /// KML and for GeoJSON geometries whose `type` follows their `coordinates`: these need 40 bytes for each of their
    /// positions, at most 500,000 at a time.
    ///
    /// - Parameters:
    ///   - input: The file.
    ///   - sink: Receives the paths; if this method throws, it must discard them.
    /// - Throws: `PathFormatError`, like `read(_:)`, and the sink's error.
    public func read(_ input: PathInput, into sink: any PathSink) throws(PathFormatError) {
        guard input.count <= limits.bytes else {
            throw PathFormatError("the file has \(input.count) bytes; the limit is \(limits.bytes)")
        }
        var collector = PathCollector(limits, sink)
        switch format {
        case .csv: try CSVDecoder.decode(input, &collector)
        case .gpx: try GPXDecoder.decode(input, &collector)
        case .geojson: try GeoJSONDecoder.decode(input, &collector)
        case .kml: try KMLDecoder.decode(input, &collector)
        case .kmz: try KMZArchive.decode(input, &collector)
        }
        guard collector.complete > 0 else { throw PathFormatError("the file contains no path and no point") }
        try collector.flush()
    }
}
