// SPDX-License-Identifier: Apache-2.0

import ControlModel
import SystemSupport

/// Recorded paths in a store that answers no question until it is ready.
struct BusyPaths: PathControl {
    let isReady = AsyncCondition(false)
    /// The number of questions.
    let asked = AsyncCondition(0)

    private var absent: ControlError { ControlError(.unavailable, "not part of this test") }

    func path(_ id: Int64?, for user: ControlUser) async throws(ControlError) -> PathReport {
        asked.change { $0 += 1 }
        // In a task of its own, because a store does not stop its work when the question is cancelled.
        _ = await Task { [isReady] in await isReady.wait { $0 } }.value
        throw absent
    }

    func paths(
        tracks: Bool, of owner: String?, for user: ControlUser, limit: Int, offset: Int
    ) async throws(ControlError) -> [PathReport] { throw absent }
    func points(
        of id: Int64, for user: ControlUser, from first: Int, limit: Int
    ) async throws(ControlError) -> [PathPointReport] { throw absent }
    func line(
        of id: Int64, for user: ControlUser, from first: Int, step: Int, limit: Int
    ) async throws(ControlError) -> PathLineReport { throw absent }
    var pathChanges: UInt64 { get async { 0 } }
    func start(
        _ request: PathRequest, by user: ControlUser, key: IdempotencyKey?
    ) async throws(ControlError) -> PathReport { throw absent }
    func pausePath(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathReport { throw absent }
    func resumePath(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathReport { throw absent }
    func stopPath(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathEndReport { throw absent }
    func takePoint(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathPointReport { throw absent }
    func takeCentroid(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathPointReport {
        throw absent
    }
    func undoPoint(_ path: Int64?, key: IdempotencyKey?) async throws(ControlError) -> PathPointReport { throw absent }
    func rename(path id: Int64, to name: String, by user: ControlUser) async throws(ControlError) -> PathReport {
        throw absent
    }
    func deletePath(_ id: Int64, by user: ControlUser) async throws(ControlError) { throw absent }
    func export(path id: Int64, as format: String, for user: ControlUser) async throws(ControlError) -> PathFile {
        throw absent
    }
    func importPaths(
        as format: String, name: String?, by user: ControlUser, from body: @escaping FileBody
    ) async throws -> [PathReport] { throw absent }
}
