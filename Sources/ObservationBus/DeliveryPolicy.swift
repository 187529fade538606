// SPDX-License-Identifier: Apache-2.0

/// The amount of data that may be pending for one consumer. The bound is reached when either limit is reached.
public struct QueueBound: Hashable, Sendable {
    /// Number of observations, 1 or more.
    public let observations: Int

    /// Estimated bytes in memory, 1 or more: the fixed size of an observation and the memory that it references.
    public let bytes: Int

    /// Creates a bound; values below 1 are treated as 1.
    public init(observations: Int, bytes: Int) {
        self.observations = max(1, observations)
        self.bytes = max(1, bytes)
    }

    /// Returns the minimum of two bounds, separately for both limits.
    public func within(_ other: QueueBound) -> QueueBound {
        QueueBound(observations: min(observations, other.observations), bytes: min(bytes, other.bytes))
    }

    /// For a stage that may lose data: 4096 observations, 4 MiB.
    public static let stage = QueueBound(observations: 4096, bytes: 4 << 20)

    /// For a recorder or the uplink: 65,536 observations, 64 MiB.
    public static let recorder = QueueBound(observations: 65_536, bytes: 64 << 20)

    /// The shared ring of a hub: 16,384 observations, 16 MiB.
    public static let ring = QueueBound(observations: 16_384, bytes: 16 << 20)
}

/// The policy for a consumer that is slower than the drivers. No policy ever blocks a live driver.
public enum DeliveryPolicy: Hashable, Sendable {
    /// For live views: only the newest observation of each (source, kind). Overtaken observations are counted as
    /// superseded, not as lost. Flow-controlled sources do not wait for the consumer.
    case latest

    /// For stages that may lose data: beyond the bound, the oldest observations are skipped and counted as lost. The
    /// shared ring also limits the bound.
    case skipOldest(QueueBound = .stage)

    /// For recorders and the uplink: batches that the shared ring can no longer hold move to the consumer's own
    /// queue, so the bound may be much larger than the ring. From three quarters of the bound, the subscription is
    /// under pressure. Beyond the bound, the oldest observations are lost, counted, and reported by
    /// `Subscription.Iterator.lostBefore`.
    case lossless(QueueBound = .recorder)

    /// The code in machine-readable output: `latest`, `skip_oldest` or `lossless`.
    public var code: String {
        switch self {
        case .latest: "latest"
        case .skipOldest: "skip_oldest"
        case .lossless: "lossless"
        }
    }

    /// The bound; nil for `latest`.
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
