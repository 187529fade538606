// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import SystemSupport

/// The daemon's only clock: the system's clock or, with `run --clock replay`, the time of the replayed recording. All
/// delays, expiries and time stamps therefore follow a replay at any speed.
public final class GatewayClock: Sendable {
    /// The source of the time.
    public enum Mode: String, Sendable, CaseIterable {
        /// The system's clock.
        case system
        /// The replay's time; the clock stands still until the replay publishes data.
        case replay
    }

    private let mode: Mode
    private let readSleep: @Sendable () -> Int64
    private let replayed = AsyncCondition(Replayed())

    private struct Replayed: Sendable {
        var now = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        /// The time after a jump that the next time must confirm.
        var doubtful: Int64?

        /// Advances to a later time. A time that is more than a day later is ignored as an error in the recording,
        /// unless the next one continues from it, as in a recording with a gap.
        mutating func advance(to time: HostTime) {
            let (step, isOver) = time.monotonicNanoseconds.subtractingReportingOverflow(now.monotonicNanoseconds)
            guard step > 0 || isOver, time.monotonicNanoseconds > 0 else { return }
            let isFirst = now.monotonicNanoseconds == 0 && now.wallNanoseconds == 0
            let isSound = !isOver && step <= HostTime.longestStep
            let (further, isFar) = time.monotonicNanoseconds.subtractingReportingOverflow(doubtful ?? .min)
            let isConfirmed = !isFar && (0...HostTime.longestStep).contains(further)
            guard isFirst || isSound || isConfirmed else { return doubtful = time.monotonicNanoseconds }
            (now, doubtful) = (time, nil)
        }
    }

    public convenience init(_ mode: Mode) {
        self.init(mode) { SystemClock.boot &- SystemClock.monotonic }
    }

    /// - Parameter sleep: Returns the time for which the machine has slept since its start, in nanoseconds.
    package init(_ mode: Mode, sleep: @escaping @Sendable () -> Int64) { (self.mode, readSleep) = (mode, sleep) }

    /// The time in nanoseconds for which the machine has slept since its start; the monotonic clock stands still
    /// meanwhile. Always 0 in the mode `replay`.
    package var asleep: Int64 { mode == .system ? readSleep() : 0 }

    /// Reads the monotonic and the wall clock.
    public var now: HostTime {
        switch mode {
        case .system: Self.system
        case .replay: replayed.value.now
        }
    }

    /// Advances the clock to the time of a replay. The clock never goes back and ignores a single time that is more
    /// than a day ahead. In the mode `system` the call has no effect.
    package func advance(to time: HostTime) {
        guard mode == .replay else { return }
        replayed.change { $0.advance(to: time) }
    }

    /// Sleeps until a time of this clock; during a replay, the sleep follows the replay's time.
    ///
    /// - Parameter deadline: The time on the monotonic scale in nanoseconds.
    /// - Returns: True once the time has come; false if the task was cancelled.
    package func sleep(until deadline: Int64) async -> Bool {
        guard mode == .replay else {
            let left = deadline &- now.monotonicNanoseconds
            if left > 0 { try? await Task.sleep(for: .nanoseconds(left)) }
            return !Task.isCancelled
        }
        _ = await replayed.wait { $0.now.monotonicNanoseconds >= deadline }
        return !Task.isCancelled
    }

    private static var system: HostTime {
        HostTime(monotonicNanoseconds: SystemClock.monotonic, wallNanoseconds: SystemClock.wall)
    }
}
