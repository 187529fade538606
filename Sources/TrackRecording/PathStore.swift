// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths

/// Why paths cannot be stored or read.
public struct PathStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do, for people.
    public var description: String
    /// No room is left on the disk.
    public var isFull: Bool

    /// A failure.
    public init(_ description: String, isFull: Bool = false) {
        (self.description, self.isFull) = (description, isFull)
    }
}

/// Where a recording is kept. A method that returned has what it was given on disk.
public protocol PathStore: Sendable {
    /// Makes a path that is being recorded from then on, by this order.
    func start(name: String, at time: UTCTime, _ order: PathOrder) async throws(PathStoreError) -> RecordedPath

    /// The path that was being recorded when the program ended; its order, where it is known.
    func unfinished() async throws(PathStoreError) -> (path: RecordedPath, order: PathOrder?)?

    /// Appends points.
    ///
    /// - Returns: how many the path has now.
    func append(_ points: [PathPoint], to path: Int64) async throws(PathStoreError) -> Int

    /// Takes the last point away and answers it; nil where there is none.
    func removeLastPoint(of path: Int64) async throws(PathStoreError) -> PathPoint?

    /// A part of the points of a path, in order: from an index on, so many at most; none behind the last.
    func points(of path: Int64, from first: Int, limit: Int) async throws(PathStoreError) -> [PathPoint]

    /// The recording pauses, or goes on.
    func mark(_ path: Int64, _ state: RecordedPath.State) async throws(PathStoreError)

    /// The path is complete.
    func finish(_ path: Int64, at time: UTCTime, _ geometry: PathGeometry) async throws(PathStoreError)
        -> RecordedPath

    /// Nothing of the path is left.
    func discard(_ path: Int64) async throws(PathStoreError)
}
