// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths
public import Storage

/// Where a recording is kept: in the daemon the `Store` itself. A method that returned has what it was given on disk.
public protocol PathStore: Sendable {
    /// Makes a path that is being recorded from then on, by this order.
    func start(name: String, at time: UTCTime, _ order: PathOrder) async throws(StoreError) -> RecordedPath

    /// The path that was being recorded when the program ended; its order, where it is known.
    func unfinished() async throws(StoreError) -> (path: RecordedPath, order: PathOrder?)?

    /// Appends points.
    ///
    /// - Returns: how many the path has now.
    func append(_ points: [PathPoint], to path: Int64) async throws(StoreError) -> Int

    /// Takes the last point away and answers it; nil if absent.
    func removeLastPoint(of path: Int64) async throws(StoreError) -> PathPoint?

    /// A part of the points of a path, in order: from an index on, so many at most; none behind the last.
    func points(of path: Int64, from first: Int, limit: Int) async throws(StoreError) -> [PathPoint]

    /// The recording pauses, or goes on.
    func mark(_ path: Int64, _ state: RecordedPath.State) async throws(StoreError)

    /// The path is complete.
    func finish(_ path: Int64, at time: UTCTime, _ geometry: PathGeometry) async throws(StoreError)
        -> RecordedPath

    /// Nothing of the path is left.
    func discard(_ path: Int64) async throws(StoreError)
}
