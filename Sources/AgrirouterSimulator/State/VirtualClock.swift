// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Glibc
internal import Synchronization
internal import SystemSupport

/// The simulated service's clock, which determines all expiry in the service.
///
/// It starts with the system's time. It can be set, moved forward or accelerated. It can also follow the clients: a
/// request's time then becomes the service's time and continues from there.
public final class VirtualClock: Sendable {
    /// The way in which the clock follows the times in requests.
    public struct Following: Hashable, Sendable {
        /// True if an earlier time sets the clock back; otherwise it only moves forward.
        public var backwards: Bool

        public init(backwards: Bool = false) { self.backwards = backwards }
    }

    /// The settings of the clock.
    struct State {
        /// The service's time at `anchor`, and the system's time at `anchor`, in nanoseconds.
        var base: Int64
        var anchor: Int64
        /// The number of service seconds in one system second.
        var rate: Double = 1
        /// The offset of the time that clients see in answers, in nanoseconds.
        var skew: Int64 = 0
        var following: Following?
        /// True if the clock has already followed a request.
        var isAdopted = false

        func time(at system: Int64) -> Int64 {
            let (passed, limit) = (Double(system &- anchor) * rate, Double(UTCTime.farthest))
            return VirtualClock.sum(base, Int64(min(max(passed, -limit), limit)))
        }

        mutating func set(_ time: Int64, at system: Int64) { (base, anchor) = (time, system) }
    }

    /// Protects the clock's settings, because base, rate and skew change together.
    private let state: Mutex<State>

    /// Creates a clock that shows the system's time.
    public init() {
        let system = Self.system()
        state = Mutex(State(base: system, anchor: system))
    }

    /// The service's current time.
    public var now: UTCTime { UTCTime(nanosecondsSince1970: state.withLock { $0.time(at: Self.system()) }) }

    /// The time that clients see in answers.
    public var shown: UTCTime {
        UTCTime(nanosecondsSince1970: state.withLock { Self.sum($0.time(at: Self.system()), $0.skew) })
    }

    /// Sets the service's time.
    public func set(_ time: UTCTime) {
        state.withLock { $0.set(time.nanosecondsSince1970, at: Self.system()) }
    }

    /// Moves the service's time forward, at most to the year 2261.
    public func advance(by time: Duration) {
        state.withLock { $0.base = Self.sum($0.base, Self.nanoseconds(time)) }
    }

    /// The time by which the clock that clients see is ahead of the service's clock.
    public var skew: Duration {
        get { .nanoseconds(state.withLock { $0.skew }) }
        set { state.withLock { $0.skew = Self.nanoseconds(newValue) } }
    }

    /// The number of service seconds in one system second, 0...100 000; at 0 the clock stands still.
    public var rate: Double {
        get { state.withLock { $0.rate } }
        set {
            state.withLock { state in
                let system = Self.system()
                state.set(state.time(at: system), at: system)
                state.rate = min(max(newValue, 0), 100_000)
            }
        }
    }

    /// The way in which the clock follows requests; nil if it does not.
    public var following: Following? {
        get { state.withLock { $0.following } }
        set {
            state.withLock {
                $0.following = newValue
                $0.isAdopted = false
            }
        }
    }

    /// Follows the time in a request. The first request sets the time regardless of its direction.
    ///
    /// - Returns: The seconds by which the first request moved the time; nil for all others.
    func observe(_ time: UTCTime) -> Double? {
        state.withLock { state in
            guard let following = state.following else { return nil }
            let system = Self.system()
            let now = state.time(at: system)
            let isFirst = !state.isAdopted
            guard isFirst || following.backwards || time.nanosecondsSince1970 > now else { return nil }
            state.set(time.nanosecondsSince1970, at: system)
            state.isAdopted = true
            guard isFirst else { return nil }
            return time.seconds(since: UTCTime(nanosecondsSince1970: now))
        }
    }

    /// Adds nanoseconds; the result is limited to ±291 years around 1970.
    private static func sum(_ time: Int64, _ nanoseconds: Int64) -> Int64 {
        let limit = UTCTime.farthest
        let (sum, overflow) = time.addingReportingOverflow(nanoseconds)
        return overflow ? (time < 0 ? -limit : limit) : min(max(sum, -limit), limit)
    }

    private static func nanoseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }

    private static func system() -> Int64 { SystemClock.wall }
}
