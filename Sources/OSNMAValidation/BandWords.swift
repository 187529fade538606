// SPDX-License-Identifier: Apache-2.0

internal import OSNMA

/// The words of one satellite that were received last on one signal.
struct BandWords {
    /// A word as received last. Instants count the received words.
    private struct Reception {
        let word: UInt128
        /// The first and the last reception of this word without another of its type in between.
        let since: Int
        let last: Int
        /// The values of the reserved bits of words 1...4 that the word leaves possible; all on E5b-I.
        var reservedBits = ParityWords.anyReservedBits
    }

    /// The number of words 1...4 and 17...20 from which a receiver computes words 1...4.
    private static let sufficientWords = 4

    private var ephemeris: [Reception?] = Array(repeating: nil, count: 5)
    private var parity: [Reception?] = Array(repeating: nil, count: 4)
    /// The words of types 6 and 10, by type.
    private var timing: [Int: UInt128] = [:]
    private var count = 0
    /// The arrival of the newest page, by the observations' monotonic clock in nanoseconds; nil before the first.
    private var arrived: Int64?

    /// Returns true if a word of a type in 1...5 was received.
    func has(_ type: Int) -> Bool { ephemeris[type - 1] != nil }

    /// Forgets the words of the ephemeris if the newest page arrived before `oldest`.
    mutating func forgetEphemeris(before oldest: Int64) {
        guard let arrived, arrived < oldest else { return }
        let timing = timing
        self = BandWords()
        self.timing = timing
    }

    /// Records a word.
    ///
    /// - Parameter now: The arrival of its page.
    mutating func note(_ page: INAVPageContent, at now: Int64) {
        let (word, type) = (page.wordBits, page.wordType)
        count += 1
        arrived = now
        switch type {
        case 1...5:
            var reception = reception(word, ephemeris[type - 1], reservedBits: type == 3 || type == 5 ? 0 : 2)
            if page.band == .e1b { reception.reservedBits = ParityWords.reservedBits(in: word, type: type) }
            ephemeris[type - 1] = reception
        case 17...20: parity[type - 17] = reception(word, parity[type - 17], reservedBits: 0)
        // Words 6 and 10 are authenticated as transmitted on E1-B; on E5b-I, word 10 may differ.
        case 6, 10: if page.band == .e1b { timing[type] = word }
        default: break
        }
    }

    /// - Parameter reservedBits: The number of bits at the end of the word that are not compared.
    private func reception(_ word: UInt128, _ before: Reception?, reservedBits: Int) -> Reception {
        guard let before, before.word >> UInt128(reservedBits) == word >> UInt128(reservedBits) else {
            return Reception(word: word, since: count, last: count)
        }
        return Reception(word: word, since: before.since, last: count, reservedBits: before.reservedBits)
    }

    /// Returns true if a receiver may have computed timing data from other words.
    func differ(from words: TimingWords) -> Bool {
        timing.contains { words.differs(from: $0.value, type: $0.key) }
    }

    /// Returns the values of the reserved bits of words 1...4 with which the received words are those of the data; 0 if a
    /// receiver may have computed the ephemeris from other words.
    func reservedBits(of words: EphemerisWords) -> UInt64 {
        for (index, reception) in ephemeris.enumerated() {
            if let reception, words.differs(from: reception.word, type: index + 1) { return 0 }
        }
        return reservedBits(ofParity: words)
    }

    /// Returns the values of the reserved bits with which the words 17...20 are the parity of the data, whose words 1...4
    /// are those received; 0 if they are not.
    ///
    /// A parity word of other data counts until it is replaced, or until the receiver has received enough words of these data
    /// for the first time since: a parity word of the data before them may be the last one that arrived, and its two bits
    /// of the issue of data (IODnav) may be the same.
    private func reservedBits(ofParity words: EphemerisWords) -> UInt64 {
        let own = ephemeris.prefix(4).compactMap { $0 }
        var possible = own.reduce(ParityWords.anyReservedBits) { $0 & $1.reservedBits }
        var (right, wrong) = (own.map(\.since), [Int]())
        for (index, reception) in parity.enumerated() {
            guard let reception else { continue }
            let reservedBits = words.parity.reservedBits(with: reception.word, type: 17 + index)
            if reservedBits == 0 {
                wrong.append(reception.last)
            } else {
                right.append(reception.since)
                possible &= reservedBits
            }
        }
        return wrong.allSatisfy { last in right.count { $0 > last } >= Self.sufficientWords } ? possible : 0
    }
}
