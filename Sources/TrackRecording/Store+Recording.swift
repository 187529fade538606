// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Paths
public import Storage

/// The order of the current recording, which the store keeps as a setting.
private struct StoredOrder: Codable {
    static let key = "paths.recording"

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

/// The operations that a recording needs in addition to those for every path.
extension Store: PathStore {
    /// Creates a path in the state `recording`, with this order.
    ///
    /// - Parameter user: The owner; nil if the path belongs to all.
    /// - Throws: `StoreError` if the path cannot be stored with its order; nothing is changed in that case.
    public func start(
        name: String, by user: String?, at time: UTCTime, _ order: PathOrder
    ) async throws(StoreError) -> RecordedPath {
        try await startPath(name: name, user: user ?? Self.localUser, started: time, setting: StoredOrder.key) {
            StoredOrder(order, path: $0)
        }
    }

    /// Returns the newest path that was being recorded when the program ended. Its order is nil if the stored one cannot be
    /// decoded or belongs to another path.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func unfinished() async throws(StoreError) -> (path: RecordedPath, order: PathOrder?)? {
        guard let path = try await unfinishedPath() else { return nil }
        do throws(StoreError) {
            let stored = try await setting(StoredOrder.key, as: StoredOrder.self)
            return (path, stored?.path == path.id ? stored?.order : nil)
        } catch {
            guard case .corrupt = error else { throw error }
            return (path, nil)
        }
    }

    /// Stores that the recording was paused or resumed.
    ///
    /// - Throws: `StoreError`; nothing is changed in that case.
    public func mark(_ path: Int64, _ state: RecordedPath.State) async throws(StoreError) {
        try await update(path: path, PathChange { $0.state = state })
    }

    /// Completes the path.
    ///
    /// - Throws: `StoreError`; nothing is changed in that case.
    public func finish(
        _ path: Int64, at time: UTCTime, _ geometry: PathGeometry
    ) async throws(StoreError) -> RecordedPath {
        try await update(
            path: path,
            PathChange {
                ($0.state, $0.ended, $0.length) = (.finished, time, geometry.length)
                ($0.area, $0.crossesItself) = (geometry.area, geometry.crossesItself)
            })
    }

    /// Deletes the path.
    ///
    /// - Throws: `StoreError`; nothing is changed in that case.
    public func discard(_ path: Int64) async throws(StoreError) { try await deletePath(path) }
}
