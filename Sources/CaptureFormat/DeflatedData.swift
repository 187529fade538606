// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// The data of a file that an archive contains deflated (RFC 1951). They state themselves where they end.
struct DeflatedData {
    /// Their place in the archive, according to its list.
    var range: Range<Int>
    /// The number of bytes that they are unpacked to, according to the archive's list.
    var size: Int

    /// The number of bytes that are unpacked at a time.
    private static let piece = 1 << 16

    /// True if the data can be unpacked, end exactly at the end of their place, and have the stated size. At most one piece
    /// more than this size is unpacked.
    func isWhole(_ read: ZipLayout.Read) -> Bool {
        var stream = z_stream()
        // zlib requires that the stream stays at one address until `inflateEnd`.
        return withUnsafeMutablePointer(to: &stream) { stream in
            guard inflate_begin(stream) == Z_OK else { return false }
            defer { inflateEnd(stream) }
            var output = [UInt8](repeating: 0, count: Self.piece)
            var next = range.lowerBound
            while next < range.upperBound, stream.pointee.total_out <= size {
                guard var input = read(next, min(Self.piece, range.upperBound - next)) else { return false }
                next += input.count
                switch unpack(&input, with: stream, to: &output) {
                case Z_STREAM_END:
                    return next == range.upperBound && stream.pointee.avail_in == 0 && stream.pointee.total_out == size
                // zlib also returns Z_BUF_ERROR if it needs the next piece.
                case Z_OK, Z_BUF_ERROR: continue
                default: return false
                }
            }
            return false
        }
    }

    /// Unpacks a piece, and returns the status of zlib. It returns early if the data are too large.
    ///
    /// - Parameter output: The room for the unpacked bytes, which are overwritten again and again.
    private func unpack(
        _ input: inout [UInt8], with stream: UnsafeMutablePointer<z_stream>, to output: inout [UInt8]
    ) -> Int32 {
        // Both pointers are valid until the end of the closure. The caller sets new ones before zlib uses them again.
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                (stream.pointee.next_in, stream.pointee.avail_in) = (input.baseAddress, UInt32(input.count))
                while true {
                    (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, UInt32(output.count))
                    let status = inflate(stream, Z_NO_FLUSH)
                    guard status == Z_OK, stream.pointee.avail_out == 0, stream.pointee.total_out <= size else {
                        return status
                    }
                }
            }
        }
    }
}
