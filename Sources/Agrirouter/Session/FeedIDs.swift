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
    }

    /// Whether nothing is being processed or to be confirmed.
    var isSettled: Bool { processing.isEmpty && toConfirm.isEmpty }

    private mutating func confirm(_ id: String) {
        // More than that come again with the feed, and are confirmed then.
        guard toConfirm.count < Self.limit, waiting.insert(id).inserted else { return }
        toConfirm.append(id)
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
        order[oldest] = id
        oldest = (oldest + 1) % Self.limit
    }
}
