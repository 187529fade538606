// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
import Glibc
import Synchronization

/// The simulated service's clock: the system's, shifted; all that expires in the service expires by it.
public final class VirtualClock: Sendable {
    /// In nanoseconds.
    private struct State {
        /// Added to the system's time.
        var shift: Int64 = 0
        /// Added to what clients see in answers.
        var skew: Int64 = 0
    }

    private let state = Mutex(State())

    /// The system's time.
    public init() {}

    /// The service's time.
    public var now: UTCTime { UTCTime(nanosecondsSince1970: Self.system() &+ state.withLock { $0.shift }) }

    /// The time that clients see in answers.
    public var shown: UTCTime {
        let offset = state.withLock { $0.shift &+ $0.skew }
        return UTCTime(nanosecondsSince1970: Self.system() &+ offset)
    }

    /// Sets the service's time.
    public func set(_ time: UTCTime) {
        let difference = time.nanosecondsSince1970 &- Self.system()
        state.withLock { $0.shift = difference }
    }

    /// Moves the service's time on.
    public func advance(by seconds: Double) {
        let nanoseconds = Self.nanoseconds(seconds)
        state.withLock { $0.shift &+= nanoseconds }
    }

    /// Has clients see a time that is so many seconds ahead of the service's.
    public func skew(by seconds: Double) {
        let nanoseconds = Self.nanoseconds(seconds)
        state.withLock { $0.skew = nanoseconds }
    }

    private static func nanoseconds(_ seconds: Double) -> Int64 { Int64(exactly: (seconds * 1e9).rounded()) ?? 0 }

    private static func system() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
    }
}
