// SPDX-License-Identifier: Apache-2.0

/// Reads a file byte by byte through a window of 64 KiB.
struct ByteReader {
    /// How much is held at once, in bytes.
    static let room = 1 << 16

    private let input: PathInput
    private var window = [UInt8](repeating: 0, count: Self.room)
    /// Of the window: what was read, and how far it was used.
    private var end = 0
    private var index = 0
    /// Where the window begins in the file.
    private var offset = 0

    /// A reader at the beginning of a file; a byte order mark is left out.
    init(_ input: PathInput) throws(PathFormatError) {
        self.input = input
        try fill()
        if window[..<end].starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// How many bytes were used so far.
    var position: Int { offset + index }

    /// What is held and was not used yet: 64 KiB at the beginning of a file, unless the file ends before.
    var held: ArraySlice<UInt8> { window[index..<end] }

    /// The next byte; nil at the end. It is not used up.
    mutating func peek() throws(PathFormatError) -> UInt8? {
        if index < end { return window[index] }
        try fill()
        return index < end ? window[index] : nil
    }

    /// A byte further on, 1...15; nil behind the end.
    mutating func peek(ahead count: Int) throws(PathFormatError) -> UInt8? {
        if index + count >= end { try fill() }
        return index + count < end ? window[index + count] : nil
    }

    /// Uses bytes up that `peek` has shown.
    mutating func advance(_ count: Int = 1) { index += count }

    /// The line and column of the next byte, both 1 and up. Reads the file again; nil where that fails.
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

    /// Reads on behind what was not used yet.
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
