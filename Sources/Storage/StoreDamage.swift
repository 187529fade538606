// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Synchronization

/// Cells that could not be read since the store was opened. Each costs its row, and is reported once.
public final class StoreDamage: Sendable {
    /// So many are remembered one by one; more are only counted.
    public static let limit = 1000

    /// Cells that are new, the newest 64 that wait.
    public let news: AsyncStream<BadCell>

    /// Protects the cells and their count.
    private let state = Mutex(State())
    private let continuation: AsyncStream<BadCell>.Continuation

    private struct State {
        var cells: Set<BadCell> = []
        var count = 0
    }

    init() {
        (news, continuation) = AsyncStream<BadCell>.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    deinit { continuation.finish() }

    /// How many bad cells were met; one that was met again is counted again once `limit` is reached.
    public var count: Int { state.withLock { $0.count } }

    func note(_ cell: BadCell) {
        let isNews = state.withLock { state in
            guard !state.cells.contains(cell) else { return false }
            state.count += 1
            guard state.cells.count < Self.limit else { return false }
            state.cells.insert(cell)
            return true
        }
        if isNews { continuation.yield(cell) }
    }

    /// Reads rows; those with a bad cell are left out and noted.
    func read<Value>(_ rows: [StoredRow], _ decode: (StoredRow) throws(BadCell) -> Value) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(rows.count)
        for row in rows {
            do throws(BadCell) {
                values.append(try decode(row))
            } catch {
                note(error)
            }
        }
        return values
    }
}
