// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The result of a read.
public enum ReadOutcome: Hashable, Sendable {
    /// This many bytes were read, at least 1.
    case bytes(Int)
    /// No byte arrived before the deadline.
    case timedOut
    /// The stop descriptor became readable.
    case stopped
    /// The `wake` descriptor became readable.
    case woken
    /// The device is gone, with the reason; the port is no longer usable.
    case gone(String)
}

extension SerialPort {
    /// The interval in nanoseconds at which a silent port's device is checked, since it may disappear without notice.
    /// It is long because each check wakes a sleeping machine.
    private static let checkInterval: Int64 = 2_500_000_000
    /// The interval in nanoseconds until the next check if the node was missing.
    private static let recheckInterval: Int64 = 250_000_000

    /// Waits for bytes and reads those available.
    ///
    /// - Parameters:
    ///   - room: The destination; not empty.
    ///   - deadline: The end of the wait, by `MonotonicClock`; if it has passed, only available bytes are read.
    ///   - stop: Becomes readable to end the wait; negative for none.
    ///   - wake: Becomes readable when there is other work; negative for none.
    public func read(
        into room: UnsafeMutableRawBufferPointer, deadline: Int64, stop: Int32, wake: Int32
    ) -> ReadOutcome {
        while true {
            let now = MonotonicClock.now
            let wait = min(max(deadline &- now, 0), misses > 0 ? Self.recheckInterval : Self.checkInterval)
            var waiting = (
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
            )
            // A tuple of three equal structs has the memory layout of an array of them, which poll takes.
            let answer = withUnsafeMutableBytes(of: &waiting) { bytes in
                // Rounded up, because waking early would only mean sleeping again.
                poll(bytes.baseAddress?.assumingMemoryBound(to: pollfd.self), 3, Int32((wait + 999_999) / 1_000_000))
            }
            if answer < 0, errno != EINTR, errno != EAGAIN { return .gone(SerialPortError.text(of: errno)) }
            if answer > 0 {
                if waiting.1.revents != 0 { return .stopped }
                let hasNews = waiting.0.revents != 0
                if hasNews, let outcome = fetch(into: room, events: Int32(waiting.0.revents)) { return outcome }
                if waiting.2.revents != 0 { return .woken }
                continue
            }
            if let reason = reasonWhereMissing() { return .gone(reason) }
            if MonotonicClock.now >= deadline { return .timedOut }
        }
    }

    /// Reads the available bytes; nil if there are none after all.
    private func fetch(into room: UnsafeMutableRawBufferPointer, events: Int32) -> ReadOutcome? {
        let got = Glibc.read(descriptor, room.baseAddress, room.count)
        if got > 0 {
            checkedAt = MonotonicClock.now
            misses = 0
            return .bytes(got)
        }
        if got == 0 { return .gone("the line was hung up (unplugged?)") }
        switch errno {
        case EINTR: return nil
        case EAGAIN:
            return events & (POLLHUP | POLLERR | POLLNVAL) == 0 ? nil : .gone("the line was hung up (unplugged?)")
        case EIO, ENXIO, ENODEV: return .gone("the device no longer answers (unplugged?)")
        default: return .gone(SerialPortError.text(of: errno))
        }
    }

    /// Returns a reason if the device's node was removed, or the path leads to another device, although the kernel has
    /// not reported an error.
    private func reasonWhereMissing() -> String? {
        let now = MonotonicClock.now
        guard now &- checkedAt >= (misses > 0 ? Self.recheckInterval : Self.checkInterval) * 9 / 10 else { return nil }
        checkedAt = now
        var (opened, present) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0 else { return SerialPortError.text(of: errno) }
        let isPresent = stat(path, &present) == 0
        let isRemoved = opened.st_nlink == 0 || !isPresent && errno == ENOENT
        misses = isRemoved || isPresent && present.st_rdev != opened.st_rdev ? misses + 1 : 0
        // Links are recreated when the device's properties change, so the node counts as removed only if it is
        // missing twice.
        guard misses >= 2 else { return nil }
        return isRemoved ? "its node was removed (unplugged?)" : "its path leads to another device now"
    }
}
