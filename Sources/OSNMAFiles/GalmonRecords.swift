// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Wire

/// Records of the Galmon network: `bert`, a 16-bit length, and a NavMonMessage in Protocol Buffers. The Galileo pages
/// are reassembled from the message's fields. A record may omit the page's CRC, which is then computed: receivers
/// deliver only pages with a valid CRC.
struct GalmonRecords {
    /// The bytes at the start of a file.
    static let magic: [UInt8] = Array("bert".utf8)

    private let bytes: [UInt8]
    /// The time of each satellite's last page, needed because a word 16 may carry the time of another page of its
    /// subframe.
    private var last: [Int] = Array(repeating: -1, count: 64)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Calls `body` with each page, in the order of the file.
    mutating func forEachPage(_ body: (RecordedPage) -> Void) {
        var position = 0
        while position + 6 <= bytes.count {
            let length = Int(bytes[position + 4]) << 8 | Int(bytes[position + 5])
            guard bytes[position..<position + 4].elementsEqual(Self.magic), position + 6 + length <= bytes.count else {
                position += 1
                continue
            }
            if let page = page(position + 6..<position + 6 + length) { body(page) }
            position += 6 + length
        }
    }

    private mutating func page(_ range: Range<Int>) -> RecordedPage? {
        var message = ProtocolBuffer(bytes, range)
        while let field = message.next() {
            guard field.number == 5, let content = field.content else { continue }
            return inav(content)
        }
        return nil
    }

    private mutating func inav(_ range: Range<Int>) -> RecordedPage? {
        var numbers = [Int](repeating: 0, count: 8)
        var parts = [Range<Int>?](repeating: nil, count: 13)
        var message = ProtocolBuffer(bytes, range)
        while let field = message.next() {
            guard field.number < 13 else { continue }
            if let content = field.content { parts[field.number] = content }
            if field.number < 8 { numbers[field.number] = field.value }
        }
        guard numbers[3] == 2, let satellite = SatelliteID(.galileo, numbers[4]), numbers[6] == 1 || numbers[6] == 5,
            let word = parts[5], word.count == 16, let time = time(numbers, satellite, word)
        else { return nil }
        var writer = PageWriter()
        writer.append(0, 2)
        writer.append(bytes[word.prefix(14)])
        writer.append(0, 6)
        writer.append(2, 2)
        writer.append(bytes[word.suffix(2)])
        writer.append(parts[7], of: bytes, count: 40)
        // The three bytes of the SAR field also contain the two spare bits that follow it.
        writer.append(parts[9], of: bytes, count: 24)
        if parts[11] != nil { writer.append(parts[11], of: bytes, count: 24) } else { writer.appendCheck() }
        writer.append(0, 14)
        return RecordedPage(satellite: satellite, isE5b: numbers[6] == 5, start: time, bits: writer.bytes)
    }

    /// Returns the start of a page. A feeder gives word 16 of second 29 the time of second 15 of the subframe.
    private mutating func time(_ numbers: [Int], _ satellite: SatelliteID, _ word: Range<Int>) -> GST? {
        guard (0...8191).contains(numbers[1]), (0...1_209_600).contains(numbers[2]) else { return nil }
        var seconds = numbers[1] * GST.secondsInWeek + numbers[2]
        let previous = last[Int(satellite.number)]
        if bytes[word.lowerBound] >> 2 == 16, seconds % 30 == 15, seconds / 30 == previous / 30, previous % 30 >= 19 {
            seconds += 14
        }
        if numbers[6] == 1 { last[Int(satellite.number)] = seconds }
        return GST(secondsSinceEpoch: seconds)
    }
}

/// Reads the fields of a Protocol Buffers message in sequence.
private struct ProtocolBuffer {
    struct Field {
        let number: Int
        /// The value of a numeric field.
        let value: Int
        /// The byte range of a length-delimited field's content.
        let content: Range<Int>?
    }

    private let bytes: [UInt8]
    private let end: Int
    private var position: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    mutating func next() -> Field? {
        guard let key = varint() else { return nil }
        let number = Int(truncatingIfNeeded: key >> 3 & 0xFFFF)
        switch key & 7 {
        case 0:
            guard let value = varint() else { return nil }
            return Field(number: number, value: Int(truncatingIfNeeded: value), content: nil)
        case 1: return skip(8, number)
        case 2:
            guard let length = varint(), length <= UInt64(end - position) else { return nil }
            return skip(Int(length), number)
        case 5: return skip(4, number)
        default: return nil
        }
    }

    private mutating func skip(_ count: Int, _ number: Int) -> Field? {
        guard count <= end - position else { return nil }
        defer { position += count }
        return Field(number: number, value: 0, content: position..<position + count)
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard position < end else { return nil }
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}

/// Writes the bits of a page in sequence.
private struct PageWriter {
    private(set) var bytes = [UInt8](repeating: 0, count: 30)
    private var position = 0

    mutating func append(_ value: UInt64, _ count: Int) {
        for bit in stride(from: count - 1, through: 0, by: -1) where position < 240 {
            bytes[position >> 3] |= UInt8(value >> UInt64(bit) & 1) << UInt8(7 - position & 7)
            position += 1
        }
    }

    mutating func append(_ part: ArraySlice<UInt8>) {
        for byte in part { append(UInt64(byte), 8) }
    }

    /// Appends the CRC over the 114 bits of the even part and the 82 bits of the odd part written so far.
    mutating func appendCheck() {
        append(UInt64(CRC24Q.of(bits: bytes.span, in: 0..<114, 120..<202) ?? 0), 24)
    }

    /// Appends the lowest bits of a field that is padded to whole bytes, or zeros if there is no usable field.
    mutating func append(_ range: Range<Int>?, of source: [UInt8], count: Int) {
        guard let range, range.count <= 8, range.count * 8 >= count else { return append(0, count) }
        append(source[range].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }, count)
    }
}
