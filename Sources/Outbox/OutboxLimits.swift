// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The limits of the queue. If they are exceeded, the oldest items are dropped and counted.
public struct OutboxLimits: Hashable, Sendable {
    /// The largest number of items; values below 1 count as 1.
    public var items: Int
    /// The largest total content in bytes; values below 1 count as 1.
    public var bytes: Int
    /// Items before this time are dropped regardless of space; nil: no age limit.
    public var oldest: UTCTime?

    public init(items: Int, bytes: Int, oldest: UTCTime? = nil) {
        (self.items, self.bytes, self.oldest) = (items, bytes, oldest)
    }
}
