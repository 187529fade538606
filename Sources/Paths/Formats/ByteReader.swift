// SPDX-License-Identifier: Apache-2.0

/// Reads a file byte by byte through a window of 64 KiB.
struct ByteReader {
    /// The size of the window in bytes.
    static let room = 1 << 16

    private let input: PathInput
    private var window = [UInt8](repeating: 0, count: Self.room)
    /// The end of the valid bytes in the window, and the index of the next one.
    private var end = 0
    private var index = 0
    /// The offset of the window in the file.
    private var offset = 0

    /// Starts at the beginning of a file and skips a byte order mark.
    ///
    /// - Throws: `PathFormatError` if the file cannot be read.
    init(_ input: PathInput) throws(PathFormatError) {
        self.input = input
        try fill()
        if window[..<end].starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// The number of bytes consumed so far.
    var position: Int { offset + index }

    /// The bytes in the window that are not consumed yet: 64 KiB at the beginning of a file, or all of a shorter file.
    var held: ArraySlice<UInt8> { window[index..<end] }

    /// Returns the next byte without consuming it; nil at the end.
    ///
    /// - Throws: `PathFormatError` if the file cannot be read.
    mutating func peek() throws(PathFormatError) -> UInt8? {
        if index < end { return window[index] }
        try fill()
        return index < end ? window[index] : nil
    }

    /// Returns the byte `count` (1...15) positions ahead; nil beyond the end.
    ///
    /// - Throws: `PathFormatError` if the file cannot be read.
    mutating func peek(ahead count: Int) throws(PathFormatError) -> UInt8? {
        if index + count >= end { try fill() }
        return index + count < end ? window[index + count] : nil
    }

    /// Consumes bytes that `peek` has returned.
    mutating func advance(_ count: Int = 1) { index += count }

    /// Returns the line and column of the next byte, both from 1. Reads the file again; nil if that fails.
    func place() -> (line: Int, column: Int)? {
        guard var reader = try? ByteReader(input) else { return nil }
        let mark = reader.position
        var (line, start, here) = (1, 0, 0)
        if position >= mark { here = mark }
        while here < position, let byte = try? reader.peek() {
            reader.advance()
            here += 1
            if byte == 0x0A { (line, start) = (line + 1, here) }
        }
        return (line, position - start + 1)
    }

    /// Moves the unconsumed bytes to the start of the window and fills the rest.
    private mutating func fill() throws(PathFormatError) {
        let kept = end - index
        window.withUnsafeMutableBytes { bytes in
            guard index > 0, kept > 0, let start = bytes.baseAddress else { return }
            start.copyMemory(from: start + index, byteCount: kept)
        }
        (offset, index, end) = (offset + index, 0, kept)
        end += try input.read(at: offset + kept, into: &window, from: end)
    }
}
