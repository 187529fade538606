// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import ObservationBus
internal import Paths
internal import Storage

/// Paths as files.
enum PathExport {
    /// Bytes that wait before they are handed on.
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

    /// The path's name as that of a file: without what a file's name must not hold.
    static func fileName(_ path: RecordedPath, _ format: PathFormat) -> String {
        let forbidden: Set<Character> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|", "."]
        let name = String(path.name.prefix(100).map { forbidden.contains($0) ? "_" : $0 })
        return (name.isEmpty ? "path \(path.id)" : name) + "." + format.fileExtension
    }
}

/// Files as paths.
struct PathImport {
    let store: Store
    let now: Timestamp
    /// The name of paths that the file names not; empty: one of the time.
    let name: String

    /// Stores all paths of a file, or none.
    func take(_ bytes: [UInt8], as format: PathFormat) async throws(ControlRefusal) -> [PathReport] {
        let read: [ImportedPath]
        do throws(PathFormatError) {
            read = try PathReader(format).read(bytes)
        } catch {
            throw ControlRefusal(.invalid, "the file cannot be read as \(format.rawValue): \(error)", code: "bad_file")
        }
        var stored: [PathReport] = []
        do throws(StoreError) {
            for (index, path) in read.enumerated() {
                let (described, points) = self.path(path, index, of: read.count)
                stored.append(PathReport(try await store.importPath(described, points: points), nil))
            }
            return stored
        } catch {
            for path in stored { _ = try? await store.deletePath(path.id) }
            throw ControlRefusal(error)
        }
    }

    private func path(_ imported: ImportedPath, _ index: Int, of count: Int) -> (RecordedPath, [PathPoint]) {
        let time = UTCTime(nanosecondsSince1970: now.milliseconds &* 1_000_000)
        let first = imported.points.lazy.compactMap(\.time).first
        var path = RecordedPath(
            id: 0, name: imported.name.flatMap { $0.isEmpty ? nil : $0 } ?? fallback(index, of: count), user: "local",
            started: imported.started ?? first ?? time)
        path.ended = imported.ended ?? imported.points.lazy.reversed().compactMap(\.time).first ?? path.started
        let geometry = PathGeometry(imported.points)
        (path.length, path.area, path.crossesItself) = (geometry.length, geometry.area, geometry.crossesItself)
        return (path, imported.points)
    }

    private func fallback(_ index: Int, of count: Int) -> String {
        let name = name.isEmpty ? "Imported \(now.description.prefix(10))" : name
        return count > 1 ? "\(name) (\(index + 1))" : name
    }
}
