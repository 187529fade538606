// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension AttackedSignal {
    /// A genuine page in which the byte of HKROOT is replaced.
    mutating func page(_ satellite: Int, _ place: PagePlace, hkroot: [UInt8]?) -> [UInt8]? {
        guard let hkroot, hkroot.count == 15 else { return genuine.page(satellite, place) }
        let field = UInt64(hkroot[place.index]) << 32 | genuine.field(satellite, place) & 0xFFFF_FFFF
        return genuine.word(satellite, place).map { INAVPage.bytes(word: $0, osnma: field, start: place.seconds) }
    }

    /// The HKROOT message from this many seconds ago.
    mutating func oldMessage(_ satellite: Int, _ subframe: Int, seconds: Int) -> [UInt8]? {
        genuine.hkroot(satellite, subframe - max(0, seconds) / 30)
    }

    /// Block 0 of the current message, stating another number of blocks.
    mutating func falseFirstBlock(_ satellite: Int, _ subframe: Int) -> [UInt8]? {
        guard var hkroot = genuine.hkroot(satellite, subframe) else { return nil }
        let block = genuine.firstBlock(subframe)
        let kinds: ClosedRange<UInt8> = hkroot[1] >> 4 < 12 ? 1...8 : 7...10
        let count = block[0] >> 4
        let other = count < kinds.upperBound ? count + 1 : kinds.lowerBound
        hkroot[1] &= 0xF0
        return hkroot.prefix(2) + [other << 4 | block[0] & 0x0F] + block.dropFirst()
    }

    /// The block that the satellite would transmit, with other content.
    mutating func falseBlock(_ satellite: Int, _ subframe: Int) -> [UInt8]? {
        guard let hkroot = genuine.hkroot(satellite, subframe) else { return nil }
        return hkroot.prefix(2) + Self.noise(satellite, subframe)
    }

    /// A block of a non-existent message. The message ID differs from satellite to satellite and from subframe to
    /// subframe.
    mutating func floodBlock(_ satellite: Int, _ subframe: Int) -> [UInt8]? {
        guard let hkroot = genuine.hkroot(satellite, subframe) else { return nil }
        var block = Self.noise(satellite, subframe)
        let id = UInt8((subframe + satellite) % 16)
        block[0] = (id < 12 ? 2 : 7) << 4 | block[0] & 0x0F
        return [hkroot[0], id << 4 | UInt8(subframe / 16 % 8)] + block
    }

    /// Thirteen pseudo-random bytes, reproducible for each satellite and subframe.
    private static func noise(_ satellite: Int, _ subframe: Int) -> [UInt8] {
        var state = UInt64(subframe) << 8 ^ UInt64(satellite)
        return (0..<13).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }
}
