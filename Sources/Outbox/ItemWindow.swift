// SPDX-License-Identifier: Apache-2.0

/// The part of a stored queue that is in memory: a page of waiting items, the numbers of those that the other side has not
/// answered, and the numbers of those whose delivery is complete but that are still stored. Its size does not depend on the
/// length of the queue.
struct ItemWindow {
    /// The largest number of items in a page.
    static let page = 200
    /// The size of the contents in a page, in bytes.
    static let pageBytes = 512 << 10
    /// The number of delivered items that may wait for their removal; beyond it nothing is sent.
    static let undeletedLimit = 1000

    private var loaded: ArraySlice<StoredItem> = []
    /// The number of the last item that was loaded.
    private(set) var cursor: Int64 = 0
    private var sent: [UInt64: Int64] = [:]
    /// The items that the other side has.
    private(set) var accepted: [Int64] = []
    /// The items that the other side refused, although it accepts others.
    private(set) var rejected: [Int64] = []
    /// The items that the other side refused. Whether it accepts others is not known.
    private(set) var doubtful: [Int64] = []
    /// The items that are sent once more, because the other side has accepted another one after it refused them; how often
    /// it did so, by their numbers.
    private var suspects: [Int64: Int] = [:]
    /// True if the store has no items after the cursor.
    private var isExhausted = false
    /// True if an item was refused, and sending must begin again with the oldest item.
    private var mustRewind = false

    /// The number of unacknowledged messages.
    var unacknowledged: Int { sent.count }

    /// True if the other side refused an item and then accepted another one.
    var hasSuspects: Bool { !suspects.isEmpty }

    /// True if the next page is needed.
    var needsPage: Bool { loaded.isEmpty && !isExhausted && !mustRewind }

    /// Records that items were stored.
    mutating func appended() { isExhausted = false }

    /// Adds a page that was read from the store.
    mutating func add(_ items: [StoredItem]) {
        // What the store has dropped to make room is never sent again.
        if cursor == 0 { suspects = suspects.filter { $0.key >= items.first?.number ?? .max } }
        loaded = items[...]
        cursor = items.last?.number ?? cursor
        isExhausted = items.isEmpty
    }

    /// Takes the next item and marks it with a token; nil if none is in memory.
    mutating func next(_ token: UInt64) -> StoredItem? {
        guard !mustRewind, accepted.count + rejected.count < Self.undeletedLimit, let item = loaded.popFirst() else {
            return nil
        }
        sent[token] = item.number
        return item
    }

    /// Records that the other side has an item. What it refused before is sent once more: it may accept that too by now.
    ///
    /// - Returns: False if the token belongs to no item.
    mutating func acknowledged(_ token: UInt64) -> Bool {
        guard let number = sent.removeValue(forKey: token) else { return false }
        accepted.append(number)
        suspects[number] = nil
        if !doubtful.isEmpty {
            for number in doubtful { suspects[number, default: 0] += 1 }
            (doubtful, mustRewind) = ([], true)
        }
        return true
    }

    /// Records that the other side refuses an item, and possibly not the next one.
    ///
    /// - Parameter rounds: How often the other side must have accepted another item after it refused this one.
    /// - Returns: False if the token belongs to no item.
    mutating func doubted(_ token: UInt64, rounds: Int) -> Bool {
        guard let number = sent.removeValue(forKey: token) else { return false }
        if suspects[number, default: 0] < rounds {
            doubtful.append(number)
        } else {
            suspects[number] = nil
            rejected.append(number)
        }
        return true
    }

    /// Records that the other side refuses everything for now: what it refused is sent again.
    mutating func rewind() { (doubtful, suspects, mustRewind) = ([], [:], true) }

    /// Sends again what the other side refused, because no other item waits. How often it did so still counts.
    mutating func repeatDoubtful() { (doubtful, mustRewind) = ([], true) }

    /// Records that the other side refuses an item. A person may change that, so the item stays.
    ///
    /// - Returns: False if the token belongs to no item.
    mutating func refused(_ token: UInt64) -> Bool {
        guard sent.removeValue(forKey: token) != nil else { return false }
        mustRewind = true
        return true
    }

    /// Begins again with the oldest item once no message is unacknowledged.
    mutating func rewindIfPossible() {
        guard mustRewind, sent.isEmpty, accepted.isEmpty, rejected.isEmpty else { return }
        (loaded, cursor, isExhausted, mustRewind) = ([], 0, false, false)
    }

    /// Records the end of a connection: what was not acknowledged is sent again.
    mutating func reset() {
        sent = [:]
        rewind()
    }

    /// Records that items of `accepted` and `rejected` are no longer stored.
    mutating func removed(_ numbers: Set<Int64>) {
        accepted.removeAll { numbers.contains($0) }
        rejected.removeAll { numbers.contains($0) }
    }
}
