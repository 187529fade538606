// SPDX-License-Identifier: Apache-2.0

/// Limits what a broker may send: messages may take half of a processor, and only so many bytes may come without a message.
/// It reads no clock; times are nanoseconds of the monotonic clock.
struct ReceivingPace {
    /// The number of bytes that a broker may send without acknowledging a message or delivering one.
    static let chatter: UInt64 = 256 << 10
    /// The number of messages that are received in `slice`, at most.
    static let mostMessages = 1000
    /// The time for which messages may take a whole processor, before the connection rests.
    static let slice: Int64 = 100_000_000
    /// The longest rest, so that the connection is still checked.
    static let longestRest: Int64 = 1_000_000_000

    /// The messages that were received since `sliceBegin`.
    private var messages: (count: Int, sliceBegin: Int64) = (0, 0)
    /// The time until which the messages so far would take half of a processor.
    private var busyUntil: Int64 = 0
    /// The number of received bytes at the last sign of a broker that works, and its time.
    private var last: (bytes: UInt64, time: Int64)

    init(at now: Int64) { last = (0, now) }

    /// Records that the broker acknowledged a message, delivered one, or gave a proof.
    ///
    /// - Parameter bytes: The number of bytes that the connection has received.
    mutating func succeeded(_ bytes: UInt64, at now: Int64) { last = (bytes, now) }

    /// Records that a message was processed.
    mutating func took(from begin: Int64, to end: Int64) {
        messages =
            begin - messages.sliceBegin < Self.slice ? (messages.count + 1, messages.sliceBegin) : (1, begin)
        busyUntil = min(max(busyUntil, begin) + 2 * (end - begin), end + Self.longestRest)
    }

    /// The time for which the connection must rest before it receives more; 0 for none.
    func rest(at now: Int64) -> Int64 {
        let byNumber = messages.count < Self.mostMessages ? 0 : messages.sliceBegin + Self.slice - now
        let byTime = busyUntil - now > Self.slice ? busyUntil - now : 0
        return max(byNumber, byTime)
    }

    /// The number of received bytes above which the broker sends too much. Its answers to keepalive packets, a few bytes each, are
    /// not counted as messages, but they add up in days.
    func limit(at now: Int64) -> UInt64 {
        last.bytes &+ Self.chatter &+ 64 &* UInt64(max(0, now - last.time) / 1_000_000_000)
    }

    /// The same while one packet is read. Whatever waited in the socket's buffer before, because the connection rested or the
    /// process had no processor, is not part of that packet's excess.
    ///
    /// - Parameter bytes: The number of bytes that the connection has received before the read.
    func limitOfRead(_ bytes: UInt64, at now: Int64) -> UInt64 { max(limit(at: now), bytes &+ Self.chatter) }
}
