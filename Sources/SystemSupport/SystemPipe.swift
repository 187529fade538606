// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A pipe that wakes threads which sleep in `poll`.
///
/// Owns two descriptors, closed with the last reference; neither blocks, and no program that is started gets them. Any
/// thread may call everything.
public final class SystemPipe: Sendable {
    /// Readable while there is a mark; for `poll`.
    public let reading: Int32
    private let writing: Int32

    /// - Throws: that the process has no descriptor left.
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

    /// Makes it readable. Where the pipe is full it is readable already.
    public func mark() {
        var mark: UInt8 = 1
        _ = write(writing, &mark, 1)
    }

    /// Takes one mark away; without marks it is not readable.
    public func takeMark() {
        var mark: UInt8 = 0
        _ = read(reading, &mark, 1)
    }
}
