// SPDX-License-Identifier: Apache-2.0

/// The names and formats of a sentence's fields, in their order after the address.
struct SentenceLayout: Sendable {
    /// The fields at the beginning.
    let head: [SentenceField]
    /// The fields that repeat after `head`.
    let group: SentenceGroup?
    /// The fields after the repetitions.
    let tail: [SentenceField]

    init(_ head: [SentenceField], _ group: SentenceGroup? = nil, _ tail: [SentenceField] = []) {
        (self.head, self.group, self.tail) = (head, group, tail)
    }
}

/// A field's name in the document and its format.
struct SentenceField: Sendable {
    enum Form: Sendable {
        /// A number; a field that is not a number is written as text.
        case number
        /// The text of the field as received: letters, times `hhmmss.ss`, dates `ddmmyy`.
        case text
        /// Degrees and minutes, north or east; the following field gives the hemisphere. Written as signed degrees.
        case latitude, longitude
        /// One hexadecimal digit, written as a number.
        case hexadecimal
        /// A text that consists of all remaining fields, including their commas.
        case rest
    }

    let name: StaticString
    let form: Form

    /// Creates a field, by default a number.
    init(_ name: StaticString, _ form: Form = .number) { (self.name, self.form) = (name, form) }
}

/// A group of fields that repeats.
struct SentenceGroup: Sendable {
    enum Count: Sendable {
        /// At most this number of repetitions; the fields after them belong to `tail`.
        case fixed(Int)
        /// As many repetitions as the remaining fields allow.
        case all
    }

    let name: StaticString
    let count: Count
    let fields: [SentenceField]
    /// True if repetitions whose fields are all empty are omitted.
    var skipsEmpty = false
}
