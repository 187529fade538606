// SPDX-License-Identifier: Apache-2.0

/// Receives the paths of a file while it is read, so that the file need not fit into memory.
public protocol PathSink: AnyObject {
    /// Takes what was read, in the order of the file.
    ///
    /// - Throws: to end the reading; the reader throws the same error.
    func take(_ events: [PathEvent]) throws(PathFormatError)
}

/// Something that became of a path while its file was read. Several paths may be open at a time.
public struct PathEvent: Sendable {
    /// How a path ends.
    public enum End: Sendable {
        /// It is complete; its points came before, and `points` of the description is empty.
        case complete(ImportedPath)
        /// It turned out to be none: what came of it is to be forgotten.
        case dropped
    }

    /// The number of the path in this file, 0 and up, in the order in which paths begin.
    public let path: Int
    /// Points of the path that follow those of its earlier events.
    public internal(set) var points: [PathPoint] = []
    /// How it ends; nil: more may come. A path that never ends is to be forgotten.
    public internal(set) var end: End?

    init(path: Int) { self.path = path }
}

/// Keeps the paths of a file in memory.
final class ImportedPaths: PathSink {
    private var open: [Int: [PathPoint]] = [:]
    /// Those that are complete, in the order in which they ended.
    private(set) var paths: [ImportedPath] = []

    func take(_ events: [PathEvent]) throws(PathFormatError) {
        for event in events {
            open[event.path, default: []] += event.points
            guard let end = event.end else { continue }
            let points = open.removeValue(forKey: event.path) ?? []
            guard case .complete(var path) = end else { continue }
            path.points = points
            paths.append(path)
        }
    }
}
