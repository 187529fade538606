// SPDX-License-Identifier: Apache-2.0

/// A value of a TIFF directory (TIFF 6.0, section 2; EXIF 2.32, section 4.6.2).
enum TIFFValue: Hashable, Sendable {
    case bytes([UInt8])
    /// Text in ASCII, stored with a final zero byte.
    case ascii(String)
    case short(UInt16)
    case long(UInt32)
    case rationals([Rational])
    /// Bytes without a type.
    case undefined([UInt8])
    /// A value of another image, already in big-endian order.
    case copied(type: UInt16, count: UInt32, bytes: [UInt8])

    /// A fraction of two whole numbers.
    struct Rational: Hashable, Sendable {
        var numerator: UInt32
        var denominator: UInt32
    }

    fileprivate var type: UInt16 {
        switch self {
        case .bytes: 1
        case .ascii: 2
        case .short: 3
        case .long: 4
        case .rationals: 5
        case .undefined: 7
        case .copied(let type, _, _): type
        }
    }

    fileprivate var count: UInt32 {
        switch self {
        case .bytes(let bytes), .undefined(let bytes): UInt32(bytes.count)
        case .ascii(let text): UInt32(text.utf8.count + 1)
        case .short, .long: 1
        case .rationals(let values): UInt32(values.count)
        case .copied(_, let count, _): count
        }
    }

    fileprivate var content: [UInt8] {
        switch self {
        case .bytes(let bytes), .undefined(let bytes), .copied(_, _, let bytes): bytes
        case .ascii(let text): Array(text.utf8) + [0]
        case .short(let value): value.bigEndianBytes
        case .long(let value): value.bigEndianBytes
        case .rationals(let values):
            values.flatMap { $0.numerator.bigEndianBytes + $0.denominator.bigEndianBytes }
        }
    }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

/// A directory of tags, each once.
struct TIFFDirectory: Sendable {
    var values: [UInt16: TIFFValue] = [:]

    subscript(_ tag: UInt16) -> TIFFValue? {
        get { values[tag] }
        set { values[tag] = newValue }
    }

    /// The size of the directory and its data in bytes.
    var size: Int {
        2 + values.count * 12 + 4
            + values.values.reduce(0) { sum, value in
                let size = value.content.count
                return sum + (size > 4 ? size + size % 2 : 0)
            }
    }

    /// The directory as stored at an offset from the TIFF header, in big-endian order, without a next directory.
    func bytes(at offset: Int) -> [UInt8] {
        var entries = UInt16(values.count).bigEndianBytes
        var data: [UInt8] = []
        let start = offset + 2 + values.count * 12 + 4
        for (tag, value) in values.sorted(by: { $0.key < $1.key }) {
            let content = value.content
            entries += tag.bigEndianBytes + value.type.bigEndianBytes + value.count.bigEndianBytes
            if content.count <= 4 {
                entries += content + [UInt8](repeating: 0, count: 4 - content.count)
            } else {
                entries += UInt32(start + data.count).bigEndianBytes
                data += content
                if !data.count.isMultiple(of: 2) { data.append(0) }
            }
        }
        return entries + UInt32(0).bigEndianBytes + data
    }
}

/// Reads the directories of an image's own EXIF data. The bytes need not be trusted; what cannot be read is left out.
struct TIFFReader {
    /// The largest size of a value in bytes.
    private static let valueLimit = 1024
    /// The largest number of entries of a directory.
    private static let entryLimit = 256

    private let bytes: ArraySlice<UInt8>
    private let isBigEndian: Bool
    /// The offset of the first directory.
    private(set) var first = 0

    /// Reads the header; nil if the bytes do not begin with one.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 8 else { return nil }
        let order = Array(bytes.prefix(2))
        guard order == Array("MM".utf8) || order == Array("II".utf8) else { return nil }
        (self.bytes, isBigEndian) = (bytes, order == Array("MM".utf8))
        guard number(at: 2, size: 2) == 42, let first = number(at: 4, size: 4) else { return nil }
        self.first = first
    }

    /// Returns the values of the wanted tags in the directory at an offset.
    func directory(at offset: Int, keeping wanted: Set<UInt16>) -> TIFFDirectory {
        var directory = TIFFDirectory()
        guard let count = number(at: offset, size: 2) else { return directory }
        for index in 0..<min(count, Self.entryLimit) {
            let entry = offset + 2 + index * 12
            guard let tag = number(at: entry, size: 2), wanted.contains(UInt16(tag)),
                let value = value(at: entry)
            else { continue }
            directory[UInt16(tag)] = value
        }
        return directory
    }

    /// Returns the number of a tag that refers to another directory.
    func reference(_ tag: UInt16, inDirectoryAt offset: Int) -> Int? {
        guard let count = number(at: offset, size: 2) else { return nil }
        let entries = (0..<min(count, Self.entryLimit)).map { offset + 2 + $0 * 12 }
        guard let entry = entries.first(where: { number(at: $0, size: 2) == Int(tag) }) else { return nil }
        return number(at: entry + 8, size: 4)
    }

    private func value(at entry: Int) -> TIFFValue? {
        let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8]
        guard let type = number(at: entry + 2, size: 2), let size = sizes[type],
            let count = number(at: entry + 4, size: 4), (1...Self.valueLimit / size).contains(count),
            let place = count * size <= 4 ? entry + 8 : number(at: entry + 8, size: 4)
        else { return nil }
        let unit = [5, 10].contains(type) ? 4 : size
        var content: [UInt8] = []
        for offset in stride(from: place, to: place + count * size, by: unit) {
            guard let part = part(at: offset, size: unit) else { return nil }
            content += isBigEndian ? part : part.reversed()
        }
        return .copied(type: UInt16(type), count: UInt32(count), bytes: content)
    }

    private func part(at offset: Int, size: Int) -> [UInt8]? {
        guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
        return Array(bytes.dropFirst(offset).prefix(size))
    }

    private func number(at offset: Int, size: Int) -> Int? {
        guard let part = part(at: offset, size: size) else { return nil }
        return (isBigEndian ? part : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
}
