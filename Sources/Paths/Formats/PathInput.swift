// SPDX-License-Identifier: Apache-2.0

import Glibc
import XMLReading

/// The bytes of a file in memory or behind a descriptor, so that a large file is never completely in memory.
public struct PathInput: Sendable {
    enum Place: Sendable {
        case memory([UInt8])
        case file(Int32)
    }

    let place: Place
    /// The number of bytes.
    public let count: Int
    private let isStopped: @Sendable () -> Bool

    /// Uses bytes in memory.
    public init(_ bytes: [UInt8]) {
        (place, count, isStopped) = (.memory(bytes), bytes.count, { false })
    }

    /// Uses a file behind a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor of a regular file; must stay open while the input is used.
    ///   - count: The size of the file in bytes.
    ///   - isStopped: Called before each read; once it returns true, reading throws.
    public init(descriptor: Int32, count: Int, isStopped: @escaping @Sendable () -> Bool = { false }) {
        (place, self.count, self.isStopped) = (.file(descriptor), count, isStopped)
    }

    /// Reads a part of the file into a buffer.
    ///
    /// - Returns: The number of bytes read; 0 only at the end.
    /// - Throws: `PathFormatError` if the file cannot be read or reading was stopped.
    func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(PathFormatError) -> Int {
        try checkStop()
        let wanted = max(0, min(room.count, count - offset))
        guard wanted > 0 else { return 0 }
        switch place {
        case .memory(let bytes):
            bytes.withUnsafeBytes {
                room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + wanted]))
            }
            return wanted
        case .file(let descriptor):
            while true {
                let found = pread(descriptor, room.baseAddress, wanted, off_t(offset))
                if found < 0, errno == EINTR { continue }
                guard found > 0 else { throw PathFormatError("cannot read the file to its end") }
                return found
            }
        }
    }

    /// Reads a part of the file into `room`, from index `start`.
    ///
    /// - Returns: The number of bytes read; 0 only at the end.
    /// - Throws: `PathFormatError` if the file cannot be read or reading was stopped.
    func read(at offset: Int, into room: inout [UInt8], from start: Int = 0) throws(PathFormatError) -> Int {
        let result = room.withUnsafeMutableBytes { bytes in
            Result { () throws(PathFormatError) in
                try read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
            }
        }
        return try result.get()
    }

    /// Checks whether reading must stop.
    ///
    /// - Throws: `PathFormatError` once reading was stopped.
    func checkStop() throws(PathFormatError) {
        guard !isStopped() else { throw PathFormatError("the import was stopped") }
    }

    /// Passes the whole file to an XML reader, piece by piece.
    ///
    /// - Throws: `PathFormatError` if the file cannot be read or parsed.
    func read(into reader: XMLReader) throws(PathFormatError) {
        var room = [UInt8](repeating: 0, count: XMLReader.piece)
        var offset = 0
        while true {
            let count = try read(at: offset, into: &room)
            offset += count
            try Self.feed(room, count, isLast: offset >= self.count, to: reader)
            guard offset < self.count else { return }
        }
    }

    /// Passes one piece to an XML reader.
    ///
    /// - Throws: `PathFormatError` if the piece cannot be parsed.
    static func feed(
        _ room: [UInt8], _ count: Int, isLast: Bool, to reader: XMLReader
    ) throws(PathFormatError) {
        let result = room.withUnsafeBytes { bytes in
            Result { () throws(XMLError) in
                try reader.read(UnsafeRawBufferPointer(rebasing: bytes[..<count]), isLast: isLast)
            }
        }
        try PathFormatError.reading { () throws(XMLError) in try result.get() }
    }
}
