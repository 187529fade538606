// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Synchronization

/// The cells found to be unreadable since the store was opened. Each one makes its row unusable and is reported
/// once.
public final class StoreDamage: Sendable {
    /// The largest number of cells to remember; more are only counted.
    public static let limit = 1000

    /// The newly found cells; at most the newest 64 wait to be read.
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

    /// The number of bad cells. Once `limit` is reached, a cell that is found again is counted again.
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

    /// Decodes rows; rows with a bad cell are skipped and reported.
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
