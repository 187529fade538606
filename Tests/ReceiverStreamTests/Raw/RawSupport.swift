// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Wire

/// A frame of UBX.
func ubx(_ messageClass: UInt8, _ id: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let body = [messageClass, id, UInt8(payload.count & 0xFF), UInt8(payload.count >> 8)] + payload
    let sum = FletcherChecksum.of(body.span, in: 0..<body.count)
    return [0xB5, 0x62] + body + [sum.a, sum.b]
}

/// A number, its lowest byte first.
func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
}

/// UBX-NAV-TIMEGAL.
func timeGalileo(week: Int, tow: Int, valid: UInt8 = 7, nanoseconds: Int32 = 0) -> [UInt8] {
    ubx(
        0x01, 0x25,
        little(UInt32(tow * 1000)) + little(UInt32(tow)) + little(nanoseconds) + little(Int16(week)) + [18, valid]
            + little(UInt32(20)))
}

/// UBX-NAV-TIMEGPS.
func timeGPS(week: Int, milliseconds: Int) -> [UInt8] {
    ubx(
        0x01, 0x20,
        little(UInt32(milliseconds)) + little(Int32(0)) + little(Int16(week)) + [18, 7] + little(UInt32(20)))
}

/// UBX-RXM-SFRBX.
func subframe(
    _ system: UInt8, _ satellite: UInt8, _ signal: UInt8, _ words: [UInt32], version: UInt8 = 2, frequency: UInt8 = 0
) -> [UInt8] {
    let head = [system, satellite, signal, frequency, UInt8(words.count), 0, version, 0]
    return ubx(0x02, 0x13, head + words.flatMap { little($0) })
}

/// Bits in the order they are sent, from numbers and their widths.
struct Bits {
    private(set) var text = ""

    mutating func add(_ value: Int, _ width: Int) {
        let digits = String(value, radix: 2)
        text += String(repeating: "0", count: width - digits.count) + digits
    }

    /// In bytes, the last one filled up with zeros.
    var bytes: [UInt8] {
        let padded = text + String(repeating: "0", count: (8 - text.count % 8) % 8)
        return stride(from: 0, to: padded.count, by: 8).compactMap {
            UInt8(padded.dropFirst($0).prefix(8), radix: 2)
        }
    }
}

/// A page of I/NAV, its check right.
///
/// - Parameters:
///   - word: 128 bits as numbers and widths.
func inavPage(_ word: [(Int, Int)]) -> [UInt8] {
    var bits = Bits()
    for (value, width) in word { bits.add(value, width) }
    let text = bits.text
    // Bit by bit over what is checked: the even part without its tail, the odd part up to the check.
    let checked = "00" + text.prefix(112) + "10" + text.suffix(16) + String(repeating: "0", count: 64)
    var check = 0
    for bit in checked {
        let isSet = (check >> 23 & 1 == 1) != (bit == "1")
        check = check << 1 & 0xFF_FFFF
        if isSet { check ^= 0x86_4CFB }
    }
    var end = Bits()
    end.add(check, 24)
    var page = Bits()
    for bit in checked.prefix(114) + "000000" + checked.suffix(82) + end.text + "00000000000000" {
        page.add(bit == "1" ? 1 : 0, 1)
    }
    return page.bytes
}

/// UBX-RXM-SFRBX of a page of I/NAV.
func inavSubframe(_ satellite: UInt8, _ page: [UInt8], signal: UInt8 = 1, hasNinthWord: Bool = false) -> [UInt8] {
    func word(_ bytes: some Collection<UInt8>) -> UInt32 {
        let all = Array(bytes) + [0, 0, 0]
        return all.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
    let (even, odd) = (page.prefix(15), page.suffix(15))
    var words: [UInt32] = []
    for part in [even, odd] {
        for start in stride(from: 0, to: 16, by: 4) { words.append(word(part.dropFirst(start).prefix(4))) }
    }
    return subframe(2, satellite, signal, words + (hasNinthWord ? [0x1234_5678] : []))
}

/// Word 5 of I/NAV, which says when its page begins.
func wordFive(week: Int, tow: Int) -> [(Int, Int)] { [(5, 6), (0x155, 67), (week % 4096, 12), (tow, 20), (0, 23)] }

/// Word 2, which says nothing of time; the number makes it another one.
func wordTwo(_ number: Int) -> [(Int, Int)] { [(2, 6), (7, 10), (number, 56), (number, 56)] }
