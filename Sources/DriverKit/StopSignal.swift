// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemSupport

/// Tells a driver's thread to stop, also while it blocks: a flag, and a descriptor that becomes readable with it.
///
/// Owns two descriptors, closed with the last reference. Any thread may call everything.
public final class StopSignal: Sendable {
    private let flag = Atomic(false)
    /// Nil where the system had no descriptor left.
    private let pipe = try? SystemPipe()

    /// Not yet signalled. Without a free descriptor the signal still works, but a wait for it wakes only every 100 ms.
    public init() {}

    /// Whether the driver is to stop.
    public var isSignalled: Bool { flag.load(ordering: .acquiring) }

    /// Readable from the signal on; for `poll`. Negative if absent.
    public var descriptor: Int32 { pipe?.reading ?? -1 }

    /// Makes the driver stop. Cannot be taken back.
    public func signal() {
        guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
        pipe?.mark()
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
            sleep(atMost: pipe != nil ? left : min(left, .milliseconds(100)))
        }
        return true
    }

    private func sleep(atMost duration: Duration) {
        let nanoseconds = duration.components.attoseconds / 1_000_000_000
        let milliseconds = duration.components.seconds.clamped(to: 0...1000) * 1000 + nanoseconds / 1_000_000
        if milliseconds > 0 {
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
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
