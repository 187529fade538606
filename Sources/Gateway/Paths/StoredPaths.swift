// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import GNSSTypes
internal import Paths
internal import Storage
internal import TrackRecording

/// The recording's place in the daemon's store.
struct StoredPaths: PathStore {
    let store: Store
    let clock: GatewayClock

    /// How the path that is being recorded is recorded, as a setting.
    private static let key = "paths.recording"

    private struct StoredOrder: Codable {
        var path: Int64
        var interval: Int?
        var distance: Double?
        var receiver: String?

        init(_ order: PathOrder, path: Int64) {
            (self.path, receiver) = (path, order.receiver?.rawValue)
            switch order.spacing {
            case .interval(let seconds): interval = seconds
            case .distance(let length): distance = length.metres
            case .byHand: break
            }
        }

        var order: PathOrder? {
            let spacing: PathOrder.Spacing =
                interval.map { .interval(seconds: $0) } ?? distance.map { .distance(Length(metres: $0)) } ?? .byHand
            return try? PathOrder(spacing, receiver: receiver.map(SourceID.init(rawValue:)))
        }
    }

    func start(name: String, at time: UTCTime, _ order: PathOrder) async throws(PathStoreError) -> RecordedPath {
        try await storing { () throws(StoreError) in
            let path = try await store.startPath(name: name, started: time)
            try await store.set(
                Self.key, to: StoredOrder(order, path: path.id), at: clock.now.storedMilliseconds)
            return path
        }
    }

    func unfinished() async throws(PathStoreError) -> (path: RecordedPath, order: PathOrder?)? {
        try await storing { () throws(StoreError) in
            guard let path = try await store.unfinishedPath() else { return nil }
            let stored = try? await store.setting(Self.key, as: StoredOrder.self)
            return (path, stored?.path == path.id ? stored?.order : nil)
        }
    }

    func append(_ points: [PathPoint], to path: Int64) async throws(PathStoreError) -> Int {
        try await storing { () throws(StoreError) in try await store.append(points, to: path) }
    }

    func removeLastPoint(of path: Int64) async throws(PathStoreError) -> PathPoint? {
        try await storing { () throws(StoreError) in try await store.removeLastPoint(of: path) }
    }

    func points(of path: Int64, from first: Int, limit: Int) async throws(PathStoreError) -> [PathPoint] {
        guard first >= 0 else { return [] }
        return try await storing { () throws(StoreError) in
            try await store.points(of: path, from: first, limit: limit)
        }
    }

    func mark(_ path: Int64, _ state: RecordedPath.State) async throws(PathStoreError) {
        try await storing { () throws(StoreError) in
            _ = try await store.update(path: path, PathChange { $0.state = state })
        }
    }

    func finish(
        _ path: Int64, at time: UTCTime, _ geometry: PathGeometry
    ) async throws(PathStoreError) -> RecordedPath {
        try await storing { () throws(StoreError) in
            try await store.update(
                path: path,
                PathChange {
                    ($0.state, $0.ended, $0.length) = (.finished, time, geometry.length)
                    ($0.area, $0.crossesItself) = (geometry.area, geometry.crossesItself)
                })
        }
    }

    func discard(_ path: Int64) async throws(PathStoreError) {
        try await storing { () throws(StoreError) in _ = try await store.deletePath(path) }
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

extension PathStoreError {
    /// What the store says, as the stage is told it.
    init(_ error: StoreError) {
        if case .full = error {
            self.init(error.description, isFull: true)
        } else {
            self.init(error.description)
        }
    }
}
