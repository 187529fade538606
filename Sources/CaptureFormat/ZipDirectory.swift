// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// The place of the central directory in a ZIP archive, by the records at the archive's end.
struct ZipDirectory {
    private(set) var offset = 0
    private(set) var size = 0
    /// The number of files.
    private(set) var count = 0

    /// The size of the end record without its comment, and the longest comment.
    private static let (record, comment) = (22, 0xFFFF)
    /// A central directory of the largest number of files with long names is smaller.
    private static let largest = 64 << 20

    /// True if the archive's end contains an end record; false for other files.
    static func isArchive(size: Int, _ read: ZipLayout.Read) -> Bool {
        guard let tail = tail(size, read) else { return false }
        return tail.indices.contains { isRecord(tail, at: $0) }
    }

    /// - Throws: `ZipLayout.Problem` if programs could find different directories.
    init(size total: Int, _ read: ZipLayout.Read) throws(ZipLayout.Problem) {
        let end = total - Self.record
        guard let tail = Self.tail(total, read), tail.count >= Self.record,
            Self.isRecord(tail, at: tail.count - Self.record), tail.suffix(2) == [0, 0]
        else { throw .init("there are bytes after its end, such as a comment") }
        // Some programs use the first record whose comment ends with the file, others the last.
        let isDouble = tail.indices.dropLast(Self.record).contains { at in
            Self.isRecord(tail, at: at)
                && tail.span.little(UInt16.self, at: at + 20).map(Int.init) == tail.count - at - Self.record
        }
        guard !isDouble else { throw .init("it has two ends") }
        let bytes = Array(tail.suffix(Self.record))
        let span = bytes.span
        guard span.little(UInt32.self, at: 4) == 0, let here = span.little(UInt16.self, at: 8),
            let all = span.little(UInt16.self, at: 10), here == all, let size = span.little(UInt32.self, at: 12),
            let offset = span.little(UInt32.self, at: 16)
        else { throw .list }
        (self.offset, self.size, count) = (Int(offset), Int(size), Int(all))
        var expected = end
        let locator = read(max(0, end - 20), min(20, max(0, end))) ?? []
        if locator.span.little(UInt32.self, at: 0) == 0x0706_4B50 {
            expected = try wide(locator, end, read)
        } else if all == .max || size == .max || offset == .max {
            throw .list
        }
        guard self.size <= Self.largest, self.offset.addingReportingOverflow(self.size) == (expected, false) else {
            throw .list
        }
    }

    /// Reads the records of archives with many or large files (Zip64), and returns the end of the central directory.
    private mutating func wide(
        _ locator: [UInt8], _ end: Int, _ read: ZipLayout.Read
    ) throws(ZipLayout.Problem) -> Int {
        let start = end - 20 - 56
        guard start >= 0, locator.span.little(UInt32.self, at: 4) == 0,
            locator.span.little(UInt64.self, at: 8).flatMap(Int.init(exactly:)) == start,
            locator.span.little(UInt32.self, at: 16) == 1, let bytes = read(start, 56)
        else { throw .list }
        let span = bytes.span
        func number(_ at: Int) -> Int? { bytes.span.little(UInt64.self, at: at).flatMap(Int.init(exactly:)) }
        guard span.little(UInt32.self, at: 0) == 0x0606_4B50, number(4) == 44, number(16) == 0,
            let here = number(24), let all = number(32), here == all, let size = number(40), let offset = number(48),
            // A program that does not know these records must find the same files.
            count == 0xFFFF || count == all, self.size == 0xFFFF_FFFF || self.size == size,
            self.offset == 0xFFFF_FFFF || self.offset == offset
        else { throw .list }
        (self.offset, self.size, count) = (offset, size, all)
        return start
    }

    private static func tail(_ size: Int, _ read: ZipLayout.Read) -> [UInt8]? {
        let count = min(size, record + comment)
        return read(size - count, count)
    }

    private static func isRecord(_ bytes: [UInt8], at index: Int) -> Bool {
        bytes.span.little(UInt32.self, at: index) == 0x0605_4B50
    }
}

/// The additional fields of a header.
struct ZipExtra {
    /// The wide numbers that are left, in the order of the narrow ones that they replace.
    private var wideNumbers: [UInt64] = []

    /// - Throws: `ZipLayout.Problem` for fields that are malformed, and for a second name, which only some programs use.
    init(_ bytes: [UInt8]) throws(ZipLayout.Problem) {
        var at = 0
        let span = bytes.span
        // Padding of fewer bytes than a field's beginning is usual.
        while let id = span.little(UInt16.self, at: at), let size = span.little(UInt16.self, at: at + 2) {
            let (start, end) = (at + 4, at + 4 + Int(size))
            guard end <= bytes.count else { throw .list }
            switch id {
            case 0x7075: throw .init("it gives a file two names")
            case 1:
                guard wideNumbers.isEmpty else { throw .list }
                wideNumbers = stride(from: start, through: end - 8, by: 8).compactMap { bytes.span.little(at: $0) }
            default: break
            }
            at = end
        }
    }

    /// A number of the header, or the wide one that replaces it. Nil if that is missing or too large.
    mutating func wide(_ number: UInt32) -> Int? {
        guard number == .max else { return Int(number) }
        return wideNumbers.isEmpty ? nil : Int(exactly: wideNumbers.removeFirst())
    }
}
