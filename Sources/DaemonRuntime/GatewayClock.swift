// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import SystemSupport

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
    private let replayed = AsyncCondition(Replayed())

    private struct Replayed: Sendable {
        var now = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        /// A leap that the next time has to confirm.
        var doubtful: Int64?

        /// Takes a time that is later. One that is more than a day later is a fault of the replay, unless the next one
        /// goes on from there: a replay with a gap in it.
        mutating func advance(to time: HostTime) {
            let (step, isOver) = time.monotonicNanoseconds.subtractingReportingOverflow(now.monotonicNanoseconds)
            guard step > 0 || isOver, time.monotonicNanoseconds > 0 else { return }
            let isFirst = now.monotonicNanoseconds == 0 && now.wallNanoseconds == 0
            let isSound = !isOver && step <= GatewayClock.longestStep
            let (further, isFar) = time.monotonicNanoseconds.subtractingReportingOverflow(doubtful ?? .min)
            let isConfirmed = !isFar && (0...GatewayClock.longestStep).contains(further)
            guard isFirst || isSound || isConfirmed else { return doubtful = time.monotonicNanoseconds }
            (now, doubtful) = (time, nil)
        }
    }

    /// A day, in nanoseconds.
    private static let longestStep: Int64 = 86_400_000_000_000

    /// A clock of that mode.
    public init(_ mode: Mode) { self.mode = mode }

    /// Reads the monotonic and the wall clock.
    public var now: HostTime {
        switch mode {
        case .system: Self.system
        case .replay: replayed.value.now
        }
    }

    /// A replay has come to `time`. The clock never goes back, ignores a single time that is more than a day
    /// ahead, and one of the system does not listen.
    package func advance(to time: HostTime) {
        guard mode == .replay else { return }
        replayed.change { $0.advance(to: time) }
    }

    /// Sleeps until an instant of this clock: what waits in a replay waits for the replay, not for the machine.
    ///
    /// - Parameter deadline: on the monotonic scale, in nanoseconds.
    /// - Returns: whether it has come; false where the task was cancelled.
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
