// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import GNSSTypes

@testable import OSNMA

/// A sky of satellites that send I/NAV with OSNMA, made after the interface document and not with the code under test.
struct Sky {
    /// A page as sent.
    struct Page {
        let satellite: Int
        var start: Int
        var bits: [UInt8]
        var subframe: Int { start / 30 }
        var index: Int { start % 30 / 2 }
    }

    var satellites = [2, 3, 5, 8, 11]
    /// Satellites that send words only, and whose data others authenticate.
    var silent = [36]
    /// The chain in force in a subframe.
    var chain: (Int) -> SkyChain
    var header: (Int) -> NMAHeader
    /// The number and the content of the DSM that is sent in a subframe.
    var message: (Int) -> (id: UInt8, bytes: [UInt8])
    /// The issue of the data in a subframe.
    var issue: (Int) -> Int = { _ in 77 }
    /// The subframe in which the issue was sent first.
    var since: (Int) -> Int = { _ in 0 }

    private static let schedule: [[Int]] = [
        [2, 4, 6, 7, 8, 0, 0, 16, 0, 0, 1, 3, 5, 0, 16], [2, 4, 6, 9, 10, 0, 0, 16, 0, 0, 1, 3, 5, 0, 16],
    ]

    /// All pages of some subframes, in order of time.
    func pages(_ subframes: Range<Int>) throws -> [Page] {
        var pages: [Page] = []
        for subframe in subframes {
            var fields: [Int: [[UInt8]]] = [:]
            for (index, satellite) in satellites.enumerated() {
                fields[satellite] = try osnma(subframe, satellite, index)
            }
            for page in 0..<15 {
                let start = subframe * 30 + 1 + 2 * page
                for satellite in satellites + silent {
                    let word = word(Self.schedule[subframe & 1][page], satellite, subframe, start: start)
                    let field = fields[satellite]?[page] ?? [UInt8](repeating: 0, count: 40)
                    pages.append(Page(satellite: satellite, start: start, bits: SkyBits.page(word: word, osnma: field)))
                }
            }
        }
        return pages
    }

    /// The 128 bits of a word.
    func word(_ type: Int, _ satellite: Int, _ subframe: Int, start: Int) -> [UInt8] {
        let issue = issue(subframe)
        var word = SkyBits()
        word.append(UInt64(type), 6)
        switch type {
        case 1, 2, 3, 4:
            word.append(UInt64(issue), 10)
            if type == 4 { word.append(UInt64(satellite), 6) }
            while word.bits.count < 128 { word.append(UInt64((satellite * 7 + issue * 3 + word.bits.count) & 0xF), 4) }
        case 5:
            word.append(UInt64(satellite * 31 + issue), 67)
            word.append(0, 12)
            word.append(UInt64(start % 604_800), 20)
        case 6:
            word.append(UInt64(issue * 1001), 64)
            while word.bits.count < 105 { word.append(0, 1) }
            word.append(UInt64(start % 604_800), 20)
        case 10: word.append(UInt64(satellite * 3 + issue), 64)
        default: break
        }
        while word.bits.count < 128 { word.append(0, 1) }
        return Array(word.bits[0..<128])
    }

    /// The bits that tags of a kind authenticate.
    private func data(_ adkd: Int, _ satellite: Int, _ subframe: Int) -> [UInt8] {
        let pieces: [(Int, Range<Int>)] =
            adkd == 4
            ? [(6, 6..<105), (10, 86..<128)] : [(1, 6..<126), (2, 6..<126), (3, 6..<128), (4, 6..<126), (5, 6..<73)]
        return pieces.flatMap { Array(word($0.0, satellite, subframe, start: 0)[$0.1]) }
    }

    /// The OSNMA fields of a satellite's fifteen pages.
    private func osnma(_ subframe: Int, _ satellite: Int, _ index: Int) throws -> [[UInt8]] {
        let message = message(subframe)
        let count = message.bytes.count / 13
        let block = (subframe * satellites.count + index) % max(count, 1)
        let hkroot =
            [header(subframe).byte, message.id << 4 | UInt8(block)]
            + message.bytes[(block * 13)..<(block * 13 + 13)]
        let mack = SkyBits(try mack(subframe, satellite, index)).bits
        return (0..<15).map { page in
            SkyBits([hkroot[page]]).bits + mack[(32 * page)..<(32 * page + 32)]
        }
    }

    private func mack(_ subframe: Int, _ satellite: Int, _ index: Int) throws -> [UInt8] {
        let chain = chain(subframe)
        let rules = MACLookupTable.table(chain.table)?.rules(subframe: subframe) ?? []
        var mack = SkyBits()
        var flexible = SkyBits()
        var tags: [[UInt8]] = []
        var infos: [[UInt8]] = []
        for (slot, rule) in rules.enumerated() {
            let others = (satellites + silent).filter { $0 != satellite }
            let other = others[(slot + subframe + index) % others.count]
            let (adkd, prnd): (Int, Int) =
                switch rule {
                case .own(let adkd): (Int(adkd), satellite)
                case .any(let adkd): (Int(adkd), other)
                case .flexible: (0, other)
                }
            let cutOff = min(15, subframe - since(subframe))
            let content =
                cutOff == 0 ? [UInt8](repeating: 0, count: adkd == 4 ? 141 : 549) : data(adkd, prnd, subframe - 1)
            var input = SkyBits()
            if slot > 0 { input.append(UInt64(prnd), 8) }
            input.append(UInt64(satellite), 8)
            input.append(SkyBits.gst(subframe), 32)
            input.append(UInt64(slot + 1), 8)
            input.append(UInt64(header(subframe).byte >> 6), 2)
            input.append(content)
            tags.append(Array(try code(input.bytes, keyOf: subframe + (adkd == 12 ? 11 : 1)).prefix(chain.tagBits)))
            var info = SkyBits()
            info.append(UInt64(prnd), 8)
            info.append(UInt64(adkd), 4)
            info.append(UInt64(cutOff), 4)
            infos.append(info.bits)
            if rule == .flexible { flexible.append(info.bits) }
        }
        var input = SkyBits()
        input.append(UInt64(satellite), 8)
        input.append(SkyBits.gst(subframe), 32)
        input.append(flexible.bits)
        infos[0].replaceSubrange(0..<12, with: try code(input.bytes, keyOf: subframe + 1).prefix(12))
        for (tag, info) in zip(tags, infos) {
            mack.append(tag)
            mack.append(info)
        }
        mack.append(SkyBits(chain.key(subframe)).bits)
        while mack.bits.count < 480 { mack.append(0, 1) }
        return mack.bytes
    }

    private func code(_ input: [UInt8], keyOf subframe: Int) throws -> [UInt8] {
        let chain = chain(subframe)
        let key = SymmetricKey(data: chain.key(subframe))
        guard chain.function == 1 else {
            return SkyBits(Array(HMAC<SHA256>.authenticationCode(for: input, using: key))).bits
        }
        var cmac = try AES.CMAC(key: key)
        input.withUnsafeBytes { cmac.update(bufferPointer: $0) }
        return SkyBits(cmac.finalize().withUnsafeBytes { Array($0) }).bits
    }
}
