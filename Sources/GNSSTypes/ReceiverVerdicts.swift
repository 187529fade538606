// SPDX-License-Identifier: Apache-2.0

/// The active receiver, and the newest verdict on each receiver. A consumer of the bus keeps both so that it can check the
/// active receiver's positions with `OSNMARequirement`.
///
/// Verdicts apply to positions that were published together with them: a consumer notes a whole batch before it checks
/// the positions of that batch.
public struct ReceiverVerdicts: Sendable {
    /// The largest number of receivers whose verdicts are kept. A verdict on another receiver replaces the oldest one, but
    /// never the one on the active receiver.
    public static let limit = 64

    /// The active receiver; nil if none is active.
    public private(set) var active: SourceID?
    private var newest: [SourceID: HeldVerdict] = [:]

    public init() {}

    /// Takes a change of the active receiver, or a verdict. Other observations change nothing.
    public mutating func note(_ observation: Observation) {
        if let change = observation.payload.result(ActiveReceiver.self) { active = change.current }
        guard let held = HeldVerdict(observation) else { return }
        if newest[held.verdict.receiver] == nil, newest.count >= Self.limit { removeOldest() }
        newest[held.verdict.receiver] = held
    }

    /// The newest verdict on a receiver; nil if none has come. It may be too old for a position, or about another receiver
    /// of the same name: `OSNMARequirement` decides that.
    public subscript(receiver: SourceID) -> HeldVerdict? { newest[receiver] }

    private mutating func removeOldest() {
        let others = newest.filter { $0.key != active }
        if let oldest = others.min(by: { $0.value.instant < $1.value.instant }) { newest[oldest.key] = nil }
    }
}
