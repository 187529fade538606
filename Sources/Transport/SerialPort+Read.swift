// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How a wait for bytes ended.
public enum ReadOutcome: Hashable, Sendable {
    /// So many bytes came, 1 or more.
    case bytes(Int)
    /// None came until the deadline.
    case timedOut
    /// The stop descriptor became readable.
    case stopped
    /// The other descriptor that was named became readable.
    case woken
    /// The device is gone, and why; the port is of no more use.
    case gone(String)
}

extension SerialPort {
    /// A silent port is looked after so often: the device may be gone without a word. Seldom, because it wakes a machine
    /// that sleeps.
    private static let checkInterval: Int64 = 2_500_000_000
    /// And again so soon where its node is not there.
    private static let recheckInterval: Int64 = 250_000_000

    /// Waits for bytes and reads what is there.
    ///
    /// - Parameters:
    ///   - room: where they go; not empty.
    ///   - deadline: until when it waits at most, by `MonotonicClock`; one that has passed asks only for what is there.
    ///   - stop: becomes readable when the wait is to end; negative for none.
    ///   - wake: becomes readable when there is something else to do; negative for none.
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
            // A tuple of three equal structs lies in memory as an array of them, which is what poll takes.
            let answer = withUnsafeMutableBytes(of: &waiting) { bytes in
                // Rounded up: to wake early would only mean to sleep again.
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

    /// Reads what is there; nil where there is nothing after all.
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
        case EIO, ENXIO, ENODEV: return .gone("the device does not answer any more (unplugged?)")
        default: return .gone(SerialPortError.text(of: errno))
        }
    }

    /// Why the device is gone, though the kernel has not said so: its node was taken away.
    private func reasonWhereMissing() -> String? {
        let now = MonotonicClock.now
        guard now &- checkedAt >= (misses > 0 ? Self.recheckInterval : Self.checkInterval) * 9 / 10 else { return nil }
        checkedAt = now
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return SerialPortError.text(of: errno) }
        let isThere = status.st_nlink > 0 && (stat(path, &status) == 0 || errno != ENOENT)
        misses = isThere ? 0 : misses + 1
        // Links are made again when the device's properties change: twice is gone.
        return misses >= 2 ? "its node was removed (unplugged?)" : nil
    }
}
