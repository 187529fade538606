// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// Decides when the alert about dropped items begins and when it ends.
public struct DropWatch: Sendable {
    /// What must be told.
    public enum News: Sendable {
        case begins, ends
    }

    /// The time without a dropped item after which the alert ends, in nanoseconds.
    private static let calm: Int64 = 600_000_000_000

    /// The number of dropped items at the last call; nil until it is known.
    private var dropped: Int?
    /// The time at which items were last dropped; nil if the alert is over.
    private var last: Int64?

    public init() {}

    /// True while the alert lasts.
    public var isTold: Bool { last != nil }

    /// Returns whether the alert begins or ends now; nil for neither.
    ///
    /// - Parameters:
    ///   - queues: All queues of a stage. What was dropped before the first call is no news.
    ///   - limits: The limits of each of them.
    ///   - interval: The time between two items. A queue at its limit drops an item whenever another one comes.
    ///   - now: The time by the monotonic clock, in nanoseconds.
    public mutating func news(
        _ queues: [ItemQueue], _ limits: QueueLimits, every interval: Duration, at now: Int64
    ) -> News? {
        news(
            queues.reduce(0) { $0 + $1.dropped }, isKnown: queues.allSatisfy { $0.failure == nil },
            hasRoom: queues.allSatisfy { $0.tally.items < max(1, limits.items / 10 * 9) }, every: interval, at: now)
    }

    /// - Parameters:
    ///   - count: The number of items that were ever dropped.
    ///   - isKnown: False while the stored number cannot be read.
    ///   - hasRoom: False while the queue is nearly full.
    mutating func news(
        _ count: Int, isKnown: Bool, hasRoom: Bool, every interval: Duration, at now: Int64
    ) -> News? {
        defer { dropped = isKnown || dropped != nil ? count : nil }
        if let dropped, count > dropped {
            defer { last = now }
            return last == nil ? .begins : nil
        }
        guard let end = end(every: interval), now >= end, hasRoom else { return nil }
        last = nil
        return .ends
    }

    /// The time at which `news` may return the end of the alert without another event, by the monotonic clock in nanoseconds;
    /// nil while no alert lasts.
    ///
    /// - Parameter interval: The time between two items.
    public func end(every interval: Duration) -> Int64? {
        last.map { $0 &+ max(Self.calm, (interval * 3).wholeNanoseconds) }
    }
}
