// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Wire

@testable import OSNMA

/// A sky of one chain whose data never change, quick to make: for long runs and for the fuzzer. It is made with the code
/// under test, so that it says nothing of whether that is right.
struct FastSky {
    /// The public parameters of the chain: SHA-256, HMAC, keys of 128 bits, tags of 40, table 34.
    let parameters: ChainParameters
    /// The first subframe whose key there is.
    let first: Int
    /// From subframe `first - 1` on, that of the root.
    private let keys: [TESLAKey<Verified>]

    private static let schedule: [UInt8] = [2, 4, 6, 7, 8, 0, 10, 16, 0, 0, 1, 3, 5, 0, 16]

    /// - Parameters:
    ///   - hour: the hour since the epoch of Galileo time at which the chain begins.
    ///   - subframes: so many keys there are.
    init?(hour: Int, subframes: Int) {
        guard
            let parameters = ChainParameters(
                chainID: 1, hash: 0, function: 0, keySize: 4, tagSize: 9, lookupTableID: 34, alpha: 0x1122_3344_5566)
        else { return nil }
        self.parameters = parameters
        first = hour * 120
        var key = TESLAKey<Unverified>(
            subframe: first + subframes - 1, value: KeyBytes([UInt8](repeating: 0x5C, count: 16))
        ).signed()
        var keys = [key]
        while key.subframe >= first {
            key = key.previous(parameters)
            keys.append(key)
        }
        self.keys = keys.reversed()
    }

    /// The root key, as a signature would prove it.
    var root: RootKey<Verified>? {
        guard let time = GST(secondsSinceEpoch: first * 30),
            let signer = TrustFingerprint([UInt8](repeating: 1, count: 32))
        else { return nil }
        return RootKey(
            parameters: parameters, applicability: time, header: NMAHeader(byte: 0x92), publicKeyID: 1,
            signer: signer, value: keys[0].value, message: [])
    }

    /// The key of a subframe; nil where there is none.
    func key(_ subframe: Int) -> TESLAKey<Verified>? {
        let index = subframe - first + 1
        return keys.indices.contains(index) ? keys[index] : nil
    }

    /// A word of a satellite. What is authenticated of it depends on the satellite alone.
    static func word(_ type: UInt8, _ satellite: UInt8, start: Int) -> Word {
        let time = UInt64(start % GST.secondsInWeek)
        var word = Word(high: UInt64(type) << 58, low: 0)
        switch type {
        case 1...4:
            word.high |= 77 << 48 | UInt64(type == 4 ? satellite : satellite ^ 9) << 42 | 0x1234_5678
            word.low = 0x0F0F_0F0F_0F0F_0F00 &* UInt64(satellite)
        case 5:
            word.high |= UInt64(satellite) << 20
            word.low = time << 23
        case 6:
            word.high |= UInt64(satellite) << 30
            word.low = time << 3
        case 10: word.low = UInt64(satellite)
        default: break
        }
        return word
    }

    /// The data of a satellite that tags are about.
    static func content(_ satellite: UInt8, _ group: DataGroup) -> NavigationDataContent {
        NavigationDataContent(
            satellite: satellite, group: group, words: group.wordTypes.map { word($0, satellite, start: 0) })
    }

    /// The MACK message of a satellite: a right tag of its own data in the first place and in those of ADKD 4 and 12,
    /// nothing in the others, MACSEQ and the key.
    func mack(_ subframe: Int, _ satellite: UInt8) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 60)
        for (index, rule) in parameters.lookupTable.rules(subframe: subframe).enumerated() {
            guard case .own(let number) = rule, let adkd = ADKD(rawValue: number) else { continue }
            let info = UInt16(satellite) << 8 | UInt16(number) << 4 | 15
            write(tag(subframe, satellite, adkd, index), info, into: &bytes, slot: index)
        }
        if let key = key(subframe + 1).flatMap({ TagAuthenticator(key: $0, function: .hmac) }) {
            var prefix = TagPrefix()
            prefix.append(satellite)
            prefix.append(subframe: subframe)
            for (index, rule) in parameters.lookupTable.rules(subframe: subframe).enumerated() where rule == .flexible {
                prefix.append(UInt16(bytes[index * 7 + 5]) << 8 | UInt16(bytes[index * 7 + 6]))
            }
            let none: InlineArray<1, UInt8> = [0]
            let sequence = UInt8(truncatingIfNeeded: prefix.code(key, none.span.extracting(0..<0)) >> 56)
            let rest = UInt8(truncatingIfNeeded: prefix.code(key, none.span.extracting(0..<0)) >> 48)
            bytes[5] = sequence
            bytes[6] = rest & 0xF0 | bytes[6] & 0x0F
        }
        let own = key(subframe)?.bytes ?? []
        for (index, byte) in own.enumerated() { bytes[42 + index] = byte }
        return bytes
    }

    private func tag(_ subframe: Int, _ satellite: UInt8, _ adkd: ADKD, _ index: Int) -> UInt64 {
        let tag = PendingTag(
            satellite: satellite, sender: satellite, adkd: adkd, cutOff: 15, counter: UInt8(index + 1),
            subframe: subframe, status: .operational, tag: 0, parameters: parameters, trust: .all)
        guard let key = key(tag.keySubframe).flatMap({ TagAuthenticator(key: $0, function: .hmac) }) else { return 0 }
        let message = Self.content(satellite, adkd.group).message
        return tag.code(key, message: message.span) >> 24
    }

    private func write(_ tag: UInt64, _ info: UInt16, into bytes: inout [UInt8], slot: Int) {
        for index in 0..<5 { bytes[slot * 7 + index] = UInt8(truncatingIfNeeded: tag >> UInt64(32 - 8 * index)) }
        bytes[slot * 7 + 5] = UInt8(truncatingIfNeeded: info >> 8)
        bytes[slot * 7 + 6] = UInt8(truncatingIfNeeded: info)
    }

    /// The OSNMA field of a page: the header 0x92, a block of nothing, and the MACK message's part.
    static func field(_ mack: [UInt8], page: Int, hkroot: UInt8? = nil) -> UInt64 {
        let first: UInt8 = page == 0 ? 0x92 : page == 1 ? 0x30 : 0
        return mack[(4 * page)..<(4 * page + 4)].reduce(UInt64(hkroot ?? first)) { $0 << 8 | UInt64($1) }
    }

    /// When a page of a subframe begins.
    static func start(_ subframe: Int, _ page: Int) -> Int { subframe * 30 + 1 + 2 * page }

    /// The type of the word of a page.
    static func type(_ page: Int) -> UInt8 { schedule[page] }

    /// The 240 bits of a page.
    static func bits(_ word: Word, field: UInt64) -> [UInt8] {
        var page = [UInt8](repeating: 0, count: 30)
        func put(_ value: UInt64, _ start: Int, _ width: Int) {
            for bit in 0..<width where value >> UInt64(width - 1 - bit) & 1 == 1 {
                page[(start + bit) >> 3] |= 0x80 >> UInt8((start + bit) & 7)
            }
        }
        put(word.high, 2, 64)
        put(word.low >> 16, 66, 48)
        put(1, 120, 1)
        put(word.low & 0xFFFF, 122, 16)
        put(field, 138, 40)
        return sealed(page)
    }

    /// The page with a right CRC.
    static func sealed(_ page: [UInt8]) -> [UInt8] {
        var page = page
        var protected = [UInt8](repeating: 0, count: 25)
        var position = 4
        func append(_ range: Range<Int>) {
            for bit in range {
                if page[bit >> 3] & 0x80 >> UInt8(bit & 7) != 0 {
                    protected[position >> 3] |= 0x80 >> UInt8(position & 7)
                }
                position += 1
            }
        }
        append(0..<114)
        append(120..<202)
        let crc = CRC24Q.of(protected.span, in: 0..<25)
        for bit in 0..<24 {
            let mask: UInt8 = 0x80 >> UInt8((202 + bit) & 7)
            if crc >> UInt32(23 - bit) & 1 == 1 {
                page[(202 + bit) >> 3] |= mask
            } else {
                page[(202 + bit) >> 3] &= ~mask
            }
        }
        return page
    }
}
