// SPDX-License-Identifier: Apache-2.0

/// Receives the paths of a file while it is being read, so that the file does not have to fit into memory.
public protocol PathSink: AnyObject {
    /// Receives the next events in the order of the file.
    ///
    /// - Throws: Any error to stop reading; the reader throws the same error.
    func take(_ events: [PathEvent]) throws(PathFormatError)
}

/// A part of a path, received while its file is being read. Several paths may be open at a time.
public struct PathEvent: Sendable {
    /// The end of a path.
    public enum End: Sendable {
        /// The path is complete. Its points came in events; the description itself has no `points`.
        case complete(ImportedPath)
        /// The path is not valid and its points must be discarded.
        case dropped
    }

    /// The number of the path in the file, from 0, in the order in which paths begin.
    public let path: Int
    /// The points that follow those of earlier events.
    public internal(set) var points: [PathPoint] = []
    /// The end of the path; nil if more events may follow. A path that never ends must be discarded.
    public internal(set) var end: End?

    init(path: Int) { self.path = path }
}

/// Collects the paths of a file in memory.
final class ImportedPaths: PathSink {
    private var open: [Int: [PathPoint]] = [:]
    /// The complete paths in the order in which they ended.
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
