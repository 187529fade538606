// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths

/// Where the track log is kept. A method that returned has what it was given on disk.
public protocol TrackLogStore: Sendable {
    /// The track that was being written when the program ended, with its last point.
    func unfinishedTrack() async throws(PathStoreError) -> (track: RecordedPath, last: PathPoint?)?

    /// Makes a track.
    func startTrack(name: String, at time: UTCTime) async throws(PathStoreError) -> RecordedPath

    /// Appends points.
    ///
    /// - Returns: whether there is that track; somebody may have deleted it.
    func append(_ points: [PathPoint], toTrack track: Int64) async throws(PathStoreError) -> Bool

    /// The track is complete; its length is to be reckoned.
    func finishTrack(_ track: Int64, at time: UTCTime) async throws(PathStoreError)

    /// Removes tracks that ended before.
    ///
    /// - Returns: their names.
    func removeTracks(endedBefore time: UTCTime) async throws(PathStoreError) -> [String]
}
