// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemSupport

/// Signals a driver's thread to stop, even while it blocks: sets a flag and makes a descriptor readable.
///
/// The signal owns two descriptors and closes them when its last reference is released. All methods may be called on
/// any thread.
public final class StopSignal: Sendable {
    private let flag = Atomic(false)
    /// Nil if the system had no descriptor left.
    private let pipe = try? SystemPipe()

    /// Creates an unset signal. If the system has no free descriptor, the signal still works, but a wait checks it only
    /// every 100 ms.
    public init() {}

    /// True if the driver must stop.
    public var isSignalled: Bool { flag.load(ordering: .acquiring) }

    /// A descriptor for `poll` that becomes readable with the signal; negative if none is available.
    public var descriptor: Int32 { pipe?.reading ?? -1 }

    /// Sets the signal, which cannot be reset.
    public func signal() {
        guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
        pipe?.mark()
    }

    /// Waits for the signal.
    ///
    /// - Parameter duration: The longest wait; 0 or less returns at once.
    /// - Returns: True if the signal is set.
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
