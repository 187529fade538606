// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The result of waiting for a descriptor.
enum DescriptorWait {
    case ready
    case timedOut
    case stopped
    case woken
    case failed(String)

    /// Waits for events of a descriptor.
    ///
    /// - Parameters:
    ///   - events: The events as defined by `poll`.
    ///   - nanoseconds: The longest wait, rounded up to a millisecond.
    ///   - stop: Becomes readable to end the wait; negative for none.
    ///   - wake: Another descriptor, checked last; negative for none.
    static func until(
        _ events: Int16, _ descriptor: Int32, nanoseconds: Int64, stop: Int32, wake: Int32 = -1
    ) -> DescriptorWait {
        var waiting = (
            pollfd(fd: descriptor, events: events, revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        )
        // A tuple of three equal structs has the memory layout of an array of them, which poll takes.
        let answer = withUnsafeMutableBytes(of: &waiting) { bytes in
            // Rounded up, because waking early would only mean sleeping again.
            poll(bytes.baseAddress?.assumingMemoryBound(to: pollfd.self), 3, Int32((nanoseconds + 999_999) / 1_000_000))
        }
        if answer < 0, errno != EINTR, errno != EAGAIN { return .failed(SerialPortError.text(of: errno)) }
        if answer > 0, waiting.1.revents != 0 { return .stopped }
        if answer > 0, waiting.0.revents != 0 { return .ready }
        return answer > 0 && waiting.2.revents != 0 ? .woken : .timedOut
    }
}
