// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Synchronization

/// A clock that the benchmark advances, so that hours of the stage's time pass in seconds.
final class VirtualClock: Sendable {
    /// The time at its start, in seconds since 1970.
    static let start: Int64 = 1_795_000_000

    private struct State {
        var nanoseconds: Int64 = 0
        var sleepers: [UInt64: (deadline: Int64, continuation: CheckedContinuation<Void, Never>)] = [:]
        var last: UInt64 = 0
    }

    private let state = Mutex(State())
    /// Yields when a task begins to sleep.
    let rests = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    var now: HostTime {
        let nanoseconds = state.withLock(\.nanoseconds)
        return HostTime(
            monotonicNanoseconds: nanoseconds, wallNanoseconds: Self.start * 1_000_000_000 + nanoseconds)
    }

    /// Seconds since its start.
    var seconds: Double { Double(state.withLock(\.nanoseconds)) / 1e9 }

    /// The earliest deadline of the sleeping tasks, in nanoseconds since the start; nil if no task sleeps.
    var nextDeadline: Int64? { state.withLock { $0.sleepers.values.map(\.deadline).min() } }

    func advance(to nanoseconds: Int64) {
        let due = state.withLock { state in
            state.nanoseconds = max(state.nanoseconds, nanoseconds)
            let due = state.sleepers.filter { $0.value.deadline <= state.nanoseconds }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for sleeper in due { sleeper.resume() }
    }

    /// Waits until `advance` reaches the deadline, like the gateway's clock in a replay; it never waits in real time.
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
                if isOver { continuation.resume() } else { rests.continuation.yield() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}
