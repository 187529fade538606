// SPDX-License-Identifier: Apache-2.0

/// The OSNMA fields of one satellite in one subframe: fifteen pieces of HKROOT and MACK (OSNMA SIS ICD 1.1, 3.1).
struct OSNMAMessage: Sendable {
    let satellite: UInt8
    private var hkroot: InlineArray<15, UInt8> = .init(repeating: 0)
    private var mack: InlineArray<16, UInt32> = .init(repeating: 0)
    /// The received pages, the first in the lowest bit.
    private(set) var pages: UInt16 = 0
    /// True if the block in HKROOT was collected.
    var isCollected = false
    /// True if this satellite's key was checked.
    var isKeyChecked = false

    init(satellite: UInt8) { self.satellite = satellite }

    var isComplete: Bool { pages == 0x7FFF }

    /// Adds the field of a page; later copies are ignored.
    mutating func insert(_ field: UInt64, page: Int) {
        guard pages >> UInt16(page) & 1 == 0 else { return }
        pages |= 1 << UInt16(page)
        hkroot[page] = UInt8(truncatingIfNeeded: field >> 32)
        mack[page] = UInt32(truncatingIfNeeded: field)
    }

    func hasPages(_ range: ClosedRange<Int>) -> Bool {
        let wanted = ((UInt32(2) << UInt32(range.upperBound)) &- 1) & ~((UInt32(1) << UInt32(range.lowerBound)) &- 1)
        return UInt32(pages) & wanted == wanted
    }

    func hasPage(_ page: Int) -> Bool { pages >> UInt16(page) & 1 == 1 }

    /// The NMA header, if its page was received.
    var header: NMAHeader? { hasPage(0) ? NMAHeader(byte: hkroot[0]) : nil }

    /// The DSM header, if its page was received.
    var dsmHeader: DSMHeader? { hasPage(1) ? DSMHeader(byte: hkroot[1]) : nil }

    /// The block of the DSM; missing bytes are 0.
    var block: [UInt8] { (2..<15).map { hkroot[$0] } }

    /// The known bytes of the block, the first in the lowest bit.
    var blockPages: UInt16 { pages >> 2 }

    /// The MACK bits of a page.
    func piece(_ page: Int) -> UInt32 { mack[page] }

    /// Returns 1...64 bits of the MACK message; nil if a page with any of them is missing.
    func bits(at start: Int, width: Int) -> UInt64? {
        let end = start &+ width
        guard start >= 0, width > 0, width <= 64, end <= 480, hasPages((start >> 5)...((end &- 1) >> 5)) else {
            return nil
        }
        var value: UInt64 = 0
        var position = start
        while position < end {
            let offset = position & 31
            let taken = min(32 &- offset, end &- position)
            let piece = UInt64((mack[position >> 5] << UInt32(offset)) >> UInt32(32 &- taken))
            value = value << UInt64(taken) | piece
            position &+= taken
        }
        return value
    }

    /// The key at the end of the message; nil if a part of it is missing.
    func key(_ parameters: ChainParameters) -> KeyBytes? {
        guard hasPages(parameters.keyPages) else { return nil }
        var key = KeyBytes()
        for index in 0..<parameters.keyByteCount {
            guard let byte = bits(at: parameters.slotBits &+ 8 &* index, width: 8) else { return nil }
            key.append(UInt8(truncatingIfNeeded: byte))
        }
        return key
    }
}

/// A received slot of a MACK message.
struct TagSlot: Sendable {
    /// The position, from 0.
    let index: Int
    let tag: UInt64
    let info: TagInfo
}

/// Tag-Info: the description of a tag (OSNMA SIS ICD 1.1, figure 9).
struct TagInfo: Sendable {
    let value: UInt16
    /// PRND: the satellite whose data the tag covers.
    var satellite: UInt8 { UInt8(truncatingIfNeeded: value >> 8) }
    var adkd: UInt8 { UInt8(truncatingIfNeeded: value >> 4 & 0xF) }
    /// COP: the number of subframes for which the data have not changed; 0 for a dummy tag.
    var cutOff: Int { Int(value & 0xF) }
}

extension OSNMAMessage {
    /// Returns a slot if its pages were received. The first slot contains the tag over the sender's own data.
    func slot(_ index: Int, _ parameters: ChainParameters) -> TagSlot? {
        let start = index &* (parameters.tagBits &+ 16)
        guard let tag = bits(at: start, width: parameters.tagBits),
            let info = bits(at: start &+ parameters.tagBits, width: 16)
        else { return nil }
        guard index == 0 else {
            return TagSlot(index: index, tag: tag, info: TagInfo(value: UInt16(truncatingIfNeeded: info)))
        }
        // The MACK header contains MACSEQ in place of PRND and ADKD.
        return TagSlot(
            index: 0, tag: tag, info: TagInfo(value: UInt16(satellite) << 8 | UInt16(truncatingIfNeeded: info & 0xF)))
    }

    /// MACSEQ, if the pages of the MACK header were received.
    func sequenceCode(_ parameters: ChainParameters) -> UInt16? {
        guard let header = bits(at: 0, width: parameters.tagBits + 16) else { return nil }
        return UInt16(truncatingIfNeeded: header >> 4 & 0xFFF)
    }
}
