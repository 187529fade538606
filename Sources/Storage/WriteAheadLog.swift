// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Checks a write-ahead log before SQLite opens it. If the header or the first frames are overwritten, SQLite treats
/// the log as empty and removes it with its committed data (https://www.sqlite.org/fileformat2.html#walformat).
struct WriteAheadLog {
    /// The sizes of the log's header and of a frame's header in bytes.
    private static let (headSize, frameHeadSize) = (32, 24)

    private let descriptor: Int32
    private let path: String

    /// Describes the damage of a log.
    ///
    /// - Returns: Nil if the log does not exist or is empty, or if SQLite will read all acknowledged commits.
    static func damage(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return errno == ENOENT ? nil : "cannot read its log" }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return "its log is not a file"
        }
        return status.st_size == 0 ? nil : WriteAheadLog(descriptor: descriptor, path: path).damage
    }

    private var damage: String? {
        guard let head = bytes(at: 0, Self.headSize) else { return "the header of its log is truncated" }
        var sum = Checksum(isBigEndian: head.word(0) & 1 == 1)
        sum.add(head[..<24])
        let pageSize = Int(head.word(8))
        guard head.word(0) & ~1 == 0x377F_0682, head.word(4) == 3_007_000, sum.matches(head, at: 24),
            (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0
        else { return "the header of its log is overwritten" }
        return damage(sum, salt: head[16..<24], pageSize: pageSize)
    }

    /// Each transaction is flushed before the next begins, so a power failure leaves at most one incomplete
    /// transaction, the last. If two or more commits follow an invalid frame, acknowledged data have been overwritten.
    private func damage(_ start: Checksum, salt: ArraySlice<UInt8>, pageSize: Int) -> String? {
        let size = Self.frameHeadSize + pageSize
        var (sum, offset) = (start, Self.headSize)
        var (isWhole, commits) = (true, 0)
        while let frame = bytes(at: offset, size) {
            defer { offset += size }
            guard frame[8..<16] == salt else {
                // Frames from an earlier use of the file follow the end.
                isWhole = false
                continue
            }
            if isWhole {
                sum.add(frame[..<8])
                sum.add(frame[Self.frameHeadSize...])
                isWhole = sum.matches(frame, at: 16)
            }
            if !isWhole, frame.word(4) != 0 { commits += 1 }
            if commits > 1 { return "part of its log is overwritten" }
        }
        return nil
    }

    private func bytes(at offset: Int, _ count: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = buffer.withUnsafeMutableBytes { bytes in
                // Within the buffer, because `filled` is less than its size.
                pread(descriptor, bytes.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
            }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { return nil }
            filled += read
        }
        return buffer
    }

    /// The running checksum of the log.
    private struct Checksum {
        let isBigEndian: Bool
        private var (first, second): (UInt32, UInt32) = (0, 0)

        init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

        /// - Parameter bytes: A multiple of 8 bytes.
        mutating func add(_ bytes: ArraySlice<UInt8>) {
            bytes.withUnsafeBytes { words in
                for offset in stride(from: 0, to: words.count & ~7, by: 8) {
                    first = first &+ word(words, offset) &+ second
                    second = second &+ word(words, offset + 4) &+ first
                }
            }
        }

        func matches(_ bytes: [UInt8], at offset: Int) -> Bool {
            bytes.word(offset) == first && bytes.word(offset + 4) == second
        }

        private func word(_ words: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
            let word = words.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
        }
    }
}

extension [UInt8] {
    /// The big-endian 32-bit word at an offset.
    fileprivate func word(_ offset: Int) -> UInt32 {
        self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
