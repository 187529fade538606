// SPDX-License-Identifier: Apache-2.0

/// Encodes KMZ: an archive with one file, `doc.kml`. The KML text is kept in memory until the end.
struct KMZEncoder: PathEncoder {
    private var encoder: KMLEncoder
    private var text: [UInt8] = []

    init(_ path: RecordedPath) { encoder = KMLEncoder(path) }

    mutating func begin(_ output: inout [UInt8]) { encoder.begin(&text) }

    mutating func append(_ point: PathPoint, _ output: inout [UInt8]) { encoder.append(point, &text) }

    mutating func end(_ output: inout [UInt8]) throws(PathFormatError) {
        encoder.end(&text)
        output.append(contentsOf: try KMZArchive.archive(text))
        text = []
    }
}
