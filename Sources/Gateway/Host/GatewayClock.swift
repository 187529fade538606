// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Glibc
internal import Synchronization

/// The daemon's one clock: the system's, or with `run --clock replay` that of its replay, so that whatever waits,
/// expires or is stamped follows the replay at any speed.
public final class GatewayClock: Sendable {
    /// Whose time it is.
    public enum Mode: String, Sendable, CaseIterable {
        /// The system's.
        case system
        /// That of the replay; it stands until the replay publishes something.
        case replay
    }

    private let mode: Mode
    private let replayed = Mutex(Replayed())

    private struct Replayed {
        var now = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        var sleepers: [UInt64: (deadline: Int64, continuation: CheckedContinuation<Void, Never>)] = [:]
        var lastID: UInt64 = 0
    }

    /// A clock of that mode.
    public init(_ mode: Mode) { self.mode = mode }

    /// Both readings.
    public var now: HostTime {
        switch mode {
        case .system: Self.system
        case .replay: replayed.withLock { $0.now }
        }
    }

    /// A replay has come to `time`. The clock never goes back, and one of the system does not listen.
    func advance(to time: HostTime) {
        guard mode == .replay else { return }
        let due = replayed.withLock { replayed in
            if time.monotonicNanoseconds > replayed.now.monotonicNanoseconds { replayed.now = time }
            let due = replayed.sleepers.filter { $0.value.deadline <= replayed.now.monotonicNanoseconds }
            for id in due.keys { replayed.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for sleeper in due { sleeper.resume() }
    }

    /// Sleeps until an instant of this clock.
    ///
    /// - Parameter deadline: on the monotonic scale, in nanoseconds.
    /// - Returns: whether it has come; false where the task was cancelled.
    func sleep(until deadline: Int64) async -> Bool {
        guard mode == .replay else {
            let left = deadline &- now.monotonicNanoseconds
            if left > 0 { try? await Task.sleep(for: .nanoseconds(left)) }
            return !Task.isCancelled
        }
        let id = replayed.withLock { replayed in
            replayed.lastID += 1
            return replayed.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = replayed.withLock { replayed in
                    if Task.isCancelled || replayed.now.monotonicNanoseconds >= deadline { return true }
                    replayed.sleepers[id] = (deadline, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            replayed.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
        }
        return !Task.isCancelled
    }

    private static var system: HostTime {
        HostTime(monotonicNanoseconds: read(CLOCK_MONOTONIC), wallNanoseconds: read(CLOCK_REALTIME))
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
