// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import SystemSupport

/// The limits of a queue as a person sets them.
public struct QueueLimits: Hashable, Sendable {
    /// The largest number of waiting items, at least 1.
    public var items: Int
    /// The largest total size of their contents in bytes, at least 1.
    public var bytes: Int
    /// The age after which a waiting item is dropped.
    public var age: Duration

    public init(items: Int = 1_000_000, bytes: Int = 1 << 30, age: Duration = .seconds(28 * 86_400)) {
        (self.items, self.bytes, self.age) = (items, bytes, age)
    }

    /// The limits that apply when items are stored. The age ends at the earlier of the two clocks, receiver and host, so that
    /// one clock that is fast makes no item old; without the receiver's, no age is known.
    ///
    /// - Parameter receiver: The newest time of a receiver.
    func outbox(receiver: UTCTime?, at now: HostTime) -> OutboxLimits {
        let (seconds, attoseconds) = age.components
        let nanoseconds = min(max(seconds, 0), 1_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
        let end = receiver.map { min($0.nanosecondsSince1970, now.wallNanoseconds) }
        return OutboxLimits(
            items: items, bytes: bytes, oldest: end.map { UTCTime(nanosecondsSince1970: $0 &- nanoseconds) })
    }
}

/// A queue of items that are sent singly, with the part of it that is in memory. An item is stored before `next` returns it,
/// and is removed after the other side accepted it.
///
/// An actor owns it; its asynchronous methods run on that actor, and one task of the actor calls them.
public final class ItemQueue {
    /// The largest number of items that wait in memory for the store.
    public static let pendingLimit = 3600
    /// The time after which a failed store is tried again, in nanoseconds.
    private static let storePatience: Int64 = 5_000_000_000
    /// The time for which refused items wait, in nanoseconds.
    private static let refusalPatience: Int64 = 30_000_000_000
    /// The number of items that the other side refuses in a row before it counts as refusing all.
    private static let mostDoubtful = 10

    private let store: any ItemOutbox
    private var window = ItemWindow()
    /// Items that are not on disk yet.
    private var pending: [OutboxItem] = []
    private var isTallyKnown = false
    /// True if all items must be deleted before others are sent.
    private(set) var owesWipe = false
    private var storeRetry: Int64?
    /// The time until which the items wait, because the other side refused one.
    private var retry: Int64?
    /// The time at which items of unknown fate are tried again.
    private var doubtRetry: Int64?
    /// The state of the stored queue, as far as it is known.
    public private(set) var tally = OutboxTally()
    /// The number of items that were dropped before they were stored.
    public private(set) var droppedInMemory = 0
    /// The reason why items cannot be stored or read; nil while they can.
    public private(set) var failure: OutboxStoreError?
    /// The receiver's newest time; nil if it stated none.
    private var receiverTime: UTCTime?

    /// - Parameter store: The stored queue, which no other object changes.
    public init(_ store: any ItemOutbox) { self.store = store }

    /// The number of items that were dropped or refused.
    public var dropped: Int { tally.crowded + tally.aged + tally.refused + droppedInMemory }

    /// The number of items that the other side has not answered.
    public var unacknowledged: Int { window.unacknowledged }

    /// True if the other side refused an item and then accepted another one.
    public var hasSuspects: Bool { window.hasSuspects }

    /// Adds items in memory. `keep` stores them.
    ///
    /// - Parameter receiver: The receiver's newest time; nil if it is unknown.
    public func add(_ items: [OutboxItem], receiver: UTCTime? = nil) {
        receiverTime = receiver ?? receiverTime
        pending += items
        let excess = pending.count - Self.pendingLimit
        guard excess > 0 else { return }
        pending.removeFirst(excess)
        droppedInMemory += excess
    }

    /// Drops all items. `keep` deletes the stored ones.
    public func discard() {
        (pending, owesWipe, failure, retry, doubtRetry) = ([], true, nil, nil, nil)
        window.reset()
    }

    // MARK: The store

    /// Deletes what must be deleted, removes what the other side has, stores what is in memory, and drops what is too
    /// old.
    ///
    /// - Parameter isLast: True to try a failed store again at once.
    public func keep(
        _ limits: QueueLimits, at now: HostTime, isLast: Bool = false,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        if !isLast, let storeRetry, now.monotonicNanoseconds < storeRetry { return }
        storeRetry = nil
        do throws(OutboxStoreError) {
            if owesWipe { try await wipe() }
            if !isTallyKnown { (tally, isTallyKnown) = (try await store.tally(), true) }
            // An item that cannot be stored must not keep those that were delivered.
            try await removeDelivered(at: now)
            try await flush(limits, at: now)
            try await dropAged(limits, at: now)
            failure = nil
        } catch {
            failed(error, at: now)
        }
    }

    private func wipe(isolation: isolated (any Actor)? = #isolation) async throws(OutboxStoreError) {
        if try await store.tally() != OutboxTally() { try await store.wipe() }
        (owesWipe, isTallyKnown, tally, window) = (false, false, OutboxTally(), ItemWindow())
    }

    private func removeDelivered(
        at now: HostTime, isolation: isolated (any Actor)? = #isolation
    ) async throws(OutboxStoreError) {
        let time = UTCTime(nanosecondsSince1970: now.wallNanoseconds)
        for (numbers, end) in [(window.accepted, Delivery.End.accepted), (window.rejected, .refused)]
        where !numbers.isEmpty {
            tally = try await store.remove(numbers, end, at: time)
            window.removed(Set(numbers))
        }
    }

    private func flush(
        _ limits: QueueLimits, at now: HostTime, isolation: isolated (any Actor)? = #isolation
    ) async throws(OutboxStoreError) {
        guard !pending.isEmpty else { return }
        let items = pending
        pending = []
        do throws(OutboxStoreError) {
            tally = try await store.append(items, within: limits.outbox(receiver: receiverTime, at: now)).tally
            window.appended()
        } catch {
            let newer = pending
            pending = []
            add(items + newer)
            throw error
        }
    }

    /// Drops stored items that became too old while nothing was appended, for example because the receiver stands still.
    private func dropAged(
        _ limits: QueueLimits, at now: HostTime, isolation: isolated (any Actor)? = #isolation
    ) async throws(OutboxStoreError) {
        let limits = limits.outbox(receiver: receiverTime, at: now)
        guard let oldest = tally.oldest, let end = limits.oldest,
            oldest.nanosecondsSince1970 < end.nanosecondsSince1970
        else { return }
        let aged = tally.aged
        tally = try await store.append([], within: limits).tally
        // The page in memory may contain some of them.
        if tally.aged > aged { window.rewind() }
    }

    private func failed(_ error: OutboxStoreError, at now: HostTime) {
        failure = error
        storeRetry = now.monotonicNanoseconds &+ Self.storePatience
    }

    // MARK: Deliveries

    /// Takes the next stored item and marks it with a token; nil if none may be sent now.
    public func next(
        _ token: UInt64, at now: HostTime, isolation: isolated (any Actor)? = #isolation
    ) async -> StoredItem? {
        if owesWipe { return nil }
        if let retry, now.monotonicNanoseconds < retry { return nil }
        retry = nil
        if let item = await taken(token, at: now) { return item }
        guard let doubtRetry, now.monotonicNanoseconds >= doubtRetry else { return nil }
        self.doubtRetry = nil
        guard !window.doubtful.isEmpty else { return nil }
        window.repeatDoubtful()
        return await taken(token, at: now)
    }

    private func taken(
        _ token: UInt64, at now: HostTime, isolation: isolated (any Actor)? = #isolation
    ) async -> StoredItem? {
        window.rewindIfPossible()
        if window.needsPage, storeRetry == nil {
            do throws(OutboxStoreError) {
                window.add(
                    try await store.items(
                        after: window.cursor, limit: ItemWindow.page, bytes: ItemWindow.pageBytes))
            } catch {
                failed(error, at: now)
            }
        }
        return window.next(token)
    }

    /// Records that the other side has an item.
    ///
    /// - Returns: False if the token belongs to no item of this queue.
    public func acknowledged(_ token: UInt64) -> Bool { window.acknowledged(token) }

    /// Records that the other side refuses an item, and that a person may change that: the items wait for 30 s.
    ///
    /// - Returns: False if the token belongs to no item of this queue.
    public func refused(_ token: UInt64, at now: HostTime) -> Bool {
        guard window.refused(token) else { return false }
        retry = now.monotonicNanoseconds &+ Self.refusalPatience
        return true
    }

    /// Records that the other side refuses an item, perhaps because of its content. The item leaves the queue only if the
    /// other side accepts a later one and then refuses this one again; if it refuses ten in a row, or if no other item
    /// waits, all are tried again after a pause.
    ///
    /// - Parameters:
    ///   - rounds: How often the other side must accept another item and then refuse this one again.
    ///   - pause: The pause; nil for 30 s.
    /// - Returns: True if the other side seems to refuse all items.
    public func doubted(_ token: UInt64, at now: HostTime, rounds: Int = 1, pause: Duration? = nil) -> Bool {
        guard window.doubted(token, rounds: rounds) else { return false }
        doubtRetry = now.monotonicNanoseconds &+ (pause?.wholeNanoseconds ?? Self.refusalPatience)
        guard window.doubtful.count >= Self.mostDoubtful else { return false }
        window.rewind()
        retry = doubtRetry
        return true
    }

    /// Records the end of a connection: what was not answered is sent again.
    public func reset() {
        window.reset()
        (retry, doubtRetry) = (nil, nil)
    }

    /// Ends the pause after a refusal.
    public func retryNow() { retry = nil }

    /// The time of the next task by the monotonic clock; nil if only an event causes one.
    ///
    /// - Parameter isReady: True if items can be sent.
    public func nextTask(after now: Int64, isReady: Bool) -> Int64? {
        var times: [Int64?] = []
        if owesWipe || !pending.isEmpty || !window.accepted.isEmpty || !window.rejected.isEmpty || window.needsPage {
            times.append(storeRetry)
        }
        // One that has passed waits for the other side, whose answer makes room.
        if isReady { times += [retry, doubtRetry].map { time in time.flatMap { $0 > now ? $0 : nil } } }
        return times.compactMap { $0 }.min()
    }
}
