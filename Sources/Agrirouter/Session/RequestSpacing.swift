// SPDX-License-Identifier: Apache-2.0

/// The minimum time between two requests of a kind, as the service requires it.
public struct RequestSpacing: Hashable, Sendable {
    public let spacing: Duration
    private var next: Duration?

    public init(_ spacing: Duration) { self.spacing = spacing }

    /// The time to wait at `now` (monotonic clock) before the next request; zero if it may be sent immediately.
    public func wait(at now: Duration) -> Duration { next.map { max(.zero, $0 - now) } ?? .zero }

    /// Records that a request was sent at `now`.
    public mutating func used(at now: Duration) { next = now + spacing }

    /// Permits the next request immediately: the last answer contained messages, so the outbox may be read until it is
    /// empty.
    public mutating func free() { next = nil }

    /// Blocks requests for at least `wait` after `now`.
    public mutating func hold(for wait: Duration, at now: Duration) { next = max(next ?? now, now + wait) }
}
