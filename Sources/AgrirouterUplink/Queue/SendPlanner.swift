// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import Outbox

/// The messages of the next request, in their order.
struct SendPlan: Hashable, Sendable {
    /// Messages to send again unchanged.
    var again: [OutboxMessage] = []
    /// Ranges of entries for new messages. Before sending, the entries of a range without a message are permanently
    /// assigned to one new message. Entries within the range that already belong to an earlier message are not
    /// included.
    var new: [ClosedRange<Int64>] = []

    /// True if the request would be empty.
    var isEmpty: Bool { again.isEmpty && new.isEmpty }
}

/// Plans the next request: the messages that have waited longest first, and always the newest entries as well.
///
/// A message is created only when it is sent, so that its number is higher than those before. If everything fits into
/// one request, all messages are sent in order. If not, the last message of each request contains the newest entries,
/// and the backlog gets the rest of the request in its own order. After an outage, other members therefore immediately
/// see where the machine is.
struct SendPlanner: Hashable, Sendable {
    /// The limits of a message and a request.
    var limits = SendLimits()

    /// Plans one request.
    ///
    /// - Parameters:
    ///   - again: Messages to send again, because their fate is unknown or agrirouter asked for it; the oldest first.
    ///   - oldest: A page of the store with the oldest entries without a message, in ascending order.
    ///   - newest: The newest entries without a message, in ascending order; those since the last request are enough.
    ///     Some may also be in `oldest`.
    func plan(again: [OutboxMessage], oldest: [WaitingItem], newest: [WaitingItem]) -> SendPlan {
        var room = Room(limits)
        let live = cut(newest.suffix(max(1, limits.entries)), fromEnd: true)
        // Reserve the place of the message with the newest entries first.
        let reserved = live.map { Room.Cost(messages: 1, characters: $0.characters) } ?? Room.Cost()
        guard room.take(reserved) else { return SendPlan() }
        var plan = SendPlan()
        for message in again {
            guard room.take(Room.Cost(messages: 1, characters: SendLimits.characters(ofContent: message.bytes))) else {
                plan.new += live.map { [$0.range] } ?? []
                return plan
            }
            plan.again.append(message)
        }
        plan.new = pieces(of: oldest, before: live, &room)
        return plan
    }

    /// The messages of the backlog, followed by the message with the newest entries.
    private func pieces(of oldest: [WaitingItem], before live: Piece?, _ room: inout Room) -> [ClosedRange<Int64>] {
        var ranges: [ClosedRange<Int64>] = []
        let end = live?.range.lowerBound ?? .max
        var rest = oldest.prefix { $0.number < end }[...]
        while let piece = cut(rest, fromEnd: false) {
            guard room.take(Room.Cost(messages: 1, characters: piece.characters)) else { break }
            ranges.append(piece.range)
            rest = rest.dropFirst(piece.count)
        }
        return ranges + (live.map { [$0.range] } ?? [])
    }

    private struct Piece {
        var range: ClosedRange<Int64>
        var count: Int
        var characters: Int
    }

    /// Takes as many entries as fit into one message. An entry that is too large for any message is sent alone and
    /// agrirouter refuses it.
    private func cut(_ entries: ArraySlice<WaitingItem>, fromEnd: Bool) -> Piece? {
        guard let edge = fromEnd ? entries.last : entries.first else { return nil }
        var (count, bytes) = (0, 0)
        var other = edge
        for entry in fromEnd ? AnySequence(entries.reversed()) : AnySequence(entries) {
            guard count < max(1, limits.entries), count == 0 || bytes + entry.size <= limits.contentBytes else { break }
            (count, bytes, other) = (count + 1, bytes + entry.size, entry)
        }
        let range = min(edge.number, other.number)...max(edge.number, other.number)
        return Piece(range: range, count: count, characters: SendLimits.characters(ofContent: bytes))
    }

    /// The remaining space of a request.
    private struct Room {
        struct Cost {
            var messages = 0
            var characters = 0
        }
        var messages: Int
        var characters: Int
        var isEmpty = true

        init(_ limits: SendLimits) {
            messages = max(2, limits.messages)
            characters = limits.characters - SendLimits.bodyCharacters
        }

        /// The first message always fits; otherwise a message over the limits would block the queue forever.
        mutating func take(_ cost: Cost) -> Bool {
            guard cost.messages > 0 else { return true }
            let fits = cost.messages <= messages && cost.characters <= characters
            guard fits || isEmpty else { return false }
            isEmpty = false
            messages -= cost.messages
            characters -= cost.characters
            return true
        }
    }
}
