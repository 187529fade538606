// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Glibc
internal import Synchronization
internal import SystemSupport

/// The simulated service's clock; all that expires in the service expires by it.
///
/// It starts as the system's. It can be set, moved on, or made faster; and it can follow the clients: then the time of
/// a request that arrives is the service's time, and runs on from there.
public final class VirtualClock: Sendable {
    /// How it follows the times that requests carry.
    public struct Following: Hashable, Sendable {
        /// Whether an earlier time sets it back. Else it only ever moves on.
        public var backwards: Bool

        /// A clock that follows the times in requests.
        public init(backwards: Bool = false) { self.backwards = backwards }
    }

    private struct State {
        /// The service's time at `anchor`, and the system's then; in nanoseconds.
        var base: Int64
        var anchor: Int64
        /// How many seconds pass in a second.
        var rate: Double = 1
        /// Added to what clients see in answers; in nanoseconds.
        var skew: Int64 = 0
        var following: Following?
        /// Whether a request was followed already.
        var isAdopted = false

        func time(at system: Int64) -> Int64 {
            let passed = Double(system &- anchor) * rate
            return base &+ (passed.magnitude < 9e18 ? Int64(passed) : 0)
        }

        mutating func set(_ time: Int64, at system: Int64) { (base, anchor) = (time, system) }
    }

    /// Protects the clock's settings: base, rate and skew change together.
    private let state: Mutex<State>

    /// A clock that shows the system's time.
    public init() {
        let system = Self.system()
        state = Mutex(State(base: system, anchor: system))
    }

    /// The service's current time.
    public var now: UTCTime { UTCTime(nanosecondsSince1970: state.withLock { $0.time(at: Self.system()) }) }

    /// The time that clients see in answers.
    public var shown: UTCTime {
        UTCTime(nanosecondsSince1970: state.withLock { $0.time(at: Self.system()) &+ $0.skew })
    }

    /// Sets the service's time.
    public func set(_ time: UTCTime) {
        state.withLock { $0.set(time.nanosecondsSince1970, at: Self.system()) }
    }

    /// Moves the service's time on.
    public func advance(by time: Duration) {
        state.withLock { $0.base &+= Self.nanoseconds(time) }
    }

    /// How far what clients see is ahead of the service's time.
    public var skew: Duration {
        get { .nanoseconds(state.withLock { $0.skew }) }
        set { state.withLock { $0.skew = Self.nanoseconds(newValue) } }
    }

    /// How many of its seconds pass in a second; 0: it stands still. 0...100 000.
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

    /// Whether and how it follows requests.
    public var following: Following? {
        get { state.withLock { $0.following } }
        set {
            state.withLock {
                $0.following = newValue
                $0.isAdopted = false
            }
        }
    }

    /// A request that says when it was sent. The first that is followed sets the time, wherever it was.
    ///
    /// - Returns: by how many seconds that first one moved the time; nil for all others.
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

    private static func nanoseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }

    private static func system() -> Int64 { SystemClock.wall }
}
