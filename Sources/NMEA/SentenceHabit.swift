// SPDX-License-Identifier: Apache-2.0

/// The kinds of sentences that a receiver sends. Servers create none of these from its reports.
public struct SentenceHabit: Sendable {
    /// The kinds of sentences that servers create.
    public enum Kind: Hashable, Sendable {
        /// A position, in whatever sentence: RMC, GGA, GNS or GLL.
        case position
        case gsa, gsv, zda

        /// Creates the kind of a sentence as received; nil for one that servers never create.
        public init?(_ sentence: [UInt8]) {
            guard sentence.count > 6, sentence[0] == .dollar else { return nil }
            switch (sentence[3], sentence[4], sentence[5]) {
            case (0x52, 0x4D, 0x43), (0x47, 0x47, 0x41), (0x47, 0x4E, 0x53), (0x47, 0x4C, 0x4C): self = .position
            case (0x47, 0x53, 0x41): self = .gsa
            case (0x47, 0x53, 0x56): self = .gsv
            case (0x5A, 0x44, 0x41): self = .zda
            default: return nil
            }
        }
    }

    /// The time in nanoseconds without a sentence of a kind, while other data arrive, after which the receiver no
    /// longer counts as sending that kind: its settings may change while it runs.
    private static let patience: Int64 = 10_000_000_000

    /// The arrival of the last sentence of each kind.
    private var last: [Kind: Int64] = [:]

    public init() {}

    /// True if the receiver sends its position in sentences, in which case servers create no sentences at all.
    public var sendsPosition: Bool { last[.position] != nil }

    /// The kinds of sentences that the receiver sends.
    public var kinds: Set<Kind> { Set(last.keys) }

    /// Records a sentence; only the kinds that servers create matter.
    ///
    /// - Parameters:
    ///   - sentence: The sentence as received.
    ///   - time: Its arrival by the monotonic clock, in nanoseconds.
    public mutating func note(_ sentence: [UInt8], at time: Int64) {
        if let kind = Kind(sentence) { last[kind] = time }
    }

    /// Records a fix or a sky view, after the sentences of its epoch.
    ///
    /// - Parameter time: Its arrival by the monotonic clock, in nanoseconds.
    public mutating func noteEpoch(at time: Int64) {
        for (kind, arrival) in last where time &- arrival > Self.patience { last[kind] = nil }
    }
}
