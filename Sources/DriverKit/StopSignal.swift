// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Tells a driver's thread to stop, also while it blocks: a flag, and a descriptor that becomes readable with it.
///
/// Owns two descriptors, closed with the last reference. Any thread may call everything.
public final class StopSignal: Sendable {
    private let flag = Atomic(false)
    private let readEnd: Int32
    private let writeEnd: Int32

    /// Not yet signalled. Without a free descriptor the signal still works, but a wait for it wakes only every 100 ms.
    public init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        if readEnd >= 0 { close(readEnd) }
        if writeEnd >= 0 { close(writeEnd) }
    }

    /// Whether the driver is to stop.
    public var isSignalled: Bool { flag.load(ordering: .acquiring) }

    /// Readable from the signal on; for `poll`. Negative where there is none.
    public var descriptor: Int32 { readEnd }

    /// Makes the driver stop. Cannot be taken back.
    public func signal() {
        guard !flag.exchange(true, ordering: .acquiringAndReleasing), writeEnd >= 0 else { return }
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    /// Waits for the signal.
    ///
    /// - Parameter duration: how long at most; 0 or less returns at once.
    /// - Returns: whether it was signalled.
    public func wait(atMost duration: Duration) -> Bool {
        let deadline = ContinuousClock.now.advanced(by: duration)
        while !isSignalled {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return false }
            sleep(atMost: readEnd >= 0 ? left : min(left, .milliseconds(100)))
        }
        return true
    }

    private func sleep(atMost duration: Duration) {
        let nanoseconds = duration.components.attoseconds / 1_000_000_000
        let milliseconds = duration.components.seconds.clamped(to: 0...1000) * 1000 + nanoseconds / 1_000_000
        if milliseconds > 0 {
            var wanted = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
            _ = poll(&wanted, 1, Int32(milliseconds))
        } else {
            var time = timespec(tv_sec: 0, tv_nsec: Int(nanoseconds))
            _ = nanosleep(&time, nil)
        }
    }
}

extension Int64 {
    fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
