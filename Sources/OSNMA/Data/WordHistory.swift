// SPDX-License-Identifier: Apache-2.0

/// One satellite's recent words: for each word type and subframe, the first and the last, for as long as a tag may
/// refer to them.
struct WordHistory: Sendable {
    /// A word with the start of its page in seconds since the epoch of Galileo time.
    struct Instance: Sendable {
        let word: Word
        let start: Int
        let arrival: Arrival

        /// Returns true if the word certainly arrived by an instant; a page takes two seconds.
        ///
        /// - Parameter margin: The longest delay in seconds; nil: that which the trusted time left possible.
        func isThere(by instant: Int, margin: Int?) -> Bool {
            start + 2 + (margin ?? Int(arrival.margin)) <= instant
        }
    }

    private struct Entry: Sendable {
        var subframe = -1
        var first: Instance
        var last: Instance

        init(subframe: Int, only: Instance) { (self.subframe, first, last) = (subframe, only, only) }
    }

    /// Subframes kept: fifteen that COP can reach back, eleven until the key of a slow-MAC tag, twelve for which
    /// messages are kept, and two spare.
    private static let depth = 40
    private static let typeCount = 7
    private var entries: [Entry]

    init() {
        let nothing = Instance(word: Word(), start: 0, arrival: Arrival(trust: .none, margin: .max))
        entries = Array(repeating: Entry(subframe: -1, only: nothing), count: Self.depth * Self.typeCount)
    }

    /// The index of a word type in the history; nil for types that no tag covers.
    static func place(_ type: UInt8) -> Int? {
        switch type {
        case 1...6: Int(type) - 1
        case 10: 6
        default: nil
        }
    }

    private func index(_ subframe: Int, _ place: Int) -> Int { subframe % Self.depth &* Self.typeCount &+ place }

    mutating func insert(_ word: Word, start: Int, _ arrival: Arrival) {
        guard let place = Self.place(word.type), start >= 0 else { return }
        let instance = Instance(word: word, start: start, arrival: arrival)
        let subframe = start / 30
        let index = index(subframe, place)
        if entries[index].subframe == subframe {
            if start >= entries[index].last.start { entries[index].last = instance }
            if start < entries[index].first.start { entries[index].first = instance }
        } else if entries[index].subframe < subframe {
            entries[index] = Entry(subframe: subframe, only: instance)
        }
    }

    /// The newest word of a type in subframes `lower`..<`upper`; nil if there is no such word.
    func newest(_ type: UInt8, from lower: Int, before upper: Int) -> Instance? {
        guard let place = Self.place(type) else { return nil }
        var subframe = upper &- 1
        while subframe >= lower, subframe >= 0 {
            let entry = index(subframe, place)
            if entries[entry].subframe == subframe { return entries[entry].last }
            subframe &-= 1
        }
        return nil
    }

    /// The oldest word of a type in subframes `lower`..<`upper`; nil if there is no such word.
    func oldest(_ type: UInt8, from lower: Int, before upper: Int) -> Instance? {
        guard let place = Self.place(type) else { return nil }
        for subframe in max(lower, 0)..<max(upper, lower, 0) {
            let entry = entries[index(subframe, place)]
            if entry.subframe == subframe { return entry.first }
        }
        return nil
    }

    /// The first word of a type in subframes `lower`...`upper` that satisfies `fits`.
    func first(_ type: UInt8, from lower: Int, through upper: Int, where fits: (Instance) -> Bool) -> Instance? {
        guard let place = Self.place(type), lower >= 0, lower <= upper else { return nil }
        for subframe in lower...upper {
            let entry = entries[index(subframe, place)]
            guard entry.subframe == subframe else { continue }
            if fits(entry.first) { return entry.first }
            if fits(entry.last) { return entry.last }
        }
        return nil
    }
}
