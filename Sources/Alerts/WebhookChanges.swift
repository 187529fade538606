// SPDX-License-Identifier: Apache-2.0

internal import Storage

/// Changes of the stored events that the store does not have yet.
struct WebhookChanges: Sendable {
    /// True if all stored events must be removed, before `added` is stored.
    var clears = false
    /// Events that are not stored.
    private(set) var added: [StoredEvent] = []
    /// The IDs of stored events that are no longer needed.
    private(set) var removed: [String] = []

    var isEmpty: Bool { !clears && added.isEmpty && removed.isEmpty }

    mutating func add(_ events: [StoredEvent]) { added += events }

    /// Records that an event is no longer needed. An event that was never stored does not have to be removed.
    mutating func remove(_ id: String) {
        if let index = added.firstIndex(where: { $0.id == id }) {
            added.remove(at: index)
        } else if !clears {
            removed.append(id)
        }
    }

    /// Records that no event is needed any more.
    mutating func clear() { (clears, added, removed) = (true, [], []) }

    /// Takes back older changes, because the store could not take them.
    mutating func giveBack(_ older: WebhookChanges) {
        // Those before a removal of all events have no effect.
        guard !clears else { return }
        let newer = self
        self = older
        add(newer.added)
        for id in newer.removed { remove(id) }
    }
}
