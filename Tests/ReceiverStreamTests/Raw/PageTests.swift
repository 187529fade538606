// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@Suite struct PageTests {
    @Test func `a page of I/NAV has 240 bits as sent, with the time of the epoch before it`() throws {
        let bytes = inavPage(wordTwo(0xABCDEF))
        let stream = timeGalileo(week: 1401, tow: 86_403) + inavSubframe(24, bytes)
        let found = pages(of: stream)
        let page = try #require(found.first)
        #expect(found.count == 1)
        #expect(page.satellite == SatelliteID(.galileo, 24))
        #expect(page.signal == .galileoE1B)
        #expect(page.message == .inav)
        #expect(page.bytes == bytes)
        #expect(page.bitCount == 240)
        #expect(page.check == .passed)
        #expect(page.time == GST(week: 1401, tow: 86_401))
        #expect(page.timeOrigin == .galileoTime)
        #expect(page.sources == ["RXM-SFRBX"])
    }

    @Test func `a ninth word means nothing`() {
        let bytes = inavPage(wordTwo(77))
        #expect(pages(of: inavSubframe(24, bytes, hasNinthWord: true)).map(\.bytes) == [bytes])
    }

    @Test func `each bit under the check that is wrong is found, others do not matter`() {
        let bytes = inavPage(wordTwo(99))
        for bit in 0..<240 {
            var damaged = bytes
            damaged[bit / 8] ^= 0x80 >> UInt8(bit % 8)
            let check = pages(of: inavSubframe(3, damaged)).first?.check
            let isChecked = !(114..<120).contains(bit) && bit < 226
            #expect(check == (isChecked ? .failed : .passed), "bit \(bit)")
        }
    }

    @Test func `pages of E5b begin at even seconds`() {
        let page = inavPage(wordTwo(1))
        for (tow, start) in [(86_402, 86_400), (86_403, 86_400), (86_404, 86_402)] {
            let found = pages(of: timeGalileo(week: 1401, tow: tow) + inavSubframe(5, page, signal: 5))
            #expect(found.first?.time == GST(week: 1401, tow: start))
            #expect(found.first?.signal == .galileoE5bI)
        }
    }

    @Test func `version 1 names no signal: it is E1 B`() {
        let page = inavSubframe(11, inavPage(wordTwo(1)))
        var payload = Array(page[6..<page.count - 2])
        (payload[2], payload[6]) = (9, 1)
        #expect(pages(of: ubx(0x02, 0x13, payload)).first?.signal == .galileoE1B)
    }

    @Test func `other messages keep their bits, a word of 30 bits behind the other`() {
        let words = (0..<10).map { UInt32($0) * 0x0123_4567 & 0x3FFF_FFFF }
        var bits = Bits()
        for word in words { bits.add(Int(word), 30) }
        let gps = pages(of: subframe(0, 5, 0, words))
        #expect(gps.first?.bytes == bits.bytes)
        #expect(gps.first?.bitCount == 300)
        #expect(gps.first?.message == .lnav)
        #expect(gps.first?.check == .failed)
        let beidou = pages(of: subframe(3, 60, 1, words))
        #expect(beidou.first?.bytes == bits.bytes)
        #expect(beidou.first?.message == .d2)
        #expect(beidou.first?.check == .notChecked)
        let glonass = pages(of: subframe(6, 3, 0, [0x8765_4321, 0x0FED_CBA9, 0xFFFF_FFFF, 0x0001_0002], frequency: 4))
        #expect(glonass.first?.bytes == [0x87, 0x65, 0x43, 0x21, 0x0F, 0xED, 0xCB, 0xA9, 0xFF, 0xFF, 0xF8])
        #expect(glonass.first?.bitCount == 85)
        #expect(glonass.first?.frequencyChannel == -3)
        let unknown = pages(of: subframe(7, 3, 0, [1, 2]))
        #expect(unknown.first?.bytes == [0, 0, 0, 1, 0, 0, 0, 2])
        #expect(unknown.first?.message == .unknown)
    }

    @Test func `a subframe of GPS whose parity is right passes`() {
        // TLM and HOW of a real satellite, then words that a table of the parity equations gave.
        var words: [UInt32] = []
        var last: UInt32 = 0
        for word in 0..<10 {
            let data = UInt32(word) &* 0x9E37_79B9 >> 8
            let coded = GPSParity.word(data, after: last)
            // As receivers do: turned upright with its parity and what stands before it.
            let isInverted = last & 1 == 1
            words.append(coded ^ (isInverted ? 0x3F : 0) | (last ^ (isInverted ? 3 : 0)) << 30)
            last = coded & 3
        }
        #expect(pages(of: subframe(0, 5, 0, words)).first?.check == .passed)
        for bit in 0..<30 {
            var damaged = words
            damaged[4] ^= 1 << UInt32(bit)
            #expect(pages(of: subframe(0, 5, 0, damaged)).first?.check == .failed)
        }
    }

    @Test func `satellites that there are not, and messages that are cut, give no page`() {
        let whole = inavSubframe(24, inavPage(wordTwo(1)))
        let payload = Array(whole[6..<whole.count - 2])
        for length in 0..<payload.count { #expect(pages(of: ubx(0x02, 0x13, Array(payload.prefix(length)))).isEmpty) }
        #expect(pages(of: inavSubframe(37, inavPage(wordTwo(1)))).isEmpty)
        #expect(pages(of: subframe(2, 1, 1, [])).isEmpty)
    }
}

/// The parity of GPS by the equations of IS-GPS-200, table 20-XIV, as they stand there.
private enum GPSParity {
    private static let equations: [(first: Int, bits: [Int])] = [
        (29, [1, 2, 3, 5, 6, 10, 11, 12, 13, 14, 17, 18, 20, 23]),
        (30, [2, 3, 4, 6, 7, 11, 12, 13, 14, 15, 18, 19, 21, 24]),
        (29, [1, 3, 4, 5, 7, 8, 12, 13, 14, 15, 16, 19, 20, 22]),
        (30, [2, 4, 5, 6, 8, 9, 13, 14, 15, 16, 17, 20, 21, 23]),
        (30, [1, 3, 5, 6, 7, 9, 10, 14, 15, 16, 17, 18, 21, 22, 24]),
        (29, [3, 5, 6, 8, 9, 10, 11, 13, 15, 19, 22, 23, 24]),
    ]

    /// 24 bits of data, upright, with their parity.
    static func word(_ data: UInt32, after last: UInt32) -> UInt32 {
        var word = data & 0xFF_FFFF
        for (first, bits) in equations {
            var parity = first == 29 ? last >> 1 : last & 1
            for bit in bits { parity ^= data >> UInt32(24 - bit) & 1 }
            word = word << 1 | parity & 1
        }
        return word
    }
}
