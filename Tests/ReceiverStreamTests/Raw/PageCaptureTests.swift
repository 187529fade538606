// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@Suite struct PageCaptureTests {
    @Test(
        .enabled(if: !PageCapture.names("ubx").isEmpty, "GNSS_TEST_DATA holds no recordings of pages in UBX"),
        arguments: PageCapture.names("ubx"))
    func `pages of a u-blox are as many as an independent decoder counts, at its times`(name: String) throws {
        try check(try #require(try PageCapture(name, kind: "ubx")))
    }

    @Test(
        .enabled(if: !PageCapture.names("ubx").isEmpty, "GNSS_TEST_DATA holds no recordings of pages in UBX"),
        arguments: PageCapture.names("ubx"))
    func `pages of a u-blox are those that a plain reading of the bytes finds, each once`(name: String) throws {
        let capture = try #require(try PageCapture(name, kind: "ubx"))
        let plain = PlainPage.all(in: capture.bytes)
        let ours = pages(of: capture.bytes).filter { $0.message == .inav }
        #expect(ours.count == plain.count)
        for (page, expected) in zip(ours, plain) {
            #expect(page.bytes == expected.bytes)
            #expect(Int(page.satellite.number) == expected.satellite)
            #expect(page.satellite.constellation == .galileo)
            // The rule for receivers that state Galileo time each second.
            if let tow = expected.tow { #expect(page.time?.tow == tow, "\(page)") }
        }
    }

    @Test(
        .enabled(if: !PageCapture.names("sbf").isEmpty, "GNSS_TEST_DATA holds no recordings of pages in SBF"),
        arguments: PageCapture.names("sbf"))
    func `pages of a Septentrio are as many as an independent decoder counts, at its times`(name: String) throws {
        try check(try #require(try PageCapture(name, kind: "sbf")))
    }

    private func check(_ capture: PageCapture) throws {
        let found = pages(of: capture.bytes)
        let inav = found.filter { $0.message == .inav }
        let expected = capture.expected
        #expect(inav.count == expected.pages)
        #expect(inav.count { $0.signal == .galileoE1B } == expected.pagesByBand["E1B"] ?? 0)
        #expect(inav.count { $0.signal == .galileoE5bI } == expected.pagesByBand["E5B"] ?? 0)
        #expect(inav.count { $0.check == .failed } == expected.pagesCrcBad)
        #expect(inav.allSatisfy { $0.check != .notChecked && $0.bitCount == 240 && $0.bytes.count == 30 })
        let times = inav.compactMap(\.time)
        #expect(times.count == inav.count)
        #expect(times.min() == GST(week: expected.firstPageGst[0], tow: expected.firstPageGst[1]))
        #expect(times.max() == GST(week: expected.lastPageGst[0], tow: expected.lastPageGst[1]))
        #expect(Set(inav.map { Int($0.satellite.number) }).sorted() == expected.svids)
        #expect(subframes(of: inav, like: capture.subframes) == capture.subframes)
    }

    /// For each subframe of E1 B: its start, the satellites with all 15 pages, those with fewer. Pages with a wrong check
    /// do not count, nor do those whose field of OSNMA is empty.
    private func subframes(of pages: [NavigationPage], like expected: [[Int]]) -> [[Int]] {
        var counts: [Int: [SatelliteID: Set<Int>]] = [:]
        for page in pages where page.signal == .galileoE1B && page.check == .passed && page.bearsOSNMA {
            guard let time = page.time else { continue }
            counts[time.tow - time.tow % 30, default: [:]][page.satellite, default: []].insert(time.tow)
        }
        return expected.map { row in
            let satellites = counts[row[0]] ?? [:]
            let whole = satellites.values.count { $0.count == 15 }
            return [row[0], whole, satellites.count - whole]
        }
    }
}

extension NavigationPage {
    /// Whether one of the bits 138..<178 is set.
    fileprivate var bearsOSNMA: Bool {
        bytes[17] & 0x3F != 0 || bytes[18...21].contains { $0 != 0 } || bytes[22] & 0xC0 != 0
    }
}

/// A page as it stands in a file of UBX, read without any of the program's parts.
private struct PlainPage {
    var satellite: Int
    var bytes: [UInt8]
    /// Second of the week at which it began, where Galileo time had been stated.
    var tow: Int?

    /// All pages of I/NAV.
    static func all(in file: [UInt8]) -> [PlainPage] {
        var pages: [PlainPage] = []
        var tow: Int?
        var i = 0
        while i + 8 <= file.count {
            let end = i + 6 + Int(file[i + 4]) + Int(file[i + 5]) * 256
            guard file[i] == 0xB5, file[i + 1] == 0x62, end + 2 <= file.count,
                sum(file[i + 2..<end]) == [file[end], file[end + 1]]
            else {
                i += 1
                continue
            }
            let payload = Array(file[i + 6..<end])
            if file[i + 2] == 0x01, file[i + 3] == 0x25 { tow = number(payload, 4) }
            if file[i + 2] == 0x02, file[i + 3] == 0x13, let page = PlainPage(payload, tow) { pages.append(page) }
            i = end + 2
        }
        return pages
    }

    private init?(_ payload: [UInt8], _ lastTow: Int?) {
        guard payload[0] == 2, [1, 5].contains(payload[2]), payload[4] >= 8 else { return nil }
        satellite = Int(payload[1])
        let text = (0..<8).map { word in
            let digits = String(number(payload, 8 + 4 * word), radix: 2)
            return String(repeating: "0", count: 32 - digits.count) + digits
        }.joined()
        let bits = text.prefix(120) + text.dropFirst(128).prefix(120)
        bytes = stride(from: 0, to: 240, by: 8).compactMap { UInt8(bits.dropFirst($0).prefix(8), radix: 2) }
        if let lastTow, payload[2] == 1 { tow = (lastTow + 604_800 - (lastTow % 2 == 1 ? 2 : 3)) % 604_800 }
    }

    private static func sum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (a, b) = (0, 0)
        for byte in bytes { (a, b) = ((a + Int(byte)) % 256, (b + a + Int(byte)) % 256) }
        return [UInt8(a), UInt8(b)]
    }
}

private func number(_ payload: [UInt8], _ offset: Int) -> Int {
    (0..<4).reduce(0) { $0 + Int(payload[offset + $1]) << (8 * $1) }
}
