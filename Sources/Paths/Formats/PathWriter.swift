// SPDX-License-Identifier: Apache-2.0

/// Writes a path to a file point by point.
///
///     var writer = PathWriter(path, as: .gpx)
///     for page in pages {
///         writer.append(page, to: &bytes)     // hand the bytes on whenever they are enough, and empty the buffer
///     }
///     try writer.finish(to: &bytes)
///
/// The file contains all values of each `PathPoint`, and `PathReader` restores them. Memory: constant for GPX and CSV;
/// 24 bytes per point for GeoJSON and KML, whose line and polygon follow the points; for KMZ, the KML text as well.
/// Paths of more than 200,000 points are written without line and polygon.
public struct PathWriter: Sendable {
    public let format: PathFormat

    private var encoder: any PathEncoder
    private var hasBegun = false

    /// Creates a writer for one path, which writes its name, times, length, area, `crossesItself` and
    /// `isImported`.
    public init(_ path: RecordedPath, as format: PathFormat) {
        self.format = format
        switch format {
        case .csv: encoder = CSVEncoder()
        case .gpx: encoder = GPXEncoder(path)
        case .geojson: encoder = GeoJSONEncoder(path)
        case .kml: encoder = KMLEncoder(path)
        case .kmz: encoder = KMZEncoder(path)
        }
    }

    /// Appends points.
    ///
    /// - Parameter output: Receives the encoded bytes at its end; some formats write little or nothing before
    ///   `finish(to:)`.
    public mutating func append(_ points: some Sequence<PathPoint>, to output: inout [UInt8]) {
        begin(&output)
        for point in points { encoder.append(point, &output) }
    }

    /// Ends the file; no points may be appended afterwards.
    ///
    /// - Throws: `PathFormatError` if libzip cannot create a KMZ for lack of memory.
    public mutating func finish(to output: inout [UInt8]) throws(PathFormatError) {
        begin(&output)
        try encoder.end(&output)
    }

    /// Writes a whole path in pieces of about 64 KiB.
    ///
    /// - Parameters:
    ///   - path: The properties of the path.
    ///   - points: The points; iterated once.
    ///   - format: The file format.
    ///   - sink: Called with each piece.
    /// - Throws: Errors of `sink`, and `PathFormatError` like `finish(to:)`.
    public static func write(
        _ path: RecordedPath, points: some Sequence<PathPoint>, as format: PathFormat, to sink: ([UInt8]) throws -> Void
    ) throws {
        var writer = PathWriter(path, as: format)
        var piece: [UInt8] = []
        for point in points {
            writer.append(CollectionOfOne(point), to: &piece)
            guard piece.count >= 1 << 16 else { continue }
            try sink(piece)
            piece.removeAll(keepingCapacity: true)
        }
        try writer.finish(to: &piece)
        try sink(piece)
    }

    private mutating func begin(_ output: inout [UInt8]) {
        guard !hasBegun else { return }
        hasBegun = true
        encoder.begin(&output)
    }
}

/// Encodes a path in one format.
protocol PathEncoder: Sendable {
    /// Appends the text before the points.
    mutating func begin(_ output: inout [UInt8])
    /// Appends a point.
    mutating func append(_ point: PathPoint, _ output: inout [UInt8])
    /// Appends the text after the points.
    ///
    /// - Throws: `PathFormatError` if the file cannot be completed.
    mutating func end(_ output: inout [UInt8]) throws(PathFormatError)
}
