// SPDX-License-Identifier: Apache-2.0

/// How much may wait for one consumer. Reaching either limit is reaching the bound.
public struct QueueBound: Hashable, Sendable {
    /// Observations, 1 or more.
    public let observations: Int

    /// Estimated bytes in memory, 1 or more: the fixed size of an observation and what hangs from it.
    public let bytes: Int

    /// A bound; smaller values than 1 are taken as 1.
    public init(observations: Int, bytes: Int) {
        self.observations = max(1, observations)
        self.bytes = max(1, bytes)
    }

    /// The smaller of two bounds, in each sort.
    public func within(_ other: QueueBound) -> QueueBound {
        QueueBound(observations: min(observations, other.observations), bytes: min(bytes, other.bytes))
    }

    /// For a stage that can lose: 4096 observations, 4 MiB.
    public static let stage = QueueBound(observations: 4096, bytes: 4 << 20)

    /// For a recorder or the uplink: 65 536 observations, 64 MiB.
    public static let recorder = QueueBound(observations: 65_536, bytes: 64 << 20)

    /// The shared ring of a hub: 16 384 observations, 16 MiB.
    public static let ring = QueueBound(observations: 16_384, bytes: 16 << 20)
}

/// What a consumer gets when it is slower than the drivers. No policy ever holds up a live driver.
public enum DeliveryPolicy: Hashable, Sendable {
    /// For live views: of each (source, kind) only the newest observation. What it overtakes is counted as superseded,
    /// not as lost. Flow-controlled sources do not wait for it.
    case latest

    /// For stages that can lose: beyond the bound the oldest are skipped and counted as lost. The bound does not
    /// reach beyond the shared ring.
    case skipOldest(QueueBound = .stage)

    /// For recorders and the uplink: what the shared ring can no longer hold moves to a queue of the consumer's own,
    /// so that the bound may be much larger than the ring. From three quarters of the bound the subscription is under
    /// pressure. Beyond the bound the oldest are lost: counted, and told by `Subscription.Iterator.lostBefore`.
    case lossless(QueueBound = .recorder)

    /// The bound, nil for `latest`.
    public var bound: QueueBound? {
        switch self {
        case .latest: nil
        case .skipOldest(let bound), .lossless(let bound): bound
        }
    }

    var isLossless: Bool {
        if case .lossless = self { true } else { false }
    }
}
