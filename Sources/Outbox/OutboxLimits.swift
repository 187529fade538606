// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// How much may wait. What is more is dropped, the oldest first, and counted.
public struct OutboxLimits: Hashable, Sendable {
    /// Items; 1 where less is stated.
    public var items: Int
    /// Bytes of their content; 1 where less is stated.
    public var bytes: Int
    /// Items that are older go, whatever room there is; nil: no age is too old.
    public var oldest: UTCTime?

    public init(items: Int, bytes: Int, oldest: UTCTime? = nil) {
        (self.items, self.bytes, self.oldest) = (items, bytes, oldest)
    }
}

/// Decides what is dropped first. It is shown the items that wait in their order, the oldest first, one by one, and
/// stops at the first that stays: it never needs more of them in memory than one, however many wait.
///
/// Messages that were made are not shown to it. They may have arrived, and stay until they are too old as a whole.
public struct OutboxTrim: Hashable, Sendable {
    private let limits: OutboxLimits
    private var (items, bytes): (Int, Int)
    /// How many were dropped.
    public private(set) var count = 0
    /// The bytes of their content.
    public private(set) var size = 0
    /// How many of them were too old; there was no room for the others.
    public private(set) var aged = 0

    /// - Parameters:
    ///   - items: what waits or is under way now.
    ///   - bytes: of their content.
    ///   - limits: what may be.
    public init(items: Int, bytes: Int, to limits: OutboxLimits) {
        (self.items, self.bytes, self.limits) = (items, bytes, limits)
    }

    /// Whether the oldest item that is left goes. Where it stays, so do all that are newer.
    public mutating func drops(time: UTCTime, size: Int) -> Bool {
        let isAged = isTooOld(time)
        guard isAged || items > max(1, limits.items) || bytes > max(1, limits.bytes) else { return false }
        (items, bytes) = (items - 1, bytes - size)
        (count, self.size, aged) = (count + 1, self.size + size, aged + (isAged ? 1 : 0))
        return true
    }

    private func isTooOld(_ time: UTCTime) -> Bool {
        limits.oldest.map { time.nanosecondsSince1970 < $0.nanosecondsSince1970 } ?? false
    }
}
