// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths
public import Storage

extension Store: TrackLogStore {
    /// Returns the track that was being recorded when the program ended, with its last point.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func unfinishedTrack() async throws(StoreError) -> (track: RecordedPath, last: PathPoint?)? {
        guard let track = try await unfinishedPath(kind: .track) else { return nil }
        let first = max(0, track.pointCount - 1)
        return (track, try await points(of: track.id, from: first, limit: 1).last)
    }

    /// Starts a track of the track log.
    ///
    /// - Throws: `StoreError` if the track cannot be stored.
    public func startTrack(name: String, at time: UTCTime) async throws(StoreError) -> RecordedPath {
        try await startPath(name: name, started: time, kind: .track)
    }

    /// Appends points; returns false if the track has been deleted.
    ///
    /// - Throws: `StoreError`; nothing is stored in that case.
    public func append(_ points: [PathPoint], toTrack track: Int64) async throws(StoreError) -> Bool {
        do throws(StoreError) {
            try await append(points, to: track)
            return true
        } catch {
            if case .unknownPath = error { return false }
            throw error
        }
    }

    /// Completes a track and computes its length; does nothing if the track has been deleted.
    ///
    /// - Throws: `StoreError` if the store cannot be read or written.
    public func finishTrack(_ track: Int64, at time: UTCTime) async throws(StoreError) {
        guard try await path(track) != nil else { return }
        var length = PathLength()
        var pages = try await pages(of: track).makeAsyncIterator()
        while let page = try await pages.next() { for point in page { length.append(point) } }
        let total = length.length
        try await update(
            path: track, PathChange { ($0.state, $0.ended, $0.length) = (.finished, time, total) })
    }

    /// Deletes tracks that ended before `time` and returns their names. Tracks from before 2026 stay: their receiver
    /// stated a wrong date (a week of GPS counted 1024 weeks too low), so their age is unknown.
    ///
    /// - Throws: `StoreError`; tracks deleted so far stay deleted.
    public func removeTracks(endedBefore time: UTCTime) async throws(StoreError) -> [String] {
        // The query compares the start, which is at most a day before the end.
        let old = try await paths(
            PathQuery { ($0.kind, $0.states, $0.until, $0.limit) = (.track, [.finished], time, 1000) })
        var names: [String] = []
        for track in old where track.ended ?? track.started < time && track.started >= StoreRetention.firstDay {
            if try await deletePath(track.id) { names.append(track.name) }
        }
        return names
    }
}
