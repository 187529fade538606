// SPDX-License-Identifier: Apache-2.0

/// The numberings of receivers on the bus, by ID. Those of removed receivers are kept, because a receiver may return.
struct ReceiverNumberings {
    /// The number of numberings from which a new one causes those to be dropped that no receiver uses.
    static let limit = 256

    private var known: [String: ReceiverNumbering] = [:]
    /// The number of numberings from which the unused ones are dropped; more than the limit if that many are in use.
    private var full = Self.limit
    /// The greatest numbers of those dropped. New numberings begin after them, so that a receiver that returns repeats
    /// no number.
    private var dropped = ReceiverNumbering.Last()

    var count: Int { known.count }

    /// True if the next new numbering causes unused ones to be dropped.
    var isFull: Bool { known.count >= full }

    /// The numbering of a receiver.
    ///
    /// - Parameter used: The IDs whose numberings must be kept; only used if ``isFull``.
    mutating func numbering(of id: String, used: Set<String>) -> ReceiverNumbering {
        if let numbering = known[id] { return numbering }
        if isFull { drop(unless: used) }
        let numbering = ReceiverNumbering(after: dropped)
        known[id] = numbering
        return numbering
    }

    private mutating func drop(unless used: Set<String>) {
        for (id, numbering) in known where !used.contains(id) {
            // To wait for one that an abandoned driver still uses could block the fleet.
            guard let last = numbering.lastIfIdle else { continue }
            dropped.observation = max(dropped.observation, last.observation)
            dropped.plan = max(dropped.plan, last.plan)
            known[id] = nil
        }
        full = max(Self.limit, 2 * known.count)
    }
}
