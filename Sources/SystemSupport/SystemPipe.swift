// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A pipe that wakes threads blocked in `poll`.
///
/// Owns two descriptors, which are closed with the last reference. Neither blocks, and child processes do not inherit
/// them. All methods may be called on any thread.
public final class SystemPipe: Sendable {
    /// A descriptor for `poll`, readable while there is a mark.
    public let reading: Int32
    private let writing: Int32

    /// - Throws: The system's error if the process has no descriptor left.
    public init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError() }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Makes the pipe readable. A full pipe is readable already.
    public func mark() {
        var mark: UInt8 = 1
        _ = write(writing, &mark, 1)
    }

    /// Removes one mark; without marks the pipe is not readable.
    public func takeMark() {
        var mark: UInt8 = 0
        _ = read(reading, &mark, 1)
    }
}
