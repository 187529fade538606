// SPDX-License-Identifier: Apache-2.0

/// The table of one form of a message.
public struct MessageLayout: Sendable {
    public let id: MessageID
    /// The manufacturer's name: `NAV-PVT`. Forms that the manufacturer names have names of their own.
    public let name: StaticString
    /// The least length of a payload. Fields behind it are there only in payloads that are long enough.
    public let length: Int
    /// What must hold for a payload to be of this form.
    public let conditions: [Condition]
    /// The fields, ascending by offset.
    public let fields: [Field]
    /// What follows the fields.
    public let tail: Tail

    /// What tells one form of a message from another.
    public enum Condition: Hashable, Sendable {
        /// The length of the payload.
        case length(ClosedRange<Int>)
        /// The byte at an offset: a version or a type.
        case byte(Int, ClosedRange<UInt8>)
        /// The length is that of head and so many items, as the byte at an offset counts.
        case items(of: Int, after: Int, countAt: Int)
        /// The payload ends with the last field.
        case nothingFollows
    }

    /// What may follow the fields.
    public enum Tail: Hashable, Sendable {
        /// Nothing that is known.
        case none
        /// Keys of configuration values.
        case keys
        /// Keys of configuration values, each with its value.
        case values
    }

    init(
        _ name: StaticString, _ messageClass: UInt8, _ id: UInt8, length: Int, when conditions: [Condition] = [],
        tail: Tail = .none, _ fields: [Field]
    ) {
        self.id = MessageID(messageClass, id)
        (self.name, self.length, self.conditions, self.tail) = (name, length, conditions, tail)
        self.fields = fields
    }

    /// The same table for another message.
    func named(_ name: StaticString, _ messageClass: UInt8, _ id: UInt8) -> MessageLayout {
        MessageLayout(name, messageClass, id, length: length, when: conditions, tail: tail, fields)
    }

    /// Whether a payload is of this form: its conditions hold, and it is as long as its counts say.
    public func fits(_ payload: Span<UInt8>) -> Bool { holds(payload) && isWhole(payload) }

    func holds(_ payload: Span<UInt8>) -> Bool {
        for condition in conditions {
            switch condition {
            case .length(let range): guard range.contains(payload.count) else { return false }
            case .byte(let at, let range):
                guard at < payload.count, range.contains(payload[at]) else { return false }
            case .items(let size, let head, let countAt):
                guard payload.count == head &+ size &* Int(payload.u1(countAt)) else { return false }
            case .nothingFollows: guard end(in: payload) == payload.count else { return false }
            }
        }
        return true
    }

    private func isWhole(_ payload: Span<UInt8>) -> Bool {
        guard payload.count >= length else { return false }
        var next = 0
        for field in fields {
            let at = field.offset < 0 ? next : field.offset
            if field.repetition == nil { continue }
            next = at &+ field.count(in: payload, at: at) &* field.type.size
            // What stands behind the least length may be missing as a whole.
            guard next <= payload.count || at > length else { return false }
        }
        return true
    }

    /// Where the fields end, with what is repeated as often as the payload says.
    private func end(in payload: Span<UInt8>) -> Int {
        var (next, end) = (0, 0)
        for field in fields {
            let at = field.offset < 0 ? next : field.offset
            let fieldEnd = at &+ field.count(in: payload, at: at) &* field.type.size
            if field.repetition != nil || field.offset < 0 { next = fieldEnd }
            end = max(end, fieldEnd)
        }
        return end
    }
}
