// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Calls on descriptors, repeated if a signal interrupts them (`EINTR`).
public enum Descriptor {
    /// Reads once.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor, which stays open.
    ///   - limit: The largest number of bytes, at least 1.
    /// - Returns: The available bytes, which may be fewer; empty at the end.
    /// - Throws: `EAGAIN` if a non-blocking descriptor has no data, and other errors of the system.
    public static func read(_ descriptor: Int32, atMost limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        try read(descriptor, atMost: limit, onto: &bytes)
        return bytes
    }

    /// Reads once and appends to an array.
    ///
    /// - Returns: The number of bytes appended; 0 at the end.
    /// - Throws: The system's error.
    @discardableResult
    static func read(_ descriptor: Int32, atMost limit: Int, onto bytes: inout [UInt8]) throws(SystemError) -> Int {
        var failure: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: limit) { room, used in
            // The array owns the buffer until the closure returns, and the call does not keep it.
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
    /// - Parameter descriptor: An open, blocking descriptor, which stays open.
    /// - Throws: The system's error; a part may have been written then.
    public static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                // The array lives until the closure returns, and the call does not keep it.
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError(count < 0 ? errno : EIO) }
            written += count
        }
    }

    /// Opens a file for writing. Creates it if it does not exist, and removes the content of a regular file.
    ///
    /// - Parameter mode: The mode of a new file, from which the process's mask is removed.
    /// - Returns: A blocking descriptor, which the caller must close.
    /// - Throws: The system's error; `ENXIO` for a pipe that no program has open for reading.
    public static func openForWriting(_ path: String, mode: UInt32) throws(SystemError) -> Int32 {
        // Without `O_NONBLOCK`, the call would wait for a pipe's reader.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, mode)
        guard descriptor >= 0 else { throw SystemError() }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return descriptor
    }
}
