// SPDX-License-Identifier: Apache-2.0

/// The messages of the feed: which were seen, which are being processed, which are to be confirmed.
///
/// The same message may come by push and by query, and again until it is confirmed.
struct FeedIDs: Hashable, Sendable {
    /// As many ids are remembered at most; those seen first are forgotten first.
    static let limit = 20_000
    /// As many are confirmed at once.
    static let batch = 5000

    private var seen: Set<String> = []
    private var order: [String] = []
    private var oldest = 0
    private var processing: Set<String> = []
    private(set) var toConfirm: [String] = []
    private var waiting: Set<String> = []
    /// Those of the page that was asked for last which are not confirmed yet.
    private var page: Set<String> = []

    /// Whether a message is new. One that was processed before is to be confirmed once more.
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

    /// A message was processed.
    mutating func processed(_ id: String) {
        processing.remove(id)
        confirm(id)
    }

    /// The next to confirm at once.
    var next: [String] { Array(toConfirm.prefix(Self.batch)) }

    /// Those were confirmed.
    mutating func confirmed(_ ids: [String]) {
        let done = Set(ids)
        toConfirm.removeAll { done.contains($0) }
        waiting.subtract(done)
        page.subtract(done)
    }

    /// A page of the feed was taken: whether it is settled depends on its messages alone, not on what is pushed meanwhile.
    mutating func begin(page ids: [String]) {
        page = Set(ids).filter { processing.contains($0) || waiting.contains($0) }
    }

    /// Whether nothing of the page is being processed or to be confirmed.
    var isPageSettled: Bool { page.isEmpty }

    private mutating func confirm(_ id: String) {
        // More than that come again with the feed, and are confirmed then.
        guard toConfirm.count < Self.limit else {
            page.remove(id)
            return
        }
        if waiting.insert(id).inserted { toConfirm.append(id) }
    }

    /// A ring: the oldest gives way.
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
