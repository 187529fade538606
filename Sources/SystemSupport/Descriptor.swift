// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Calls on descriptors, tried again where a signal interrupted them (`EINTR`).
public enum Descriptor {
    /// Reads once.
    ///
    /// - Parameters:
    ///   - descriptor: an open one; stays open.
    ///   - limit: how many bytes at most, 1 or more.
    /// - Returns: the bytes that were there, which may be fewer; empty at the end.
    /// - Throws: `EAGAIN` where the descriptor does not block and has nothing; what else the system refuses.
    public static func read(_ descriptor: Int32, atMost limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        try read(descriptor, atMost: limit, onto: &bytes)
        return bytes
    }

    /// Reads once, behind what an array holds already.
    ///
    /// - Returns: how many bytes were added; 0 at the end.
    @discardableResult
    static func read(_ descriptor: Int32, atMost limit: Int, onto bytes: inout [UInt8]) throws(SystemError) -> Int {
        var failure: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: limit) { room, used in
            // The array owns the room until the closure returns, and the call keeps nothing of it.
            var count = Glibc.read(descriptor, room.baseAddress, room.count)
            while count < 0, errno == EINTR { count = Glibc.read(descriptor, room.baseAddress, room.count) }
            if count < 0 { failure = errno }
            used = max(count, 0)
        }
        guard failure == 0 else { throw SystemError(failure) }
        if bytes.isEmpty { bytes = piece } else { bytes += piece }
        return piece.count
    }

    /// Writes all bytes.
    ///
    /// - Parameter descriptor: an open one that blocks; stays open.
    /// - Throws: what the system refuses; a part may have been written then.
    public static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                // The array lives until the closure returns, and the call keeps nothing of it.
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError(count < 0 ? errno : EIO) }
            written += count
        }
    }
}
