// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import Outbox

/// What the next request holds, in the order of its messages.
struct SendPlan: Hashable, Sendable {
    /// Messages that are sent again, as they were.
    var again: [OutboxMessage] = []
    /// New messages: the entries of each range that belong to no message yet become one, for ever, before it is sent. An
    /// earlier message may hold some of the middle of a range: those are not of this one.
    var new: [ClosedRange<Int64>] = []

    /// Whether there is nothing to send.
    var isEmpty: Bool { again.isEmpty && new.isEmpty }
}

/// What to send next: what waited longest first, and always the newest too.
///
/// A message is made only when it is sent, so that its number follows those before. Where everything fits into one
/// request, all goes in order. Where it does not, the newest entries get one message of each request, its last, and the
/// backlog the rest in its own order: after an outage the others see at once where the machine is.
struct SendPlanner: Hashable, Sendable {
    /// What fits.
    var limits = SendLimits()

    /// Plans a request.
    ///
    /// - Parameters:
    ///   - again: messages whose fate is unknown or that are to be repeated, the oldest first.
    ///   - oldest: the oldest entries without a message, ascending; a page of the store.
    ///   - newest: the newest entries without a message, ascending; those since the last request are enough. They may be
    ///     among the oldest too.
    func plan(again: [OutboxMessage], oldest: [WaitingItem], newest: [WaitingItem]) -> SendPlan {
        var room = Room(limits)
        let live = cut(newest.suffix(max(1, limits.entries)), fromEnd: true)
        // The live message has its place before anything else.
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

    /// The backlog's messages, then the live one.
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

    /// As many entries as one message takes. One that is too large for any goes alone: agrirouter says so.
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

    /// What is left of a request.
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

        /// The first fits always: nothing would ever be sent otherwise.
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
