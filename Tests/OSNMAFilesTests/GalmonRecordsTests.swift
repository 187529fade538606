// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing
import Wire

@testable import OSNMA
@testable import OSNMAFiles

/// Records of the Galmon network, whose fields are optional.
struct GalmonRecordsTests {
    /// A field with a length.
    private func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        [number << 3 | 2, UInt8(content.count)] + content
    }

    private func number(_ number: UInt8, _ value: Int) -> [UInt8] {
        var (bytes, rest) = ([number << 3], value)
        while rest > 127 {
            bytes.append(UInt8(rest & 0x7F | 0x80))
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    /// A record of a page of E11 whose word counts up.
    private func record(osnma: [UInt8]?, check: [UInt8]?) -> [UInt8] {
        var page = number(1, 1251) + number(2, 277_201) + number(3, 2) + number(4, 11)
        page += field(5, (0..<16).map { UInt8($0) }) + number(6, 1)
        if let osnma { page += field(7, osnma) }
        page += field(9, [0xAA, 0xAA, 0xAA])
        if let check { page += field(11, check) }
        let message = field(5, page)
        return GalmonRecords.magic + [0, UInt8(message.count)] + message
    }

    private func pages(_ bytes: [UInt8]) throws -> [RecordedPage] { try PageFile(bytes, name: "a").pages }

    @Test func `a record without the optional CRC is a page whose CRC is right`() throws {
        let page = try #require(pages(record(osnma: [1, 2, 3, 4, 5], check: nil)).first)
        #expect(page.satellite.description == "E11" && page.start == GST(week: 1251, tow: 277_201))
        let read = try INAVPage(satellite: page.satellite, band: .e1b, start: page.start, bits: page.bits.span)
        #expect(read.osnma == 0x01_0203_0405)
    }

    @Test func `a CRC that is given is the one that counts`() throws {
        let wrong = try #require(pages(record(osnma: nil, check: [1, 2, 3])).first)
        #expect(throws: PageError.checksum) {
            try INAVPage(satellite: wrong.satellite, band: .e1b, start: wrong.start, bits: wrong.bits.span)
        }
        let without = try #require(pages(record(osnma: nil, check: nil)).first)
        let check = CRC24Q.of(bits: without.bits.span, in: 0..<114, 120..<202) ?? 0
        let bytes = [UInt8(check >> 16 & 0xFF), UInt8(check >> 8 & 0xFF), UInt8(check & 0xFF)]
        #expect(try pages(record(osnma: nil, check: bytes)).map(\.bits) == [without.bits])
    }
}
