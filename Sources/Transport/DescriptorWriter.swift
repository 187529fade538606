// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Writes to a non-blocking descriptor.
enum DescriptorWriter {
    /// The pause in nanoseconds before a descriptor that is ready but took nothing is tried again.
    private static let pause: Int64 = 1_000_000

    /// Writes all bytes as specified by `ReceiverLine.write`.
    ///
    /// - Parameter words: Returns the reason for a failure, given the kernel's error code.
    static func write(
        _ bytes: Span<UInt8>, to descriptor: Int32, deadline: Int64, stop: Int32,
        words: (Int32) -> String = DescriptorWriter.words
    ) -> WriteOutcome {
        var done = 0
        while done < bytes.count {
            let before = done
            let wait = min(max(deadline &- MonotonicClock.now, 0), 1_000_000_000)
            var outcome = DescriptorWait.until(Int16(POLLOUT), descriptor, nanoseconds: wait, stop: stop)
            if case .ready = outcome {
                switch put(bytes.extracting(done..<bytes.count), descriptor) {
                case .success(let count): done += count
                case .failure(let error): return .failed(words(error.code))
                }
                if done == bytes.count { return .written }
                // A descriptor may be ready and still take nothing; without a pause this loop would use a whole
                // processor until the deadline.
                let isRefused = done == before && MonotonicClock.now < deadline
                if isRefused { outcome = DescriptorWait.until(0, -1, nanoseconds: Self.pause, stop: stop) }
            }
            switch outcome {
            case .stopped: return .stopped
            case .failed(let reason): return .failed(reason)
            case .ready, .timedOut, .woken: break
            }
            if MonotonicClock.now >= deadline { return .timedOut(done) }
        }
        return .written
    }

    private struct WriteError: Error {
        var code: Int32
    }

    private static func put(_ bytes: Span<UInt8>, _ descriptor: Int32) -> Result<Int, WriteError> {
        // With MSG_NOSIGNAL, a closed connection causes an error instead of a signal that ends the program.
        let count = bytes.withUnsafeBufferPointer { room in
            let sent = send(descriptor, room.baseAddress, room.count, Int32(MSG_NOSIGNAL))
            return sent < 0 && errno == ENOTSOCK ? Glibc.write(descriptor, room.baseAddress, room.count) : sent
        }
        guard count < 0 else { return .success(count) }
        return errno == EINTR || errno == EAGAIN ? .success(0) : .failure(WriteError(code: errno))
    }

    private static func words(_ code: Int32) -> String {
        switch code {
        case EPIPE, ECONNRESET: "the other end closed the connection"
        case EIO, ENXIO, ENODEV: "the device no longer responds (unplugged?)"
        default: SerialPortError.text(of: code)
        }
    }
}
