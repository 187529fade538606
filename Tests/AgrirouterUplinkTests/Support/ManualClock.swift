// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Synchronization

/// A clock that the test turns; whoever sleeps by it wakes when it does.
final class ManualClock: Sendable {
    static let start: Int64 = 1_795_000_000

    private struct State {
        var nanoseconds: Int64 = 0
        var offset: Int64 = 0
        var sleepers: [UInt64: (deadline: Int64, continuation: CheckedContinuation<Void, Never>)] = [:]
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Both clocks.
    var now: HostTime {
        state.withLock { state in
            HostTime(
                monotonicNanoseconds: state.nanoseconds,
                wallNanoseconds: Self.start * 1_000_000_000 + state.nanoseconds + state.offset)
        }
    }

    /// Seconds since the start.
    var seconds: Double { Double(state.withLock(\.nanoseconds)) / 1e9 }

    /// The wall clock is wrong by so many seconds.
    func setWall(wrongBy seconds: Double) { state.withLock { $0.offset = Int64(seconds * 1e9) } }

    /// Goes on.
    func advance(to nanoseconds: Int64) {
        let due = state.withLock { state in
            state.nanoseconds = max(state.nanoseconds, nanoseconds)
            let due = state.sleepers.filter { $0.value.deadline <= state.nanoseconds }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for sleeper in due { sleeper.resume() }
    }

    func sleep(until deadline: Int64) async {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || state.nanoseconds >= deadline { return true }
                    state.sleepers[id] = (deadline, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
        }
    }

    /// How many sleep.
    var sleepers: Int { state.withLock { $0.sleepers.count } }
}
