// SPDX-License-Identifier: Apache-2.0

/// Tracks the IDs of feed messages: already seen, in processing, and to be confirmed.
///
/// The same message may arrive by push and by query, and repeatedly until it is confirmed.
struct FeedIDs: Hashable, Sendable {
    /// The largest number of IDs to remember; the oldest are forgotten first.
    static let limit = 20_000
    /// The largest number of IDs in one confirmation.
    static let batch = 5000

    private var seen: Set<String> = []
    private var order: [String] = []
    private var oldest = 0
    private var processing: Set<String> = []
    private(set) var toConfirm: [String] = []
    private var waiting: Set<String> = []
    /// The messages of the most recently requested page that are not confirmed yet.
    private var page: Set<String> = []

    /// Records a message and returns true if it is new. A message that has already been processed is confirmed again.
    mutating func take(_ id: String) -> Bool {
        guard !id.isEmpty else { return false }
        guard seen.insert(id).inserted else {
            if !processing.contains(id) { confirm(id) }
            return false
        }
        processing.insert(id)
        remember(id)
        return true
    }

    /// Marks a message as processed, so that it is confirmed next.
    mutating func processed(_ id: String) {
        processing.remove(id)
        confirm(id)
    }

    /// The IDs for the next confirmation, at most `batch`.
    var next: [String] { Array(toConfirm.prefix(Self.batch)) }

    /// Removes IDs whose confirmation agrirouter has received.
    mutating func confirmed(_ ids: [String]) {
        let done = Set(ids)
        toConfirm.removeAll { done.contains($0) }
        waiting.subtract(done)
        page.subtract(done)
    }

    /// Starts to track a page of the feed. The page is settled by its own messages alone; pushes that arrive meanwhile
    /// do not delay it.
    mutating func begin(page ids: [String]) {
        page = Set(ids).filter { processing.contains($0) || waiting.contains($0) }
    }

    /// True if no message of the page is in processing or waits for its confirmation.
    var isPageSettled: Bool { page.isEmpty }

    private mutating func confirm(_ id: String) {
        // Messages beyond the limit arrive again with the feed and are confirmed then.
        guard toConfirm.count < Self.limit else {
            page.remove(id)
            return
        }
        if waiting.insert(id).inserted { toConfirm.append(id) }
    }

    /// Remembers an ID in a ring buffer; the oldest ID is overwritten and forgotten.
    private mutating func remember(_ id: String) {
        guard order.count == Self.limit else {
            order.append(id)
            return
        }
        let forgotten = order[oldest]
        seen.remove(forgotten)
        processing.remove(forgotten)
        page.remove(forgotten)
        order[oldest] = id
        oldest = (oldest + 1) % Self.limit
    }
}
