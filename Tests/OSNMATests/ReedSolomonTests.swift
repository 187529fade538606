// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OSNMA

@Suite struct ReedSolomonTests {
    /// The words of one code word, types 1...4 and 17...20.
    static let words: [Word] = [
        Word(high: 0x0468_3843_00f9_d510, low: 0x0028_3cd2_a813_4a1f),
        Word(high: 0x0868_0900_a197_2724, low: 0x4c7f_9432_1021_f501),
        Word(high: 0x0c68_ffc0_1025_a3f3, low: 0xff0e_4c18_52f0_776b),
        Word(high: 0x1068_1400_7c00_0ce1, low: 0x009a_5d85_a000_fe01),
        Word(high: 0x46c8_82c3_d915_7504, low: 0x8e05_eb3a_0e8a_3eb5),
        Word(high: 0x4b4c_2dae_dfd3_0517, low: 0xef41_a79b_281f_5e4a),
        Word(high: 0x4f6c_eb3c_c733_4fb2, low: 0x7753_ce6b_5974_e501),
        Word(high: 0x518c_37d3_7a45_f64e, low: 0x1767_deff_5de8_1321),
    ]

    @Test(
        "any four words give the missing ones",
        arguments: [[0, 1, 4, 5], [0, 4, 5, 6], [4, 5, 6, 7], [7, 3, 2, 5], [0, 1, 2, 7], [3, 6, 1, 4]])
    func recovers(_ present: [Int]) {
        var recovery = WordRecovery()
        var recovered: [Word] = []
        for (index, place) in present.enumerated() {
            recovered += recovery.insert(Self.words[place], start: 1000 + 2 * index, Arrival(trust: .all, margin: 0))
        }
        let missing = Set(Self.words[0..<4].enumerated().filter { !present.contains($0.offset) }.map(\.element))
        #expect(Set(recovered) == missing)
        #expect(!missing.isEmpty)
    }

    @Test func `a wrong bit in one of four words is noticed`() {
        var wrong = Self.words[5]
        wrong.low ^= 1
        var recovery = WordRecovery()
        var recovered: [Word] = []
        for word in [Self.words[0], Self.words[1], Self.words[4], wrong] {
            recovered += recovery.insert(word, start: 1, Arrival(trust: .all, margin: 0))
        }
        #expect(recovered.isEmpty)
    }

    @Test func `words of another issue begin anew`() {
        var other = Self.words[0]
        other.high ^= 1 << 50
        var recovery = WordRecovery()
        for word in [Self.words[1], Self.words[4], Self.words[5]] {
            #expect(recovery.insert(word, start: 1, Arrival(trust: .all, margin: 0)).isEmpty)
        }
        #expect(recovery.insert(other, start: 1, Arrival(trust: .all, margin: 0)).isEmpty)
        #expect(recovery.insert(Self.words[6], start: 1, Arrival(trust: .all, margin: 0)).isEmpty)
    }
}
