// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Decides which items to drop. The caller passes the waiting items one by one, the oldest first, and stops at the
/// first one that stays. One item in memory is therefore enough, regardless of the queue's length.
///
/// Items that belong to a message are not passed: they may have arrived, and stay until the message as a whole is too
/// old. `OutboxLimiter` of the store drops such messages first, and never an item that was just appended.
public struct OutboxTrim: Hashable, Sendable {
    private let limits: OutboxLimits
    private var (items, bytes): (Int, Int)
    /// The number of dropped items.
    public private(set) var count = 0
    /// The size of their content in bytes.
    public private(set) var size = 0
    /// The number of items dropped because of their age; the others were dropped for lack of space.
    public private(set) var aged = 0

    /// - Parameters:
    ///   - items: the number of items in the queue, including those in messages.
    ///   - bytes: the size of their content.
    ///   - limits: the limits to enforce.
    public init(items: Int, bytes: Int, to limits: OutboxLimits) {
        (self.items, self.bytes, self.limits) = (items, bytes, limits)
    }

    /// Returns true if the oldest remaining item must be dropped. If it stays, all newer items stay too.
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
