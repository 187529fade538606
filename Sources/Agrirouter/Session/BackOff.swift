// SPDX-License-Identifier: Apache-2.0

/// Waits that grow with each failure: from the spacing of requests, doubled up to 25 seconds, with jitter. A service or a
/// network that returns is therefore found within half a minute, by at most five requests of a kind in two minutes.
public struct BackOff: Hashable, Sendable {
    /// The first wait.
    public let base: Duration
    /// The longest wait of its own; what the service asks for may be longer.
    public let longest: Duration
    /// Failures in a row.
    public private(set) var failures = 0

    /// The longest wait that a service may ask for.
    public static let longestAsked = Duration.seconds(3600)

    /// No failure yet.
    public init(base: Duration, longest: Duration = .seconds(25)) {
        self.base = max(base, .milliseconds(1))
        self.longest = max(longest, self.base)
    }

    /// One more failure; how long to wait now.
    ///
    /// - Parameters:
    ///   - jitter: 0..<1, random; others that fail at the same time must not come back at the same time.
    ///   - asked: what the service asked for (`Retry-After`).
    public mutating func failed(jitter: Double, asked: Duration? = nil) -> Duration {
        let doublings = min(failures, 20)
        failures = min(failures + 1, 1_000_000)
        let wait = min(base * (1 << doublings), longest)
        let share = 0.75 + 0.25 * min(max(jitter.isFinite ? jitter : 0, 0), 1)
        let own = max(base, .nanoseconds(Int64(Double(wait.nanoseconds) * share)))
        return max(own, min(asked ?? .zero, Self.longestAsked))
    }

    /// It went well.
    public mutating func succeeded() { failures = 0 }
}

/// The least time between two requests of a kind, as the service asks for it.
public struct RequestSpacing: Hashable, Sendable {
    /// The least time.
    public let spacing: Duration
    private var next: Duration?

    /// No request yet.
    public init(_ spacing: Duration) { self.spacing = spacing }

    /// How long to wait from now, by a monotonic clock; zero: at once.
    public func wait(at now: Duration) -> Duration { next.map { max(.zero, $0 - now) } ?? .zero }

    /// A request went out now.
    public mutating func used(at now: Duration) { next = now + spacing }

    /// The last answer had something in it: the outbox may be read on until it is empty.
    public mutating func free() { next = nil }

    /// No request for so long from now.
    public mutating func hold(for wait: Duration, at now: Duration) { next = max(next ?? now, now + wait) }
}
