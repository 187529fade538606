// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A receiver that speaks at one rate: at another, garbage is heard of it, as on a real line.
public final class FalseReceiver: Sendable {
    private let isEnding = Atomic(false)
    private let hasEnded = Atomic(false)
    private let speed: Mutex<Int?>

    /// - Parameters:
    ///   - baud: nil: it is understood at any rate.
    ///   - interval: between two bursts, in microseconds.
    ///   - burst: the bytes of each second.
    public init(_ pty: Pty, baud: Int? = nil, interval: UInt32 = 20_000, burst: @escaping @Sendable (Int) -> [UInt8]) {
        speed = Mutex(baud)
        // The thread holds the receiver until it has ended.
        Thread.start { [self] in
            var second = 0
            while !isEnding.load(ordering: .relaxed) {
                let bytes = burst(second)
                let wanted = speed.withLock { $0 }
                let isHeard = wanted.map { $0 == pty.baud } ?? true
                pty.send(isHeard ? bytes : bytes.map { ($0 &* 37) | 0x80 })
                second += 1
                // The pause between the bursts of a receiver.
                usleep(interval)
            }
            hasEnded.store(true, ordering: .releasing)
        }
    }

    /// Speaks at another rate from now on.
    public func change(to baud: Int) { speed.withLock { $0 = baud } }

    /// Ends it.
    public func end() {
        isEnding.store(true, ordering: .relaxed)
        _ = eventually { hasEnded.load(ordering: .acquiring) }
    }
}
