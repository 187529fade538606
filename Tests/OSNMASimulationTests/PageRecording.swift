// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Wire

@testable import OSNMASimulation

/// Encodes pages in the formats of receivers and test vectors.
enum PageRecording {
    /// UBX-RXM-SFRBX of a page on E1-B (version 2, eight words).
    ///
    /// - Parameters:
    ///   - page: 30 bytes; missing ones count as 0.
    ///   - satellite: SVID, 1...36.
    static func ubx(_ page: [UInt8], satellite: Int) -> [UInt8] {
        var payload: [UInt8] = [2, UInt8(truncatingIfNeeded: satellite), 1, 0, 8, 0, 2, 0]
        let page = page.prefix(30) + [UInt8](repeating: 0, count: max(0, 30 - page.count))
        // Each part ends with an unused byte; words are little-endian.
        let padded = page.prefix(15) + [0] + page.dropFirst(15) + [0]
        let bytes = Array(padded)
        for word in 0..<8 { payload += bytes[4 * word..<4 * word + 4].reversed() }
        return frame(0x02, 0x13, payload)
    }

    /// UBX-NAV-TIMEGAL: the time of the epoch, which precedes the pages received up to then.
    ///
    /// - Parameters:
    ///   - time: The instant.
    ///   - leapSeconds: GST minus UTC in seconds.
    static func ubxTime(_ time: GST, leapSeconds: Int = LeapSeconds.announced.latest) -> [UInt8] {
        var payload = little(UInt32(time.tow * 1000)) + little(UInt32(time.tow)) + little(UInt32(0))
        payload += little(UInt16(truncatingIfNeeded: time.week))
        payload += [UInt8(truncatingIfNeeded: leapSeconds), 0x07] + little(UInt32(10))
        return frame(0x01, 0x25, payload)
    }

    /// SBF GALRawINAV (4023) of a page on E1-B.
    ///
    /// - Parameters:
    ///   - page: 30 bytes; missing ones count as 0.
    ///   - satellite: SVID, 1...36.
    ///   - start: The time of transmission of the page's first bit.
    static func sbf(_ page: [UInt8], satellite: Int, start: GST) -> [UInt8] {
        let end = start.advanced(by: 2) ?? start
        var writer = BitWriter(reserving: 32)
        writer.append(page.prefix(15), bits: 114)
        writer.append(page.dropFirst(15).prefix(15))
        writer.fill(to: 256)
        var body = little(UInt32(end.tow * 1000)) + little(UInt16(truncatingIfNeeded: end.week + 1024))
        body += [UInt8(truncatingIfNeeded: satellite + 70), 1, 0, 17, 0, 0]
        for word in 0..<8 { body += writer.bytes[4 * word..<4 * word + 4].reversed() }
        let checked = little(UInt16(4023)) + little(UInt16(body.count + 8)) + body
        return [0x24, 0x40] + little(CRC16.of(checked.span, in: 0..<checked.count)) + checked
    }

    private static func frame(_ type: UInt8, _ id: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let checked = [type, id] + little(UInt16(payload.count)) + payload
        let check = FletcherChecksum.of(checked.span, in: 0..<checked.count)
        return [0xB5, 0x62] + checked + [check.a, check.b]
    }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
    }
}

/// The format of the official test vectors (annex B of the OSNMA receiver guidelines): one line per satellite.
struct TestVector {
    private let begin: GST
    private var lines: [Int: String] = [:]

    /// Creates an empty vector.
    ///
    /// - Parameter begin: The start of its first page.
    init(begin: GST) { self.begin = begin }

    /// Appends the next page of a satellite.
    mutating func append(_ page: [UInt8], satellite: Int) {
        lines[satellite, default: ""] += Hexadecimal.upperText(page)
    }

    /// The file name, which contains the start time: `16_AUG_2023_GST_05_00_01.csv`.
    var name: String {
        let months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
        let seconds = begin.secondsSinceEpoch
        let date = CivilDate(daysSince1970: GST.firstDay.daysSince1970 + seconds / 86_400).components
        let clock = [seconds % 86_400 / 3600, seconds / 60 % 60, seconds % 60].map { Self.two($0) }
        return "\(Self.two(date.day))_\(months[date.month - 1])_\(date.year)_GST_\(clock.joined(separator: "_")).csv"
    }

    var text: String {
        var text = "SVID,NumNavBits,NavBitsHEX\n"
        for (satellite, digits) in lines.sorted(by: { $0.key < $1.key }) {
            text += "\(Self.two(satellite)),\(4 * digits.utf8.count),\(digits)\n"
        }
        return text
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
