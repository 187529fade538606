// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Reads from a connected, non-blocking socket.
enum SocketReader {
    /// Waits for bytes and reads those available, as specified by `ReceiverLine.read`.
    ///
    /// - Parameter words: Returns the reason for the end of the connection, given the kernel's error code, or 0 if
    ///   the other side closed it.
    static func read(
        into room: UnsafeMutableRawBufferPointer, from descriptor: Int32, deadline: Int64, stop: Int32, wake: Int32,
        words: (Int32) -> String
    ) -> ReadOutcome {
        while true {
            let wait = min(max(deadline &- MonotonicClock.now, 0), 1_000_000_000)
            switch DescriptorWait.until(Int16(POLLIN), descriptor, nanoseconds: wait, stop: stop, wake: wake) {
            case .ready:
                let got = recv(descriptor, room.baseAddress, room.count, 0)
                if got > 0 { return .bytes(got) }
                let code = got == 0 ? 0 : errno
                if code != EINTR, code != EAGAIN { return .gone(words(code)) }
            case .stopped: return .stopped
            case .woken: return .woken
            case .failed(let reason): return .gone(reason)
            case .timedOut: if MonotonicClock.now >= deadline { return .timedOut }
            }
        }
    }
}
