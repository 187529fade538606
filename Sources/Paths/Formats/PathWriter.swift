// SPDX-License-Identifier: Apache-2.0

/// Writes a path as a file, its points one after the other.
///
///     var writer = PathWriter(path, as: .gpx)
///     for page in pages {
///         writer.append(page, to: &bytes)     // hand the bytes on whenever they are enough, and empty the buffer
///     }
///     try writer.finish(to: &bytes)
///
/// Everything that a `PathPoint` holds is in the file; `PathReader` gets it back. Memory: nothing for GPX and CSV; for
/// GeoJSON and KML, whose line and polygon follow the points, 24 bytes a point, for KMZ the text as well. Line and polygon
/// are left out of paths of more than 200,000 points.
public struct PathWriter: Sendable {
    public let format: PathFormat

    private var encoder: any PathEncoder
    private var hasBegun = false

    /// A writer of one path. Of the path its name, times, length, area and `crossesItself` are written.
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

    /// Writes points behind those before.
    ///
    /// - Parameter output: what is written is put behind its bytes; little, or nothing, may come before `finish(to:)`.
    public mutating func append(_ points: some Sequence<PathPoint>, to output: inout [UInt8]) {
        begin(&output)
        for point in points { encoder.append(point, &output) }
    }

    /// Ends the file; nothing may be appended after.
    ///
    /// - Throws: where libzip cannot make a KMZ, for want of memory.
    public mutating func finish(to output: inout [UInt8]) throws(PathFormatError) {
        begin(&output)
        try encoder.end(&output)
    }

    /// Writes a whole path in pieces of about 64 KiB.
    ///
    /// - Parameters:
    ///   - path: what is known of it.
    ///   - points: its points; gone through once.
    ///   - format: what is written.
    ///   - sink: gets each piece.
    /// - Throws: what `sink` throws, and `PathFormatError` as `finish(to:)` does.
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

/// One format's way of writing.
protocol PathEncoder: Sendable {
    /// What stands before the points.
    mutating func begin(_ output: inout [UInt8])
    /// A point.
    mutating func append(_ point: PathPoint, _ output: inout [UInt8])
    /// What stands behind them.
    mutating func end(_ output: inout [UInt8]) throws(PathFormatError)
}
