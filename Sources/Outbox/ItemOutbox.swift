// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The store of a queue whose items are sent singly: each content names the item, so that the other side can drop
/// duplicates. Each method runs in one transaction: when it returns, all changes are on disk; when it throws, none are.
public protocol ItemOutbox: Sendable {
    /// Returns the size of the queue and the totals.
    ///
    /// - Throws: `OutboxStoreError` if the store cannot be read.
    func tally() async throws(OutboxStoreError) -> OutboxTally

    /// Appends items and drops the oldest ones if the limits are exceeded. Items of `OutboxItem.unknownTime` get the time of
    /// the next item with one.
    ///
    /// - Returns: The state of the queue, and the keys of dropped messages, which such a queue does not have.
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    func append(
        _ items: [OutboxItem], within limits: OutboxLimits
    ) async throws(OutboxStoreError) -> (tally: OutboxTally, dropped: [String])

    /// Returns the oldest items after `number` with their contents, in ascending order.
    ///
    /// - Parameters:
    ///   - number: Only items after this number.
    ///   - limit: The largest number of items.
    ///   - bytes: The size of the contents after which no other item is added.
    /// - Throws: `OutboxStoreError` if the store cannot be read.
    func items(after number: Int64, limit: Int, bytes: Int) async throws(OutboxStoreError) -> [StoredItem]

    /// Removes items whose delivery is complete; items that no longer exist are ignored.
    ///
    /// - Returns: The state of the queue.
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    func remove(
        _ numbers: [Int64], _ end: Delivery.End, at time: UTCTime
    ) async throws(OutboxStoreError) -> OutboxTally

    /// Removes all stored data.
    ///
    /// - Throws: `OutboxStoreError`; nothing is changed in that case.
    func wipe() async throws(OutboxStoreError)
}
