// SPDX-License-Identifier: Apache-2.0

/// How the fields of a sentence are called and read, by their order behind the address.
struct SentenceLayout: Sendable {
    /// The fields at the beginning.
    let head: [SentenceField]
    /// Those that repeat behind them.
    let group: SentenceGroup?
    /// Those behind the repetitions.
    let tail: [SentenceField]

    init(_ head: [SentenceField], _ group: SentenceGroup? = nil, _ tail: [SentenceField] = []) {
        (self.head, self.group, self.tail) = (head, group, tail)
    }
}

/// A field: what the document calls it, and how it is read.
struct SentenceField: Sendable {
    enum Form: Sendable {
        /// A number, or what stands there instead.
        case number
        /// As it stands there: letters, times `hhmmss.ss`, dates `ddmmyy`.
        case text
        /// Degrees and minutes, north or east; the field behind says which hemisphere. Written in degrees with a sign.
        case latitude, longitude
        /// One hexadecimal digit, written as a number.
        case hexadecimal
        /// A text that takes all fields that are left, its commas among them.
        case rest
    }

    let name: StaticString
    let form: Form

    /// A number.
    init(_ name: StaticString, _ form: Form = .number) { (self.name, self.form) = (name, form) }
}

/// Fields that repeat.
struct SentenceGroup: Sendable {
    enum Count: Sendable {
        /// So often, whatever follows.
        case fixed(Int)
        /// As often as there are fields left for it.
        case all
    }

    let name: StaticString
    let count: Count
    let fields: [SentenceField]
    /// Whether repetitions with nothing in them are left out.
    var skipsEmpty = false
}
