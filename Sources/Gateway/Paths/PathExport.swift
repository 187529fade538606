// SPDX-License-Identifier: Apache-2.0

internal import Paths
internal import Storage

/// Exports paths as files.
enum PathExport {
    /// The maximum number of points in a KMZ export, whose text is kept in memory until it is compressed.
    static let longestKMZ = 100_000

    /// The number of bytes collected before they are passed on.
    private static let piece = 1 << 16

    /// Writes a path as of one moment, page by page.
    static func write(
        _ pages: PointPages, as format: PathFormat, to take: ([UInt8]) async throws -> Void
    ) async throws {
        var writer = PathWriter(pages.path, as: format)
        var bytes: [UInt8] = []
        var iterator = pages.makeAsyncIterator()
        while let page = try await iterator.next() {
            writer.append(page, to: &bytes)
            guard bytes.count >= Self.piece else { continue }
            try await take(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        try writer.finish(to: &bytes)
        try await take(bytes)
    }

    /// The path's name as a file name, without characters that file names must not contain.
    static func fileName(_ path: RecordedPath, _ format: PathFormat) -> String {
        let forbidden: Set<Character> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|", "."]
        let name = String(path.name.prefix(100).map { forbidden.contains($0) ? "_" : $0 })
        return (name.isEmpty ? "path \(path.id)" : name) + "." + format.fileExtension
    }
}
