// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import SystemSupport

/// A queue of messages (corrections) for a receiver. The host may deliver them faster than a slow line can send them.
///
/// The queue contains at most 32 KiB and keeps nothing for longer than 2 s, because late corrections are worse than
/// none. To stay within these limits, it drops and counts whole messages, the oldest first. All methods may be called
/// on any thread.
public final class CorrectionQueue: Sendable {
    /// The largest total size in bytes, which is also the largest size of a message.
    public static let limit = 32 * 1024
    /// The longest time a message is kept, in nanoseconds.
    public static let patience: Int64 = 2_000_000_000

    /// Guards the messages and their counters.
    private let state = Mutex(State())
    private let now: @Sendable () -> Int64
    /// Signalled while a message is queued. Nil if the system had no descriptor left.
    private let pipe = try? SystemPipe()

    private struct State {
        var messages: [(bytes: [UInt8], since: Int64)] = []
        /// The total size of the messages in bytes.
        var size = 0
        var givenUp = 0
        var reported = 0

        mutating func giveUpFirst() {
            size -= messages.removeFirst().bytes.count
            givenUp += 1
        }

        mutating func giveUpLate(_ now: Int64) {
            while let first = messages.first, now &- first.since > CorrectionQueue.patience { giveUpFirst() }
        }
    }

    /// Creates an empty queue.
    ///
    /// - Parameter now: The monotonic clock in nanoseconds; nil for the system's clock.
    public init(now: (@Sendable () -> Int64)? = nil) {
        self.now = now ?? { SystemClock.monotonic }
    }

    /// A descriptor for `poll`, readable while a message is queued; negative if the system had no descriptor left.
    public var descriptor: Int32 { pipe?.reading ?? -1 }

    /// True if no message is queued; late messages count until they are dropped.
    public var isEmpty: Bool { state.withLock { $0.messages.isEmpty } }

    /// The number of messages dropped so far.
    public var givenUp: Int { state.withLock { $0.givenUp } }

    /// Appends a message, dropping the oldest ones if there is no room. Never waits.
    ///
    /// - Parameter bytes: One or more whole messages in the receiver's protocol.
    /// - Returns: False if the message is longer than `limit`. An empty message is accepted and ignored.
    public func put(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= Self.limit else { return false }
        guard !bytes.isEmpty else { return true }
        let now = now()
        state.withLock { state in
            let wasEmpty = state.messages.isEmpty
            state.giveUpLate(now)
            while state.size + bytes.count > Self.limit { state.giveUpFirst() }
            state.messages.append((bytes, now))
            state.size += bytes.count
            if wasEmpty { pipe?.mark() }
        }
        return true
    }

    /// Removes and returns the oldest message that is not too old; nil if none exists.
    public func take() -> [UInt8]? {
        let now = now()
        return state.withLock { state in
            let wasEmpty = state.messages.isEmpty
            state.giveUpLate(now)
            defer { if !wasEmpty, state.messages.isEmpty { pipe?.takeMark() } }
            guard let first = state.messages.first else { return nil }
            state.messages.removeFirst()
            state.size -= first.bytes.count
            return first.bytes
        }
    }

    /// Drops all queued messages.
    ///
    /// - Returns: The number of dropped messages.
    public func discard() -> Int {
        let before = givenUp
        while take() != nil { state.withLock { $0.givenUp += 1 } }
        return givenUp - before
    }

    /// The number of messages dropped since the last call.
    public func takeGivenUp() -> Int {
        state.withLock { state in
            defer { state.reported = state.givenUp }
            return state.givenUp - state.reported
        }
    }
}
