// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths
public import Storage

/// The store of the track log; in the daemon, this is `Store` itself. When a method returns, its changes are on disk.
public protocol TrackLogStore: Sendable {
    /// Returns the track that was being recorded when the program ended, with its last point.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func unfinishedTrack() async throws(StoreError) -> (track: RecordedPath, last: PathPoint?)?

    /// Starts a track.
    ///
    /// - Throws: `StoreError` if the track cannot be stored.
    func startTrack(name: String, at time: UTCTime) async throws(StoreError) -> RecordedPath

    /// Appends points.
    ///
    /// - Returns: False if the track has been deleted.
    /// - Throws: `StoreError`; nothing is stored in that case.
    func append(_ points: [PathPoint], toTrack track: Int64) async throws(StoreError) -> Bool

    /// Completes a track and computes its length.
    ///
    /// - Throws: `StoreError` if the store cannot be read or written.
    func finishTrack(_ track: Int64, at time: UTCTime) async throws(StoreError)

    /// Deletes tracks that ended before `time`.
    ///
    /// - Returns: The names of the deleted tracks.
    /// - Throws: `StoreError`; tracks deleted so far stay deleted.
    func removeTracks(endedBefore time: UTCTime) async throws(StoreError) -> [String]
}
