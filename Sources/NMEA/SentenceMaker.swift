// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Creates the sentences of one receiver from its observations, except for those that the receiver sends itself.
///
/// Its fix and its satellites may come in the same batch or in separate ones, and a batch may contain several epochs.
public struct SentenceMaker: Sendable {
    /// The age in nanoseconds above which a fix no longer describes the satellites that arrive.
    private static let longestAge: Int64 = 5_000_000_000

    private var habit = SentenceHabit()
    /// The epochs of the batch whose sentences are not created yet. A batch limits their number.
    private var epochs: [(fix: Fix?, sky: SkyView?, recent: Fix?)] = []
    /// The newest fix of an earlier batch or epoch, and its arrival by the monotonic clock.
    private var last: (fix: Fix, arrival: Int64)?

    public init() {}

    /// Records a sentence that the receiver sent.
    ///
    /// - Parameters:
    ///   - sentence: The sentence as received.
    ///   - time: Its arrival by the monotonic clock, in nanoseconds.
    public mutating func note(_ sentence: [UInt8], at time: Int64) { habit.note(sentence, at: time) }

    /// Records a fix. A second one in a batch begins another epoch.
    ///
    /// - Parameters:
    ///   - fix: The fix.
    ///   - time: Its arrival by the monotonic clock, in nanoseconds.
    public mutating func note(_ fix: Fix, at time: Int64) {
        habit.noteEpoch(at: time)
        guard !habit.sendsPosition else { return }
        last = (fix, time)
        if let index = epochs.indices.last, epochs[index].fix == nil {
            epochs[index].fix = fix
        } else {
            epochs.append((fix, nil, nil))
        }
    }

    /// Records a sky view. A second one in a batch begins another epoch.
    ///
    /// - Parameters:
    ///   - sky: The satellites.
    ///   - time: Their arrival by the monotonic clock, in nanoseconds.
    public mutating func note(_ sky: SkyView, at time: Int64) {
        habit.noteEpoch(at: time)
        guard !habit.sendsPosition else { return }
        if let index = epochs.indices.last, epochs[index].sky == nil {
            epochs[index].sky = sky
        } else {
            epochs.append((nil, sky, recent(at: time)))
        }
    }

    private func recent(at time: Int64) -> Fix? {
        guard let last, (0...Self.longestAge).contains(time &- last.arrival) else { return nil }
        return last.fix
    }

    /// Ends the batch.
    ///
    /// - Returns: The sentences of its epochs, each with its CR LF; none if the receiver sends its position in
    ///   sentences.
    public mutating func sentences() -> [[UInt8]] {
        defer { epochs.removeAll(keepingCapacity: true) }
        guard !epochs.isEmpty, !habit.sendsPosition else { return [] }
        let omitted = habit.kinds
        return epochs.flatMap { MadeSentences.of($0.fix, $0.sky, recent: $0.recent, omitting: omitted) }
    }

    /// Ends the batch without creating sentences.
    public mutating func skip() { epochs.removeAll(keepingCapacity: true) }
}
