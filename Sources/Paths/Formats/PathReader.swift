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
        public var paths = 10_000
        /// Bytes of a file, and of the KML in a KMZ.
        public var bytes = 1 << 30
        /// How many times larger the KML may be than the KMZ, beyond its first MiB. (Deflate reaches 1032.)
        public var expansion = 200
        /// Elements, arrays and objects within each other.
        public var depth = 64
        /// Different receivers that points name.
        public var receivers = 10_000

        /// 5 million points, 10,000 paths, 1 GiB, 200 times, 64 deep, 10,000 receivers.
        public init() {}
    }

    /// What the file is.
    public let format: PathFormat
    /// How much is read.
    public let limits: Limits

    /// A reader of files of that format.
    public init(_ format: PathFormat, limits: Limits = Limits()) { (self.format, self.limits) = (format, limits) }

    /// The paths of a file, in its order, all in memory.
    ///
    /// - Parameter bytes: the whole file.
    /// - Throws: where the file is not of the format, holds no path, holds what is out of range, or is too large; says the
    ///   line where there are lines.
    public func read(_ bytes: [UInt8]) throws(PathFormatError) -> [ImportedPath] {
        let paths = ImportedPaths()
        try read(PathInput(bytes), into: paths)
        return paths.paths
    }

    /// Hands the paths of a file on while it is read. Takes 16 MiB of memory at most, but for a `gx:Track` of KML and for
    /// GeoJSON whose geometries have their `type` behind their `coordinates`: 40 bytes for each of their positions, of
    /// which there may be 500,000.
    ///
    /// - Parameters:
    ///   - input: the file.
    ///   - sink: receives the paths; what came is to be forgotten if this throws.
    /// - Throws: as above, and what the sink throws.
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
