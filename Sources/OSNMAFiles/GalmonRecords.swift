// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Wire

/// Records of the Galmon network: `bert`, a length of 16 bits, and a NavMonMessage in Protocol Buffers. The pages of
/// Galileo in them are put together again from their fields. A record may leave out the page's CRC, for a receiver hands
/// over a page only if its CRC is right; then it is computed.
struct GalmonRecords {
    /// A file of such records begins with this.
    static let magic: [UInt8] = Array("bert".utf8)

    private let bytes: [UInt8]
    /// Of each satellite the time of its last page: a word 16 may bear the time of another page of its subframe.
    private var last: [Int] = Array(repeating: -1, count: 64)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Calls with each page, in the order of the file.
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
        // The three bytes of the SAR field hold the two spare bits after it too.
        writer.append(parts[9], of: bytes, count: 24)
        if parts[11] != nil { writer.append(parts[11], of: bytes, count: 24) } else { writer.appendCheck() }
        writer.append(0, 14)
        return RecordedPage(satellite: satellite, isE5b: numbers[6] == 5, start: time, bits: writer.bytes)
    }

    /// When a page began. A feeder gives word 16 of second 29 the time of second 15 of the subframe.
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

/// The fields of a message in Protocol Buffers, one after the other.
private struct ProtocolBuffer {
    struct Field {
        let number: Int
        /// Of a number.
        let value: Int
        /// Where the content of a field with a length stands.
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

/// Puts the bits of a page one after the other.
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

    /// The CRC of the 114 bits of the even part and the 82 of the odd one that are written already.
    mutating func appendCheck() {
        append(UInt64(CRC24Q.of(bits: bytes.span, in: 0..<114, 120..<202) ?? 0), 24)
    }

    /// The lowest bits of a field that is filled up to whole bytes in front or behind, or zeros.
    mutating func append(_ range: Range<Int>?, of source: [UInt8], count: Int) {
        guard let range, range.count <= 8, range.count * 8 >= count else { return append(0, count) }
        append(source[range].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }, count)
    }
}
