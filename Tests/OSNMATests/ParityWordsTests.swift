// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OSNMA

/// The words 17...20 that belong to authenticated data.
@Suite struct ParityWordsTests {
    private static func parity(_ words: ArraySlice<Word>) throws -> ParityWords {
        let content = NavigationDataContent(
            satellite: 20, group: .ephemeris, words: Array(words) + [Word(high: 5 << 58, low: 0)])
        return try #require(ParityWords(NavigationData<Unverified>(content)))
    }

    private static func bits(_ word: Word) -> UInt128 { UInt128(word.high) << 64 | UInt128(word.low) }

    @Test func `the words of one code word belong together, whatever their reserved bits are`() throws {
        let words = ReedSolomonTests.words
        let parity = try Self.parity(words[0..<4])
        let possible = (17...20).map { parity.reservedBits(with: Self.bits(words[$0 - 13]), type: $0) }
        // The reserved bits are known from words 1, 2 and 4: 3, 1 and 1.
        #expect(possible == Array(repeating: 1 << 0b010111, count: 4))
        let own = (1...4).map { ParityWords.reservedBits(in: Self.bits(words[$0 - 1]), type: $0) }
        #expect(own.reduce(ParityWords.anyReservedBits, &) == 1 << 0b010111)
        #expect(own[2] == ParityWords.anyReservedBits)
    }

    @Test("another bit or issue of data makes it the parity of other data", arguments: 0..<128)
    func differs(_ bit: Int) throws {
        let words = ReedSolomonTests.words
        let parity = try Self.parity(words[0..<4])
        for type in 17...20 {
            let other = Self.bits(words[type - 13]) ^ (UInt128(1) << UInt128(bit))
            #expect(parity.reservedBits(with: other, type: type) == 0)
        }
        #expect(parity.reservedBits(with: Self.bits(words[4]), type: 18) == 0)
        #expect(parity.reservedBits(with: Self.bits(words[0]), type: 1) == 0)
    }

    @Test func `timing data have no parity`() {
        let content = NavigationDataContent(satellite: 20, group: .timing, words: [Word(), Word()])
        #expect(ParityWords(NavigationData<Unverified>(content)) == nil)
    }
}
