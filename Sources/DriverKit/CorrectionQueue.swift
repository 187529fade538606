// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import SystemSupport

/// What is to go to a receiver: messages (corrections) that the host hands over faster than a slow line takes them.
///
/// Holds 32 KiB at most and nothing for longer than 2 s: late corrections are worse than none. What is given up for that
/// are the oldest messages, whole ones, and they are counted. Any thread may call everything.
public final class CorrectionQueue: Sendable {
    /// How many bytes wait at most; a message is no longer than that either.
    public static let limit = 32 * 1024
    /// How long a message waits at most, in nanoseconds.
    public static let patience: Int64 = 2_000_000_000

    /// Protects the messages and their counters.
    private let state = Mutex(State())
    private let now: @Sendable () -> Int64
    /// Has a mark while a message waits. Nil where the system had no descriptor left.
    private let pipe = try? SystemPipe()

    private struct State {
        var messages: [(bytes: [UInt8], since: Int64)] = []
        /// Of the messages.
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

    /// An empty one.
    ///
    /// - Parameter now: the monotonic clock in nanoseconds; nil: the system's.
    public init(now: (@Sendable () -> Int64)? = nil) {
        self.now = now ?? { SystemClock.monotonic }
    }

    /// Readable while a message waits; for `poll`. Negative where the system had no descriptor left.
    public var descriptor: Int32 { pipe?.reading ?? -1 }

    /// Whether no message waits; late ones that were not yet given up count.
    public var isEmpty: Bool { state.withLock { $0.messages.isEmpty } }

    /// How many messages were given up so far.
    public var givenUp: Int { state.withLock { $0.givenUp } }

    /// Adds a message, at the cost of the oldest where there is no room. Returns at once.
    ///
    /// - Parameter bytes: one or more whole messages of the receiver's language.
    /// - Returns: whether it was taken; false: longer than `limit`. An empty one is taken and forgotten.
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

    /// Takes out the oldest message that is not too old.
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

    /// Gives up whatever waits.
    ///
    /// - Returns: how many messages that were.
    public func discard() -> Int {
        let before = givenUp
        while take() != nil { state.withLock { $0.givenUp += 1 } }
        return givenUp - before
    }

    /// How many messages were given up since this was asked last.
    public func takeGivenUp() -> Int {
        state.withLock { state in
            defer { state.reported = state.givenUp }
            return state.givenUp - state.reported
        }
    }
}
