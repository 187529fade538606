// SPDX-License-Identifier: Apache-2.0

/// Whether a receiver sends its position in sentences. If it does, servers create none from its reports.
public struct SentenceHabit: Sendable {
    /// The number of epochs without a sentence with a position after which the receiver no longer counts as sending such
    /// sentences. It may send them less often than its other messages, and its settings may change while it runs.
    static let patience = 20

    private var left = 0

    public init() {}

    /// True if the receiver sends its position in sentences.
    public var sendsSentences: Bool { left > 0 }

    /// Records a sentence with a position.
    public mutating func noteSentence() { left = Self.patience }

    /// Records an epoch, after its sentences.
    public mutating func noteEpoch() { left = max(0, left - 1) }
}
