// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths
public import Storage

/// Where the track log is kept: in the daemon the `Store` itself. A method that returned has what it was given on disk.
public protocol TrackLogStore: Sendable {
    /// The track that was being written when the program ended, with its last point.
    func unfinishedTrack() async throws(StoreError) -> (track: RecordedPath, last: PathPoint?)?

    /// Makes a track.
    func startTrack(name: String, at time: UTCTime) async throws(StoreError) -> RecordedPath

    /// Appends points.
    ///
    /// - Returns: whether that track exists; it may have been deleted.
    func append(_ points: [PathPoint], toTrack track: Int64) async throws(StoreError) -> Bool

    /// The track is complete; its length is to be reckoned.
    func finishTrack(_ track: Int64, at time: UTCTime) async throws(StoreError)

    /// Removes tracks that ended before.
    ///
    /// - Returns: their names.
    func removeTracks(endedBefore time: UTCTime) async throws(StoreError) -> [String]
}
