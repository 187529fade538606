// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Paths
internal import Storage
internal import TrackRecording

/// The track log's place in the daemon's store.
struct StoredTracks: TrackLogStore {
    let store: Store

    func unfinishedTrack() async throws(PathStoreError) -> (track: RecordedPath, last: PathPoint?)? {
        try await storing { () throws(StoreError) in
            guard let track = try await store.unfinishedPath(kind: .track) else { return nil }
            let first = max(0, track.pointCount - 1)
            return (track, try await store.points(of: track.id, from: first, limit: 1).last)
        }
    }

    func startTrack(name: String, at time: UTCTime) async throws(PathStoreError) -> RecordedPath {
        try await storing { () throws(StoreError) in
            try await store.startPath(name: name, started: time, kind: .track)
        }
    }

    func append(_ points: [PathPoint], toTrack track: Int64) async throws(PathStoreError) -> Bool {
        try await storing { () throws(StoreError) in
            do throws(StoreError) {
                _ = try await store.append(points, to: track)
                return true
            } catch {
                if case .unknownPath = error { return false }
                throw error
            }
        }
    }

    func finishTrack(_ track: Int64, at time: UTCTime) async throws(PathStoreError) {
        try await storing { () throws(StoreError) in
            guard try await store.path(track) != nil else { return }
            var length = PathLength()
            var pages = try await store.pages(of: track).makeAsyncIterator()
            while let page = try await pages.next() { for point in page { length.append(point) } }
            let total = length.length
            _ = try await store.update(
                path: track, PathChange { ($0.state, $0.ended, $0.length) = (.finished, time, total) })
        }
    }

    func removeTracks(endedBefore time: UTCTime) async throws(PathStoreError) -> [String] {
        try await storing { () throws(StoreError) in
            // By their beginning: a track is a day at most.
            let old = try await store.paths(
                PathQuery { ($0.kind, $0.states, $0.until, $0.limit) = (.track, [.finished], time, 1000) })
            var names: [String] = []
            for track in old where track.ended ?? track.started < time {
                if try await store.deletePath(track.id) { names.append(track.name) }
            }
            return names
        }
    }

    private func storing<Value>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(PathStoreError) -> Value {
        do throws(StoreError) {
            return try await body()
        } catch {
            throw PathStoreError(error)
        }
    }
}
