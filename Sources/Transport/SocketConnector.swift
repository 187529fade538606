// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Connects a socket within a time limit.
enum SocketConnector {
    /// The result of an attempt.
    enum Attempt {
        /// A connected, non-blocking descriptor.
        case connected(Int32)
        /// The stop descriptor became readable.
        case stopped
        /// The kernel's error code.
        case failed(Int32)
    }

    /// Connects a socket.
    ///
    /// - Parameters:
    ///   - descriptor: A non-blocking socket; closed if the attempt fails.
    ///   - endpoint: An address in the kernel's format.
    ///   - end: The end of the attempt, by `MonotonicClock`; it then fails with `ETIMEDOUT`.
    ///   - stop: Becomes readable to cancel the attempt; negative for none.
    static func connect(_ descriptor: Int32, to endpoint: [UInt8], until end: Int64, stop: Int32) -> Attempt {
        guard descriptor >= 0 else { return .failed(errno) }
        // The bytes form a complete address of their family, and the kernel copies them during the call.
        let code = endpoint.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                Glibc.connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            } ?? -1
        }
        guard code == 0 || errno == EINPROGRESS || errno == EINTR else {
            let failure = errno
            close(descriptor)
            return .failed(failure)
        }
        let attempt = wait(descriptor, until: end, stop: stop)
        if case .connected = attempt { return attempt }
        close(descriptor)
        return attempt
    }

    private static func wait(_ descriptor: Int32, until end: Int64, stop: Int32) -> Attempt {
        while true {
            let wait = min(max(end &- MonotonicClock.now, 0), 1_000_000_000)
            switch DescriptorWait.until(Int16(POLLOUT), descriptor, nanoseconds: wait, stop: stop) {
            case .ready:
                var (code, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
                getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
                return code == 0 ? .connected(descriptor) : .failed(code)
            case .stopped: return .stopped
            case .failed: return .failed(EIO)
            case .timedOut, .woken: if MonotonicClock.now >= end { return .failed(ETIMEDOUT) }
            }
        }
    }
}
