// SPDX-License-Identifier: Apache-2.0

/// The least time between two requests of a kind, as the service asks for it.
public struct RequestSpacing: Hashable, Sendable {
    /// The minimum time between two requests.
    public let spacing: Duration
    private var next: Duration?

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
