// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths
public import Storage

/// The store of a recording; in the daemon, this is `Store` itself. When a method returns, its changes are on disk.
public protocol PathStore: Sendable {
    /// Creates a path in the state `recording`, with this order.
    ///
    /// - Parameter user: The owner; nil if the path belongs to all.
    /// - Throws: `StoreError` if the path cannot be stored with its order; nothing is changed in that case.
    func start(
        name: String, by user: String?, at time: UTCTime, _ order: PathOrder
    ) async throws(StoreError) -> RecordedPath

    /// Returns the newest path that was being recorded when the program ended, with its order if known.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func unfinished() async throws(StoreError) -> (path: RecordedPath, order: PathOrder?)?

    /// Appends points.
    ///
    /// - Returns: The path's new number of points.
    /// - Throws: `StoreError`; nothing is stored in that case.
    func append(_ points: [PathPoint], to path: Int64) async throws(StoreError) -> Int

    /// Removes the last point and returns it; nil if none exists.
    ///
    /// - Throws: `StoreError`; nothing is changed in that case.
    func removeLastPoint(of path: Int64) async throws(StoreError) -> PathPoint?

    /// Returns at most `limit` points in order, from index `first`, each with its index in the path. Unreadable points
    /// are skipped and keep their index; the result is empty only if no readable point follows.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func indexedPoints(
        of path: Int64, from first: Int, limit: Int
    ) async throws(StoreError) -> [(index: Int, point: PathPoint)]

    /// Stores that the recording was paused or resumed.
    ///
    /// - Throws: `StoreError`; nothing is changed in that case.
    func mark(_ path: Int64, _ state: RecordedPath.State) async throws(StoreError)

    /// Completes the path.
    ///
    /// - Throws: `StoreError`; nothing is changed in that case.
    func finish(_ path: Int64, at time: UTCTime, _ geometry: PathGeometry) async throws(StoreError)
        -> RecordedPath

    /// Deletes the path.
    ///
    /// - Throws: `StoreError`; nothing is changed in that case.
    func discard(_ path: Int64) async throws(StoreError)
}
