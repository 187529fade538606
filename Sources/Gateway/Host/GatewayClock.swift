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
    private let replayed = Mutex(HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0))

    /// A clock of that mode.
    public init(_ mode: Mode) { self.mode = mode }

    /// Both readings.
    public var now: HostTime {
        switch mode {
        case .system: Self.system
        case .replay: replayed.withLock { $0 }
        }
    }

    /// A replay has come to `time`. The clock never goes back, and one of the system does not listen.
    func advance(to time: HostTime) {
        guard mode == .replay else { return }
        replayed.withLock { now in
            if time.monotonicNanoseconds > now.monotonicNanoseconds { now = time }
        }
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
