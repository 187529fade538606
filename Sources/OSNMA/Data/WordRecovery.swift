// SPDX-License-Identifier: Apache-2.0

/// Collects one satellite's word types 1...4 and 17...20, and recovers missing words of types 1...4 as soon as any
/// four words with the same issue of data have arrived.
struct WordRecovery: Sendable {
    /// Word types 1...4 followed by 17...20.
    private var words: [Word?] = Array(repeating: nil, count: 8)
    private var isRecovered = false
    private var last = 0
    /// What the trusted time said of the words: the weakest statement.
    private(set) var arrival = Arrival(trust: .all, margin: 0)

    /// The time in seconds without a word after which the collection restarts: parity words carry only two bits of
    /// the issue of data, which are then no longer conclusive.
    private static let expiry = 1800

    /// Adds a word.
    ///
    /// - Returns: The missing words of types 1...4 that could be recovered now; `arrival` applies to them.
    mutating func insert(_ word: Word, start: Int, _ arrival: Arrival) -> [Word] {
        guard let place = Self.place(word.type) else { return [] }
        if abs(start &- last) > Self.expiry || !agrees(word, place) { clear() }
        last = start
        self.arrival = self.arrival.and(arrival)
        words[place] = word
        let present = words.count { $0 != nil }
        guard !isRecovered, present >= 4, words[0..<4].contains(where: { $0 == nil }) else { return [] }
        isRecovered = true
        return recover()
    }

    private mutating func clear() {
        for index in words.indices { words[index] = nil }
        isRecovered = false
        arrival = Arrival(trust: .all, margin: 0)
    }

    private static func place(_ type: UInt8) -> Int? {
        switch type {
        case 1...4: Int(type) - 1
        case 17...20: Int(type) - 13
        default: nil
        }
    }

    /// Returns true if the word may belong to the same code word as the words collected so far.
    private func agrees(_ word: Word, _ place: Int) -> Bool {
        if let other = words[place], other != word { return false }
        let (other, parity) = (first(of: 0..<4), first(of: 4..<8))
        if place < 4 {
            if let other, other.iodnav != word.iodnav { return false }
            return parity.map { $0.iodnavLowBits == word.iodnav & 3 } ?? true
        }
        if let other, other.iodnav & 3 != word.iodnavLowBits { return false }
        return parity.map { $0.iodnavLowBits == word.iodnavLowBits } ?? true
    }

    /// The first word that is present in a range.
    private func first(of range: Range<Int>) -> Word? {
        for index in range { if let word = words[index] { return word } }
        return nil
    }

    private func recover() -> [Word] {
        var code = [UInt8](repeating: 0, count: ReedSolomonCode.length)
        var erasures: [Int] = []
        let iodnav = words[0..<4].compactMap { $0?.iodnav }.first
        for (index, word) in words.enumerated() {
            // For word 1, the code covers two more octets: its type and the issue of data.
            let places = index < 4 ? 62 + 14 * index..<76 + 14 * index : 15 * (index - 4)..<15 * (index - 3)
            guard let word else {
                erasures.append(contentsOf: places)
                continue
            }
            for (octet, place) in places.enumerated() {
                let start = index < 4 ? 16 + 8 * octet : (octet == 0 ? 6 : 8 + 8 * octet)
                code[place] = UInt8(truncatingIfNeeded: word.bits(at: start, width: 8))
            }
        }
        let low = iodnav.map { $0 & 3 } ?? words[4...].compactMap { $0?.iodnavLowBits }.first ?? 0
        code[60] = 1 << 2 | UInt8(low)
        if let iodnav { code[61] = UInt8(iodnav >> 2) } else { erasures.append(61) }
        guard let whole = ReedSolomonCode.recovered(code, erasures: erasures) else { return [] }
        return (0..<4).compactMap { words[$0] == nil ? Self.word($0, of: whole) : nil }
    }

    /// Extracts a word of types 1...4 from a code word.
    private static func word(_ index: Int, of code: [UInt8]) -> Word {
        let iodnav = UInt64(code[61]) << 2 | UInt64(code[60] & 3)
        var word = Word(high: UInt64(index + 1) << 58 | iodnav << 48, low: 0)
        for octet in 0..<14 {
            let value = UInt64(code[62 + 14 * index + octet])
            let start = 16 + 8 * octet
            if start < 64 { word.high |= value << UInt64(56 - start) } else { word.low |= value << UInt64(120 - start) }
        }
        return word
    }
}
