// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// Compression by zlib.
public enum Gzip {
    /// The bytes as a gzip file; empty if zlib runs out of memory.
    public static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        guard gzip_begin(&stream) == Z_OK else { return [] }
        defer { deflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        var input = bytes
        // Both pointers are valid until the end of the closure, and zlib does not use them after this one call.
        let status = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { return [] }
        output.removeLast(output.count - Int(stream.total_out))
        return output
    }
}
