// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// Checks that every program finds the same files in a ZIP archive. A file's name, sizes and CRC stand both before its data
/// and in the central directory. Some programs read one, some the other, so both must agree, and every byte of the archive
/// must belong to them. The names of fields are those of PKWARE's APPNOTE 6.3.10, section 4.3.
struct ZipLayout {
    /// Reads bytes of the archive: an offset and a number of bytes. Nil if they cannot be read completely.
    typealias Read = (_ offset: Int, _ count: Int) -> [UInt8]?

    /// A file according to the central directory.
    struct Entry {
        /// The name as it is stored.
        var name: [UInt8]
        var flags: UInt16
        var method: UInt16
        var checksum: UInt32
        var compressedSize: Int
        var size: Int
        /// The offset of its local header.
        var offset: Int

        /// True if sizes and CRC may follow the data.
        var hasDescriptor: Bool { flags & 1 << 3 != 0 }
    }

    /// A reason why programs could find different files, for people.
    struct Problem: Error {
        var text: String

        init(_ text: String) { self.text = text }

        static let list = Problem("its list of files is malformed")
        static func header(_ entry: Entry) -> Problem {
            Problem("what stands before the file \(shown(entry)) differs from the archive's list")
        }
        static func data(_ entry: Entry) -> Problem {
            Problem("the data of the file \(shown(entry)) are damaged, or do not end where the archive's list says")
        }
        static func open(_ entry: Entry) -> Problem {
            Problem("nothing before the file \(shown(entry)) says where it ends, and it is not compressed")
        }
        static func method(_ entry: Entry) -> Problem {
            Problem("the file \(shown(entry)) is encrypted, or not compressed by deflate")
        }

        private static func shown(_ entry: Entry) -> String {
            "\"\(String(decoding: entry.name.prefix(100), as: UTF8.self))\""
        }
    }

    /// The files in the order of the central directory.
    private(set) var entries: [Entry] = []

    /// Reads and checks an archive.
    ///
    /// - Parameter size: The size of the archive in bytes.
    /// - Throws: `Problem`.
    init(size: Int, _ read: Read) throws(Problem) {
        let directory = try ZipDirectory(size: size, read)
        entries = try Self.entries(directory, read)
        var end = 0
        var ends: [(entry: Entry, end: Int)] = []
        for entry in entries.sorted(by: { $0.offset < $1.offset }) {
            guard entry.offset == end else { throw Self.gap }
            end = try Self.endOfData(entry, read)
            ends.append((entry, end))
            if entry.hasDescriptor { end += try Self.descriptor(of: entry, at: end, read) }
        }
        guard end == directory.offset else { throw Self.gap }
        // An archive that is too large is refused anyway, without unpacking it.
        guard CaptureArchive.Limit.allow(entries.map(\.size)) else { return }
        for (entry, end) in ends { try Self.checkData(of: entry, to: end, read) }
    }

    private static let gap = Problem("it contains bytes that belong to no file, or to two")

    private static func entries(_ directory: ZipDirectory, _ read: Read) throws(Problem) -> [Entry] {
        guard let bytes = read(directory.offset, directory.size) else { throw .list }
        var (entries, at): ([Entry], Int) = ([], 0)
        while at < bytes.count {
            let span = bytes.span
            guard span.little(UInt32.self, at: at) == 0x0201_4B50, let flags = span.little(UInt16.self, at: at + 8),
                let method = span.little(UInt16.self, at: at + 10), let crc = span.little(UInt32.self, at: at + 16),
                let compressed = span.little(UInt32.self, at: at + 20),
                let size = span.little(UInt32.self, at: at + 24),
                let name = span.little(UInt16.self, at: at + 28), let extra = span.little(UInt16.self, at: at + 30),
                let comment = span.little(UInt16.self, at: at + 32), span.little(UInt16.self, at: at + 34) == 0,
                let offset = span.little(UInt32.self, at: at + 42)
            else { throw .list }
            let (start, middle) = (at + 46, at + 46 + Int(name))
            let end = middle + Int(extra)
            guard name > 0, end + Int(comment) <= bytes.count else { throw .list }
            var fields = try ZipExtra(Array(bytes[middle..<end]))
            guard let fullSize = fields.wide(size), let fullCompressed = fields.wide(compressed),
                let fullOffset = fields.wide(offset)
            else { throw .list }
            entries.append(
                Entry(
                    name: Array(bytes[start..<middle]), flags: flags, method: method, checksum: crc,
                    compressedSize: fullCompressed, size: fullSize, offset: fullOffset))
            at = end + Int(comment)
        }
        guard entries.count == directory.count else { throw .list }
        return entries
    }

    /// Checks that the data of a file end by themselves where the central directory says: a program that reads the archive
    /// as a stream takes the bytes after their end for a descriptor and the next file.
    private static func checkData(of entry: Entry, to end: Int, _ read: Read) throws(Problem) {
        switch entry.method {
        case _ where entry.flags & 1 != 0: throw .method(entry)
        case 0:
            guard entry.compressedSize == entry.size else { throw .data(entry) }
            guard !entry.hasDescriptor || entry.size == 0 else { throw .open(entry) }
        case 8:
            let data = DeflatedData(range: end - entry.compressedSize..<end, size: entry.size)
            guard data.isWhole(read) else { throw .data(entry) }
        default: throw .method(entry)
        }
    }

    /// Compares the local header of a file with the central directory, and returns the end of the file's data.
    private static func endOfData(_ entry: Entry, _ read: Read) throws(Problem) -> Int {
        guard let header = read(entry.offset, 30) else { throw .header(entry) }
        let span = header.span
        guard span.little(UInt32.self, at: 0) == 0x0403_4B50, span.little(UInt16.self, at: 6) == entry.flags,
            span.little(UInt16.self, at: 8) == entry.method, let crc = span.little(UInt32.self, at: 14),
            let compressed = span.little(UInt32.self, at: 18), let size = span.little(UInt32.self, at: 22),
            let name = span.little(UInt16.self, at: 26), let extra = span.little(UInt16.self, at: 28),
            let rest = read(entry.offset + 30, Int(name) + Int(extra)), rest.starts(with: entry.name),
            Int(name) == entry.name.count
        else { throw .header(entry) }
        var fields = try ZipExtra(Array(rest.dropFirst(Int(name))))
        // With a descriptor, all three may be left out. Some programs write them nevertheless.
        let isOpen = entry.hasDescriptor && crc == 0
        let fullSize = fields.wide(size)
        let fullCompressed = fields.wide(compressed)
        guard isOpen && (size == 0 || fullSize == 0) || fullSize == entry.size,
            isOpen && (compressed == 0 || fullCompressed == 0) || fullCompressed == entry.compressedSize,
            isOpen || crc == entry.checksum
        else { throw .header(entry) }
        let (end, isHuge) = (entry.offset + 30 + rest.count).addingReportingOverflow(entry.compressedSize)
        guard !isHuge else { throw .header(entry) }
        return end
    }

    /// The size of the descriptor after the data of a file, which repeats its CRC and sizes: with or without a signature,
    /// and with sizes of 4 or 8 bytes.
    private static func descriptor(of entry: Entry, at offset: Int, _ read: Read) throws(Problem) -> Int {
        // After the last descriptor there are at least the central directory and its end, which are longer.
        guard let bytes = read(offset, 24) else { throw .header(entry) }
        for (start, isWide) in [(4, true), (4, false), (0, true), (0, false)] {
            let span = bytes.span
            if start > 0, span.little(UInt32.self, at: 0) != 0x0807_4B50 { continue }
            guard span.little(UInt32.self, at: start) == entry.checksum else { continue }
            let sizes =
                isWide
                ? [span.little(UInt64.self, at: start + 4), span.little(UInt64.self, at: start + 12)]
                : [4, 8].map { span.little(UInt32.self, at: start + $0).map(UInt64.init) }
            if sizes == [UInt64(entry.compressedSize), UInt64(entry.size)] { return start + (isWide ? 20 : 12) }
        }
        throw .header(entry)
    }
}
