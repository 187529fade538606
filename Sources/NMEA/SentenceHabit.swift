// SPDX-License-Identifier: Apache-2.0

/// Whether a receiver sends its position in sentences. If it does, servers create none from its reports.
public struct SentenceHabit: Sendable {
    /// The time in nanoseconds without a position in a sentence, while other data arrive, after which the receiver no longer
    /// counts as sending such sentences: its settings may change while it runs.
    private static let patience: Int64 = 10_000_000_000

    /// The arrival of the last sentence with a position.
    private var last: Int64?

    public init() {}

    /// True if the receiver sends its position in sentences.
    public var sendsSentences: Bool { last != nil }

    /// Records a sentence with a position.
    ///
    /// - Parameter time: Its arrival by the monotonic clock, in nanoseconds.
    public mutating func noteSentence(at time: Int64) { last = time }

    /// Records an epoch, after its sentences.
    ///
    /// - Parameter time: Its arrival by the monotonic clock, in nanoseconds.
    public mutating func noteEpoch(at time: Int64) {
        if let last, time &- last > Self.patience { self.last = nil }
    }
}
