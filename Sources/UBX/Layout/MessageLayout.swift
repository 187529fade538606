// SPDX-License-Identifier: Apache-2.0

/// The table of one form of a message.
public struct MessageLayout: Sendable {
    public let id: MessageID
    /// The manufacturer's name: `NAV-PVT`. Forms with their own names in the manufacturer's documents have them here
    /// too.
    public let name: StaticString
    /// The minimum length of a payload. Fields beyond it exist only in payloads that are long enough.
    public let length: Int
    /// The conditions that a payload of this form meets.
    public let conditions: [Condition]
    /// The fields, ascending by offset.
    public let fields: [Field]
    /// The content after the fields.
    public let tail: Tail

    /// A condition that distinguishes the forms of a message.
    public enum Condition: Hashable, Sendable {
        /// The length of the payload.
        case length(ClosedRange<Int>)
        /// The byte at an offset: a version or a type.
        case byte(Int, ClosedRange<UInt8>)
        /// The length equals that of the header plus the number of items given by the byte at an offset.
        case items(of: Int, after: Int, countAt: Int)
        /// The payload ends with the last field.
        case nothingFollows
    }

    /// The content that may follow the fields.
    public enum Tail: Hashable, Sendable {
        /// Nothing follows the fields.
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

    /// A copy of this table for another message.
    func named(_ name: StaticString, _ messageClass: UInt8, _ id: UInt8) -> MessageLayout {
        MessageLayout(name, messageClass, id, length: length, when: conditions, tail: tail, fields)
    }

    /// Returns true if a payload has this form: its conditions are met, and it is as long as its counts require.
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
            // Fields beyond the minimum length may be missing, but only as a whole.
            guard next <= payload.count || at > length else { return false }
        }
        return true
    }

    /// The end of the fields, with the repetitions given by the payload.
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
