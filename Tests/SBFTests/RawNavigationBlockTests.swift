// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import SBF
import Testing
import Wire

@Suite struct RawNavigationBlockTests {
    /// A block with header and check.
    private func block(
        _ number: UInt16, _ satellite: UInt8, source: UInt8, tow: UInt32 = 86_403_000, week: UInt16 = 2425,
        isPassed: Bool = true, frequency: UInt8 = 0, words: [UInt32]
    ) -> [UInt8] {
        var body = little(number) + little(UInt16(20 + 4 * words.count)) + little(tow) + little(week)
        body += [satellite, isPassed ? 1 : 0, 0, source, frequency, 3] + words.flatMap { little($0) }
        return [0x24, 0x40] + little(CRC16.of(body.span, in: 0..<body.count)) + body
    }

    private func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private func read(_ bytes: [UInt8]) -> RawNavigationBlock? {
        let candidate = SBFFrame.candidate(bytes.span)
        #expect(candidate == .frame(count: bytes.count))
        return RawNavigationBlock(bytes.span)
    }

    @Test func `a page of I/NAV gets the tail back that was left out`() throws {
        // All ones: only the tail is zero.
        let raw = try #require(read(block(4023, 95, source: 17, words: [UInt32](repeating: .max, count: 8))))
        let page = try #require(raw.page)
        #expect(page.satellite == SatelliteID(.galileo, 25))
        #expect(page.signal == .galileoE1B)
        #expect(page.bitCount == 240)
        let bits = (0..<240).map { page.bytes[$0 / 8] >> UInt8(7 - $0 % 8) & 1 }
        #expect(bits.indices.filter { bits[$0] == 0 } == Array(114..<120))
        #expect(page.sources == ["GALRawINAV"])
        #expect(raw.start == GST(week: 1401, tow: 86_401))
        #expect(raw.isPassed)
    }

    @Test func `the odd part begins behind the even one`() throws {
        // Bit 114 is the first of the odd part, in the fourth word.
        var words = [UInt32](repeating: 0, count: 8)
        words[3] = 1 << UInt32(31 - (114 - 96))
        let page = try #require(read(block(4023, 71, source: 21, words: words))?.page)
        #expect(page.signal == .galileoE5bI)
        #expect(page.bytes.enumerated().filter { $0.element != 0 }.map(\.offset) == [15])
        #expect(page.bytes[15] == 0x80)
    }

    @Test func `a page of two signals is of neither`() throws {
        let words = [UInt32](repeating: 0, count: 8)
        let raw = try #require(read(block(4023, 71, source: 17 | 32, words: words)))
        #expect(raw.isCombined)
        #expect(raw.page?.signal == .galileoMixed)
    }

    @Test func `words of GPS have 30 bits each`() throws {
        var words = [UInt32](repeating: 0, count: 10)
        words[0] = 0x8B << 22
        words[1] = 1
        let page = try #require(read(block(4017, 5, source: 0, words: words))?.page)
        #expect(page.message == .lnav)
        #expect(page.signal == .gpsL1CA)
        #expect(page.bitCount == 300)
        #expect(page.bytes.count == 38)
        #expect(page.bytes[0] == 0x8B)
        #expect(page.bytes[59 / 8] == 0x80 >> UInt8(59 % 8))
    }

    @Test func `a string of GLONASS names its channel, time that is not known gives none`() throws {
        let bytes = block(
            4026, 40, source: 8, tow: .max, isPassed: false, frequency: 5, words: [0xFFFF_FFFF, 0, 0xFFFF_FFFF])
        let raw = try #require(read(bytes))
        #expect(raw.start == nil)
        #expect(!raw.isPassed)
        let page = try #require(raw.page)
        #expect(page.satellite == SatelliteID(.glonass, 3))
        #expect(page.frequencyChannel == -3)
        #expect(page.bytes == [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xF8])
    }

    @Test func `a page over the end of a week began in the week before`() throws {
        let words = [UInt32](repeating: 0, count: 8)
        let raw = try #require(read(block(4023, 71, source: 17, tow: 1_000, week: 2426, words: words)))
        #expect(raw.start == GST(week: 1401, tow: 604_799))
    }

    @Test func `what is cut, and satellites that there are not, are nothing`() {
        let whole = block(4023, 95, source: 17, words: [UInt32](repeating: .max, count: 8))
        for length in 0..<whole.count {
            let block = RawNavigationBlock(whole.span.extracting(0..<length))
            #expect(block == nil)
        }
        for satellite in [0, 69, 107, 255] as [UInt8] {
            #expect(read(block(4023, satellite, source: 17, words: [UInt32](repeating: 0, count: 8))) == nil)
        }
        #expect(read(block(4007, 71, source: 17, words: [UInt32](repeating: 0, count: 20))) == nil)
    }

    @Test(
        arguments: [
            (1, "G01"), (38, "R01"), (62, "R255"), (63, "R25"), (71, "E01"), (106, "E36"), (120, "S120"), (141, "C01"),
            (180, "C40"), (181, "J01"), (191, "I01"), (198, "S141"), (216, "I08"), (223, "C41"), (245, "C63"),
        ] as [(UInt8, String)])
    func `satellites are numbered as the reference guide does`(number: UInt8, name: String) {
        #expect(SatelliteID(svid: number)?.description == name)
    }
}
